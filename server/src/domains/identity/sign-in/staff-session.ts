import { fullName } from '@banbo/contract';
import { Refusal } from '#lib/refusal.ts';
import { accountByLogin } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import type { Person } from '../sessions/session-answer.ts';
import { userById } from '../users/users.repo.ts';
import { MISSING_CREDENTIALS } from './check-username.ts';
import type { Origin } from './known-origin.ts';
import { type SignedIn, signIn } from './sign-in.ts';
import { readUsername } from './username.ts';

/** Staff sign-in. Refused with 400 `missing_credentials` and as `signIn` refuses. */
export const signInStaff = async (
  deps: IdentityDeps,
  { username, password, persist, origin }: { username: string; password: string; persist: boolean; origin: Origin },
): Promise<SignedIn> => {
  if (username.trim() === '' || password === '') throw new Refusal('missing_credentials', MISSING_CREDENTIALS);
  const name = readUsername(username);
  const account = name === null ? null : await accountByLogin(deps.db, 'staff', name);
  const login = username.trim().toLowerCase();
  return signIn(deps, { kind: 'staff', login, accountId: account?.id ?? null, password, persist, origin });
};

export const staffPerson = async (deps: IdentityDeps, accountId: string): Promise<Person> => {
  const user = await userById(deps.db, accountId);
  if (!user) throw new Refusal('session_ended', 'Your session has ended. Please sign in again.');
  return { username: user.login, fullname: fullName(user), email: user.email };
};
