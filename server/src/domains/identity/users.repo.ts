import type { StaffRole } from '@banbo/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { type Account, insertAccount } from './accounts.repo.ts';

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

/** A staff user with its account. */
export type User = Selectable<Tables['staff_users']> &
  Omit<Account, 'kind' | 'password_hash'> & { has_password: boolean };

const users = (db: Db) =>
  db
    .selectFrom('staff_users')
    .innerJoin('accounts', 'accounts.id', 'staff_users.account_id')
    .selectAll('staff_users')
    .select((eb) => [
      'accounts.id',
      'login',
      'role',
      'status',
      'failed_logins',
      'blocked_until',
      'token_epoch',
      'created_at',
      'last_login_at',
      eb('password_hash', 'is not', null).$castTo<boolean>().as('has_password'),
    ])
    .where('status', '<>', 'deleted');

export const userById = async (db: Db, id: string): Promise<User | null> =>
  (await users(db).where('accounts.id', '=', id).executeTakeFirst()) ?? null;

export const userByUsername = async (db: Db, username: string): Promise<User | null> =>
  (await users(db).where('kind', '=', 'staff').where('login', '=', username).executeTakeFirst()) ?? null;

/** The id of the user with the e-mail, in whatever case; or null. */
export const userIdByEmail = async (db: Db, email: string): Promise<string | null> => {
  const found = users(db).where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()));
  return (await found.executeTakeFirst())?.id ?? null;
};
