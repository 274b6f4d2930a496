import type { Db } from '#db/database.ts';
import { audit, SERVER } from '#domains/audit';
import { insertTenant, type NewTenant, setPasswordHash } from '../accounts/accounts.repo.ts';
import type { Passwords } from '../passwords/password-hashing.ts';
import { hasSetupCode } from '../passwords/setup-codes.repo.ts';
import { issueSetupCode, setupLink } from '../passwords/setup-codes.ts';
import { dropSecondFactor } from './change-users.ts';
import {
  clearCounters,
  insertUser,
  lockFirstAdmin,
  type NewUser,
  someUserHasPassword,
  updateRoleOrStatus,
  userByUsername,
} from './users.repo.ts';

/**
 * Adds a staff user of any rank, without a password; for the first start, seeds and tests. Answers the account's id.
 */
export const addUser = (db: Db, user: NewUser, now: Date): Promise<string> => insertUser(db, user, now);

/** Adds a tenant's sign-in, without a password, and answers the account's id. */
export const addTenant = (db: Db, tenant: NewTenant, now: Date): Promise<string> => insertTenant(db, tenant, now);

/** Gives an account a password without a setup code, as seeds do. */
export const givePassword = async (db: Db, passwords: Passwords, accountId: string, password: string): Promise<void> =>
  setPasswordHash(db, accountId, await passwords.withSlot((slot) => slot.hash(password), { account: accountId }));

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

/**
 * Lets a staff user of any rank in again, after any block, without a second factor, and answers a one-time link for a new
 * password; the present password stays good. Null when there is no such user. For the operator's `npm run unlock`.
 */
export const unlockUser = async (
  db: Db,
  { username, publicUrl, now }: { username: string; publicUrl: string; now: Date },
): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    const user = await userByUsername(tx, username.trim().toLowerCase());
    if (!user) return null;
    await updateRoleOrStatus(tx, user.id, { status: 'active' });
    await clearCounters(tx, user.id);
    await dropSecondFactor(tx, user.id);
    const subject = { kind: 'user', id: user.id, name: user.login };
    await audit(tx, SERVER, { action: 'users.unlock', subject }, now);
    const code = await issueSetupCode(tx, { accountId: user.id, kind: 'staff', now });
    const { login, first_name, middle_name, last_name, email } = user;
    const names = { firstName: first_name, middleName: middle_name, lastName: last_name };
    return setupLink(publicUrl, { username: login, ...names, email }, code);
  });
