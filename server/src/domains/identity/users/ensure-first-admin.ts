import type { Db } from '#db/database.ts';
import { hasSetupCode } from '../passwords/setup-codes.repo.ts';
import { issueSetupCode, setupLink } from '../passwords/setup-codes.ts';
import { insertUser, lockFirstAdmin, type NewUser } from './change-users.repo.ts';
import { someUserHasPassword, userByUsername } from './users.repo.ts';

const FIRST_ADMIN: NewUser = {
  username: 'superadmin',
  role: 'SuperAdmin',
  firstName: 'Super',
  middleName: '',
  lastName: 'Admin',
  email: '',
  mobileNumber: '',
};

export type FirstAdmin = {
  username: string;
  /** The one-time link to set the password; null when an earlier one is still good. */
  link: string | null;
};

/**
 * The first SuperAdmin while no staff user has a password yet, else null. A server that `isAlone` on its database makes
 * a new link at each start, which replaces the former one. Of several servers only one makes a link, so that the link
 * that the operator reads is good; the servers cannot know whether it was read. `publicUrl` is an origin without a
 * final slash.
 */
export const ensureFirstAdmin = async (
  db: Db,
  { publicUrl, isAlone, now }: { publicUrl: string; isAlone: boolean; now: Date },
): Promise<FirstAdmin | null> =>
  db.transaction().execute(async (tx) => {
    await lockFirstAdmin(tx);
    if (await someUserHasPassword(tx)) return null;
    const { username } = FIRST_ADMIN;
    const accountId = (await userByUsername(tx, username))?.id ?? (await insertUser(tx, FIRST_ADMIN, now));
    if (!isAlone && (await hasSetupCode(tx, accountId, now))) return { username, link: null };
    const code = await issueSetupCode(tx, { accountId, kind: 'staff', now });
    return { username, link: setupLink(publicUrl, FIRST_ADMIN, code) };
  });
