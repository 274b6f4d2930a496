import type { IdentityDeps } from '../deps.ts';
import { wordsOfUser } from '../members/forgotten-password.ts';
import { readEmail, readUsername } from '../sign-in/check-username.ts';
import { type User, userByEmail, userByUsername } from '../users/users.repo.ts';
import { type Setting, setPassword } from './set-password.ts';

const userOf = async ({ db }: IdentityDeps, name: string): Promise<User | null> => {
  const username = readUsername(name);
  if (username !== null) return userByUsername(db, username);
  const email = readEmail(name);
  return email === null ? null : userByEmail(db, email);
};

/** A staff user's first or new password. `name` is the username or the e-mail; refused as `setPassword` refuses. */
export const setStaffPassword = async (
  deps: IdentityDeps,
  { name, ...given }: Setting & { name: string },
): Promise<void> => {
  const user = await userOf(deps, name);
  await setPassword(deps, { accountId: user?.id ?? null, known: user ? wordsOfUser(user) : [], ...given });
};
