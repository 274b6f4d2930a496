import type { StaffRole } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { insertAccount } from './accounts.repo.ts';

export type NewUser = {
  username: string;
  role: StaffRole;
  firstName: string;
  middleName: string;
  lastName: string;
  email: string;
  mobileNumber: string;
};

/** Adds a staff user without a password and gives the account's id. */
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

/** Any number, the same for every server that starts on this database. */
const FIRST_ADMIN_LOCK = 7_301;

/** Held to the transaction's end, so that servers starting together make one first SuperAdmin. */
export const lockFirstAdmin = async (tx: Tx): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`.execute(tx);
};

/** True when some staff user could sign in: it has a password and was not deleted. */
export const someUserHasPassword = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .select('id')
    .where('kind', '=', 'staff')
    .where('status', '<>', 'deleted')
    .where('password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The id of a username's account, or null. */
export const userIdOf = async (db: Db, username: string): Promise<string | null> => {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('kind', '=', 'staff')
    .where('login', '=', username)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
  return row?.id ?? null;
};
