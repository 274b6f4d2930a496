import type { OwnSession, Session, SignInAnswer } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { type Account, accountByLogin } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import { permissionsNow } from '../roles/role-permissions.ts';
import {
  familyHash,
  newRefreshToken,
  readRefreshToken,
  secretHash,
  signAccessToken,
  type TokenKeys,
  writeRefreshToken,
} from './access-token.ts';
import { deleteSessionOfFamily, insertSession, pageOfSessions, type SessionRow } from './sessions.repo.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Milliseconds until an unused session ends, longer on trusted devices; LIFE bounds all. */
const IDLE = { browser: 12 * HOUR, trusted: 30 * DAY };
const LIFE = { browser: 7 * DAY, trusted: 90 * DAY };

/** Milliseconds in which a token is not replaced again: tabs that refresh at once are one use. */
export const GRACE_MS = 10_000;

/** The moment at which a session used at `now` ends unless it is used again. */
export const sessionEnd = (persist: boolean, createdAt: Date, now: Date): Date => {
  const kind = persist ? 'trusted' : 'browser';
  return new Date(Math.min(now.getTime() + IDLE[kind], createdAt.getTime() + LIFE[kind]));
};

/** Whole seconds from `now` to `end`. */
export const secondsLeft = (end: Date, now: Date): number => Math.floor((end.getTime() - now.getTime()) / 1000);

/**
 * A session that was opened or renewed. `token` is the refresh cookie's text; `maxAge` is the
 * number of seconds that a trusted device keeps it, null when it ends with the browser.
 */
export type IssuedSession = { account: Account; sessionId: string; token: string; maxAge: number | null };

const MAX_USER_AGENT = 300;

/** Replaces control characters, with which a header could forge lines where the text is shown. */
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

/** Ends the session of a refresh cookie; a text that is no token is ignored. */
export const endSessionOf = async (db: Db, keys: TokenKeys, cookie: string | undefined): Promise<void> => {
  const refresh = readRefreshToken(keys, cookie);
  if (refresh) await deleteSessionOfFamily(db, familyHash(refresh));
};

/** Ends the sessions of the browser's refresh cookies. */
export const signOut = async (deps: IdentityDeps, cookies: readonly (string | undefined)[]): Promise<void> => {
  for (const cookie of cookies) await endSessionOf(deps.db, deps.keys, cookie);
};

/** The names that a session shows; each kind of account keeps them in another table. */
export type AccountPerson = {
  username: string;
  fullname: string;
  email: string;
  pfNumber?: string;
  needs_second_factor?: true;
};

/** The answer of a renewal, with a new access token. */
export const sessionAnswer = async (
  deps: IdentityDeps,
  { account, sessionId }: IssuedSession,
  person: AccountPerson,
  message: string,
): Promise<Session> => {
  const { id, role, token_epoch: epoch } = account;
  const payload = { accountId: id, sessionId, epoch, role, username: person.username };
  const accessToken = await signAccessToken(deps.keys, payload, deps.now());
  const permissions = [...(await permissionsNow(deps.db, role))];
  return { status: true, message, user_role: role, permissions, user: id, accessToken, ...person };
};

/** The answer of a sign-in, which has reset the count of wrong passwords. */
export const signInAnswer = async (
  deps: IdentityDeps,
  issued: IssuedSession,
  person: AccountPerson,
): Promise<SignInAnswer> => ({
  ...(await sessionAnswer(deps, issued, person, 'Login successful')),
  login_attempts: 0,
  account_blocked: false,
});

export const presentSession = (session: SessionRow, currentId: string): OwnSession => ({
  id: session.id,
  device: session.user_agent,
  address: session.address,
  trusted: session.persist,
  current: session.id === currentId,
  signed_in_at: session.created_at.toISOString(),
  last_used_at: session.last_used_at.toISOString(),
});

/** More devices than a person ever has. */
const MOST = { page: 1, size: 200 } as const;

/** Where a member is signed in, by driver code; nowhere without an account. */
export const sessionsOf = async (db: Db, driverCode: string, now: Date): Promise<OwnSession[]> => {
  const account = await accountByLogin(db, 'member', driverCode);
  if (!account) return [];
  const { rows } = await pageOfSessions(db, account.id, MOST, now);
  return rows.map((session) => presentSession(session, ''));
};
