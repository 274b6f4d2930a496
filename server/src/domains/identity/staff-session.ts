import type { Session } from '@banbo/contract';
import { Refusal } from '#lib/refusal.ts';
import { signAccessToken } from './access-token.ts';
import { accountByLogin } from './accounts.repo.ts';
import { MISSING_CREDENTIALS } from './check-username.ts';
import type { IdentityDeps } from './deps.ts';
import type { Opened } from './open-session.ts';
import { fullName } from './present.ts';
import { type Origin, signIn } from './sign-in.ts';
import { readUsername } from './username.ts';
import { userById } from './users.repo.ts';

/** The name a session shows; each kind of account keeps it elsewhere. */
export type Person = { username: string; fullname: string; email: string };

/** The answer of a sign-in or a renewal, with an access token of its own. */
export const sessionAnswer = async (
  deps: IdentityDeps,
  { account, sessionId }: Opened,
  person: Person,
  message: string,
): Promise<Session> => {
  const { id, role, token_epoch: epoch } = account;
  const claims = { accountId: id, sessionId, epoch, role, username: person.username };
  const accessToken = await signAccessToken(deps.keys, claims, deps.now());
  return { status: true, message, user_role: role, user: id, accessToken, ...person };
};

/** Staff sign-in (SPEC §4, Login). Refused with 400 `missing_credentials` and as `signIn` refuses. */
export const signInStaff = async (
  deps: IdentityDeps,
  { username, password, persist, origin }: { username: string; password: string; persist: boolean; origin: Origin },
): Promise<Opened & { device: string }> => {
  if (username.trim() === '' || password === '') throw new Refusal('missing_credentials', MISSING_CREDENTIALS);
  const name = readUsername(username);
  const account = name === null ? null : await accountByLogin(deps.db, 'staff', name);
  return signIn(deps, { account, password, persist, origin });
};

export const staffPerson = async (deps: IdentityDeps, accountId: string): Promise<Person> => {
  const user = await userById(deps.db, accountId);
  if (!user) throw new Refusal('session_ended', 'Your session has ended. Please sign in again.');
  return { username: user.login, fullname: fullName(user), email: user.email };
};
