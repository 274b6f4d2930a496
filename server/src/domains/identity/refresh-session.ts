import type { AccountKind } from '#db/tables/identity.ts';
import { Refusal } from '#lib/refusal.ts';
import { type Account, accountById } from './accounts.repo.ts';
import type { IdentityDeps } from './deps.ts';
import type { Opened } from './open-session.ts';
import {
  familyHash,
  type RefreshToken,
  readRefreshToken,
  secretHash,
  successorOf,
  writeRefreshToken,
} from './refresh-token.ts';
import { GRACE_MS, secondsLeft, sessionEnd } from './session-times.ts';
import { deleteSessionOfFamily, rotateSecret, type Session, sessionOfFamily } from './sessions.repo.ts';

const ended = (): Refusal => new Refusal('session_ended', 'Your session has ended. Please sign in again.');

const usedAMomentAgo = ({ rotated_at }: Session, now: Date): boolean =>
  rotated_at !== null && now.getTime() - rotated_at.getTime() < GRACE_MS;

type Use = { session: Session; account: Account; refresh: RefreshToken; now: Date };

/** The session's token after this use, or null when another request rotated it since `session` was read. */
const rotate = async (deps: IdentityDeps, { session, account, refresh, now }: Use): Promise<Opened | null> => {
  const next = successorOf(deps.keys, refresh);
  const opened = (current: RefreshToken, expiresAt: Date): Opened => {
    const maxAge = session.persist ? secondsLeft(expiresAt, now) : null;
    return { account, sessionId: session.id, token: writeRefreshToken(current), maxAge };
  };
  const presented = secretHash(refresh);
  if (usedAMomentAgo(session, now)) {
    if (presented === session.secret_hash) return opened(refresh, session.expires_at);
    if (presented === session.previous_hash && secretHash(next) === session.secret_hash) {
      return opened(next, session.expires_at);
    }
  }
  if (presented === session.secret_hash) {
    const expiresAt = sessionEnd(session.persist, session.created_at, now);
    const from = session.secret_hash;
    const rotated = await rotateSecret(deps.db, { id: session.id, from, to: secretHash(next), now, expiresAt });
    return rotated ? opened(next, expiresAt) : null;
  }
  // The family is known but the secret is an old one: somebody copied it. Neither holder may go on.
  await deleteSessionOfFamily(deps.db, session.family_hash);
  throw ended();
};

/**
 * Exchanges a refresh cookie's text for the next token of the same session. Tabs that come with one token at once get the
 * same answer; a token that comes back later ends the session for everybody. Refused with 401 `session_ended`.
 */
export const refreshSession = async (
  deps: IdentityDeps,
  kind: AccountKind,
  cookie: string | undefined,
): Promise<Opened> => {
  const refresh = readRefreshToken(cookie);
  if (!refresh) throw ended();
  // Losing the race to another tab means that its rotation is there to read: the second look is the last.
  for (let look = 0; look < 2; look += 1) {
    const now = deps.now();
    const session = await sessionOfFamily(deps.db, familyHash(refresh));
    if (!session || session.expires_at <= now) throw ended();
    const account = await accountById(deps.db, session.account_id);
    if (account?.status !== 'active' || account.kind !== kind) throw ended();
    const opened = await rotate(deps, { session, account, refresh, now });
    if (opened) return opened;
  }
  throw ended();
};
