import type { Page, StaffRole } from '@banbo/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { Account } from '../accounts/accounts.repo.ts';

/** A staff user with its account. `blocked_until` is the latest of all blocks by wrong passwords, on any device. */
export type User = Selectable<Tables['staff_users']> &
  Pick<Account, 'id' | 'login' | 'status' | 'blocked_until' | 'created_at' | 'last_login_at'> & {
    role: StaffRole;
    has_password: boolean;
  };

/** The latest end of a block by wrong passwords, of the account or of one of its known devices. */
const latestBlock = sql<Date | null>`greatest(accounts.blocked_until, (
  SELECT max(known_devices.blocked_until) FROM known_devices WHERE known_devices.account_id = accounts.id
))`;

const users = (db: Db) =>
  db
    .selectFrom('staff_users')
    .innerJoin('accounts', 'accounts.id', 'staff_users.account_id')
    .selectAll('staff_users')
    .select(['accounts.id', 'login', 'status', 'created_at', 'last_login_at', latestBlock.as('blocked_until')])
    .select((eb) => [
      eb.ref('role').$castTo<StaffRole>().as('role'),
      eb('password_hash', 'is not', null).$castTo<boolean>().as('has_password'),
    ])
    .where('status', '<>', 'deleted');

export const userById = async (db: Db, id: string): Promise<User | null> =>
  (await users(db).where('accounts.id', '=', id).executeTakeFirst()) ?? null;

/** The user, locked until the transaction ends, so that its rank cannot change meanwhile. */
export const lockUser = async (tx: Tx, id: string): Promise<User | null> =>
  (await users(tx).where('accounts.id', '=', id).forUpdate().executeTakeFirst()) ?? null;

export const userByUsername = async (db: Db, username: string): Promise<User | null> =>
  (await users(db).where('kind', '=', 'staff').where('login', '=', username).executeTakeFirst()) ?? null;

/** The id of the user with the e-mail, in any case; or null. */
export const userIdByEmail = async (db: Db, email: string): Promise<string | null> => {
  const found = users(db).where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()));
  return (await found.executeTakeFirst())?.id ?? null;
};

export type UserFilter = { search?: string | undefined; user_role?: StaffRole | undefined };

const matching = (db: Db, { search, user_role }: UserFilter) => {
  const text = sql<string>`lower(concat_ws(' ', login, first_name, middle_name, last_name, email))`;
  let found = users(db);
  if (user_role !== undefined) found = found.where('role', '=', user_role);
  if (search) found = found.where(sql<boolean>`strpos(${text}, ${search.toLowerCase()}) > 0`);
  return found;
};

/**
 * A page of users by name, and the filter's count. A company has hundreds of staff at most, so the query reads them
 * all.
 */
export const pageOfUsers = async (db: Db, filter: UserFilter, { page, size }: Page) => {
  const found = matching(db, filter);
  const { count } = await found
    .clearSelect()
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('accounts.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { rows, count: Number(count) };
};

/** True when some staff user could sign in: one with a password that was not deleted. */
export const someUserHasPassword = async (db: Db): Promise<boolean> =>
  (await users(db).where('password_hash', 'is not', null).limit(1).executeTakeFirst()) !== undefined;
