import type { Db } from '#db/database.ts';
import { insertUser, lockFirstAdmin, type NewUser } from './change-users.repo.ts';
import { issueSetupCode } from './issue-setup-code.ts';
import { setupLink } from './setup-link.ts';
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

/**
 * The one-time link of the first SuperAdmin while nobody on the staff has a password yet, else null (DESIGN §3). Each call
 * replaces the link before. `publicUrl` is an origin without a final slash.
 */
export const ensureFirstAdmin = async (
  db: Db,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    await lockFirstAdmin(tx);
    if (await someUserHasPassword(tx)) return null;
    const accountId = (await userByUsername(tx, FIRST_ADMIN.username))?.id ?? (await insertUser(tx, FIRST_ADMIN, now));
    const code = await issueSetupCode(tx, { accountId, kind: 'staff', now });
    return setupLink(publicUrl, FIRST_ADMIN, code);
  });
