import { isUnwritable } from '#db/connection/write-access.ts';
import { Refusal } from '#lib/refusal.ts';
import { type Account, type AccountKind, accountById, isGood } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import {
  familyHash,
  type RefreshToken,
  readRefreshToken,
  secretHash,
  successorOf,
  writeRefreshToken,
} from './access-token.ts';
import type { IssuedSession } from './open-session.ts';
import { GRACE_MS, secondsLeft, sessionEnd } from './open-session.ts';
import {
  deleteSessionOfFamily,
  noteFirstUse,
  rotateSecret,
  type SessionRow,
  sessionOfFamily,
} from './sessions.repo.ts';

const ended = (): Refusal => new Refusal('session_ended', 'Your session has ended. Please sign in again.');

const isRecent = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < GRACE_MS;

/** The token's first use, if it was too soon after its issue to replace it; else null. */
const firstUse = ({ rotated_at, last_used_at }: SessionRow): Date | null =>
  rotated_at !== null && last_used_at > rotated_at ? last_used_at : null;

type Use = { session: SessionRow; account: Account; refresh: RefreshToken; now: Date };

/**
 * Writes a use of the session's present token, or gives `unwritten` where nothing can be written:
 * then the token stays as it is, and a copy of it shows at the first use after that.
 */
const written = async <T>(write: Promise<T>, unwritten: T): Promise<T> => {
  try {
    return await write;
  } catch (error) {
    if (isUnwritable(error)) return unwritten;
    throw error;
  }
};

/** The session's token after this use; null if another request rotated it meanwhile. */
const rotate = async (deps: IdentityDeps, { session, account, refresh, now }: Use): Promise<IssuedSession | null> => {
  const next = successorOf(deps.keys, refresh);
  const issue = (current: RefreshToken, expiresAt: Date): IssuedSession => {
    const maxAge = session.persist ? secondsLeft(expiresAt, now) : null;
    return { account, sessionId: session.id, token: writeRefreshToken(deps.keys, current), maxAge };
  };
  const presented = secretHash(refresh);
  if (presented === session.secret_hash) {
    // Keeps simultaneous tabs together: some may send the token that the first was just given.
    if (session.rotated_at && isRecent(session.rotated_at, now)) {
      if (!firstUse(session))
        await written(noteFirstUse(deps.db, { id: session.id, secret: presented, now }), undefined);
      return issue(refresh, session.expires_at);
    }
    const expiresAt = sessionEnd(session.persist, session.created_at, now);
    const from = session.secret_hash;
    const rotation = rotateSecret(deps.db, { id: session.id, from, to: secretHash(next), now, expiresAt });
    const rotated = await written<boolean | 'unwritten'>(rotation, 'unwritten');
    if (rotated === 'unwritten') return issue(refresh, session.expires_at);
    return rotated ? issue(next, expiresAt) : null;
  }
  // Until the present token is used, the answer with it may have been lost: it is given again,
  // however late. One tab's use may overtake another tab's call.
  const used = firstUse(session);
  const isParent = presented === session.previous_hash && secretHash(next) === session.secret_hash;
  if (isParent && (used === null || isRecent(used, now))) return issue(next, session.expires_at);
  // The family is known but the secret is older than the previous one: two parties hold copies of
  // the session. It ends for both.
  await deleteSessionOfFamily(deps.db, session.family_hash);
  throw ended();
};

/**
 * Exchanges a refresh cookie's text for the session's next token, or for the same one within ten
 * seconds of its issue. An old token gets the same successor until that was used here, and ten
 * seconds longer if it was not replaced; after that the old token ends the session on both sides.
 * While the database takes no writes, the token stays and so does the session's end. Refused with
 * 401 `session_ended`.
 */
export const refreshSession = async (
  deps: IdentityDeps,
  kind: AccountKind,
  cookie: string | undefined,
): Promise<IssuedSession> => {
  const refresh = readRefreshToken(deps.keys, cookie);
  if (!refresh) throw ended();
  // A lost race means that another tab's rotation is there to read: the second attempt is the last.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const now = deps.now();
    const session = await sessionOfFamily(deps.db, familyHash(refresh));
    if (!session || session.expires_at <= now) throw ended();
    const account = await accountById(deps.db, session.account_id);
    if (!account || !isGood(account, now) || account.kind !== kind) throw ended();
    const issued = await rotate(deps, { session, account, refresh, now });
    if (issued) return issued;
  }
  throw ended();
};
