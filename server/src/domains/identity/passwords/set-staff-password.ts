import type { IdentityDeps } from '../deps.ts';
import { readEmail, readUsername } from '../sign-in/username.ts';
import { userByUsername, userIdByEmail } from '../users/users.repo.ts';
import { setPassword } from './set-password.ts';

const accountOf = async ({ db }: IdentityDeps, name: string): Promise<string | null> => {
  const username = readUsername(name);
  if (username !== null) return (await userByUsername(db, username))?.id ?? null;
  const email = readEmail(name);
  return email === null ? null : userIdByEmail(db, email);
};

/** A staff user's first or new password. `name` is the username or the e-mail; refused as `setPassword` refuses. */
export const setStaffPassword = async (
  deps: IdentityDeps,
  { name, ...given }: { name: string; code: string; password: string; requestId: string },
): Promise<void> => setPassword(deps, { accountId: await accountOf(deps, name), ...given });
