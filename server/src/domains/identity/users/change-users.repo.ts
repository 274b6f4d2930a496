import type { StaffRole } from '@banbo/contract';
import { sql, type Updateable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { type Account, insertAccount } from '../accounts/accounts.repo.ts';
import { clearCodeCounts } from '../second-factor/second-factor.repo.ts';

export type NewUser = {
  username: string;
  role: StaffRole;
  firstName: string;
  middleName: string;
  lastName: string;
  email: string;
  mobileNumber: string;
};

/** Adds a staff user without a password and answers the account's id. */
export const insertUser = async (db: Db, user: NewUser, now: Date): Promise<string> => {
  const accountId = await insertAccount(db, { kind: 'staff', login: user.username, role: user.role, now });
  await db
    .insertInto('staff_users')
    .values({
      account_id: accountId,
      first_name: user.firstName,
      middle_name: user.middleName,
      last_name: user.lastName,
      email: user.email,
      mobile_number: user.mobileNumber,
    })
    .execute();
  return accountId;
};

/** An arbitrary number, the same for every server that starts on this database. */
const FIRST_ADMIN_LOCK = 7_301;

/** Locks until the transaction's end, so that servers starting together make one first SuperAdmin. */
export const lockFirstAdmin = async (tx: Tx): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`.execute(tx);
};

type Profile = Omit<Updateable<Tables['staff_users']>, 'account_id'>;

export const updateProfile = async (db: Db, id: string, profile: Profile): Promise<void> => {
  await db.updateTable('staff_users').set(profile).where('account_id', '=', id).execute();
};

/** Sets a new role or status. The account's access tokens hold the old one and become invalid. */
export const updateRoleOrStatus = async (
  db: Db,
  id: string,
  change: { role?: StaffRole; status?: Account['status']; password_hash?: null },
): Promise<void> => {
  await db
    .updateTable('accounts')
    .set((eb) => ({ ...change, token_epoch: eb('token_epoch', '+', 1) }))
    .where('id', '=', id)
    .execute();
};

/** Resets the counts of the account's wrong passwords and codes, on all devices. */
export const clearCounters = async (db: Db, id: string): Promise<void> => {
  const cleared = { failed_logins: 0, blocked_until: null };
  await db.updateTable('accounts').set(cleared).where('id', '=', id).execute();
  await db.updateTable('known_devices').set(cleared).where('account_id', '=', id).execute();
  await clearCodeCounts(db, id);
};
