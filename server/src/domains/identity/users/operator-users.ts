import type { Db } from '#db/database.ts';
import { audit, SERVER } from '#domains/audit';
import { setPasswordHash } from '../accounts/accounts.repo.ts';
import { changeAccount } from '../accounts/accounts.ts';
import type { Passwords } from '../passwords/password-hashing.ts';
import { hasSetupCode } from '../passwords/setup-codes.repo.ts';
import { issueSetupCode, setupLink } from '../passwords/setup-codes.ts';
import { dropSecondFactor } from './change-users.ts';
import { noteConfirmed } from './confirm-user.ts';
import { addUser, lockFirstAdmin, type NewStaffUser, userByUsername, usersWithPassword } from './users.repo.ts';

/** Gives an account a password without a setup code, as seeds do. */
export const givePassword = async (db: Db, passwords: Passwords, accountId: string, password: string): Promise<void> =>
  setPasswordHash(db, accountId, await passwords.withSlot((slot) => slot.hash(password), { account: accountId }));

const FIRST_ADMIN: NewStaffUser = {
  username: 'superadmin',
  role: 'SuperAdmin',
  first_name: 'Super',
  middle_name: '',
  last_name: 'Admin',
  email: '',
  mobile_number: '',
};

export type FirstAdmin = {
  username: string;
  /** The one-time link to set the password; null when an earlier one is still good. */
  link: string | null;
};

/**
 * The first SuperAdmin while no staff have a password, else null. A server that `isAlone` on its
 * database makes a new link at each start, in place of the former one; of several only one makes
 * a link, so that the one that the operator reads is good. `publicUrl` has no final slash.
 */
export const ensureFirstAdmin = async (
  db: Db,
  { publicUrl, isAlone, now }: { publicUrl: string; isAlone: boolean; now: Date },
): Promise<FirstAdmin | null> =>
  db.transaction().execute(async (tx) => {
    await lockFirstAdmin(tx);
    if ((await usersWithPassword(tx)).length > 0) return null;
    const { username } = FIRST_ADMIN;
    const accountId = (await userByUsername(tx, username))?.id ?? (await addUser(tx, FIRST_ADMIN, now));
    if (!isAlone && (await hasSetupCode(tx, accountId, now))) return { username, link: null };
    const code = await issueSetupCode(tx, { accountId, kind: 'staff', now });
    return { username, link: setupLink(publicUrl, FIRST_ADMIN, code) };
  });

/**
 * Lets a staff user of any rank in again, after any block, without a second factor, and answers a
 * one-time link for a new password; the present one stays good. Null when there is no such user.
 */
export const unlockUser = async (
  db: Db,
  { username, publicUrl, now }: { username: string; publicUrl: string; now: Date },
): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    const user = await userByUsername(tx, username.trim().toLowerCase());
    if (!user) return null;
    await changeAccount(tx, 'unblock', user.id);
    await dropSecondFactor(tx, user.id);
    const subject = { kind: 'user', id: user.id, name: user.login };
    await audit(tx, SERVER, { action: 'users.unlock', subject }, now);
    const code = await issueSetupCode(tx, { accountId: user.id, kind: 'staff', now });
    return setupLink(publicUrl, { ...user, username: user.login }, code);
  });

/**
 * Confirms on the server that a user is a person of their own, in an office without a third who
 * could. False when there is no such user.
 */
export const confirmByOperator = async (db: Db, username: string, now: Date): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const user = await userByUsername(tx, username.trim().toLowerCase());
    if (!user) return false;
    await noteConfirmed(tx, user.id, { by: { accountId: user.id }, now });
    const subject = { kind: 'user', id: user.id, name: user.login };
    await audit(tx, SERVER, { action: 'users.confirm', subject }, now);
    return true;
  });
