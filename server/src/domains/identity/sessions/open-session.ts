import type { Tx } from '#db/database.ts';
import type { Account } from '../accounts/accounts.repo.ts';
import { familyHash, newRefreshToken, secretHash, writeRefreshToken } from './refresh-token.ts';
import { secondsLeft, sessionEnd } from './session-times.ts';
import { insertSession } from './sessions.repo.ts';
import type { TokenKeys } from './token-keys.ts';

/**
 * A session that was opened or renewed. `token` is the refresh cookie's text; `maxAge` is the number of seconds that a
 * trusted device keeps it, null when it ends with the browser.
 */
export type IssuedSession = { account: Account; sessionId: string; token: string; maxAge: number | null };

const MAX_USER_AGENT = 300;

/** Replaces control characters, with which a header could forge lines in any place that shows the text. */
const oneLine = (text: string): string => text.replace(/\p{Cc}/gu, ' ').slice(0, MAX_USER_AGENT);

/** Opens a session with its first refresh token, of which only hashes are stored. */
export const openSession = async (
  tx: Tx,
  keys: TokenKeys,
  {
    account,
    persist,
    origin,
    now,
  }: { account: Account; persist: boolean; origin: { userAgent: string; address: string }; now: Date },
): Promise<IssuedSession> => {
  const refresh = newRefreshToken();
  const sessionId = await insertSession(tx, {
    account_id: account.id,
    family_hash: familyHash(refresh),
    secret_hash: secretHash(refresh),
    persist,
    user_agent: oneLine(origin.userAgent),
    address: origin.address,
    created_at: now,
    last_used_at: now,
    expires_at: sessionEnd(persist, now, now),
  });
  return {
    account,
    sessionId,
    token: writeRefreshToken(keys, refresh),
    maxAge: persist ? secondsLeft(sessionEnd(persist, now, now), now) : null,
  };
};
