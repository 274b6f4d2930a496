import type { ListQuery, Role, StaffRole, userList } from '@banbo/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { equals } from '#db/list/list-sql.ts';
import { among } from '#db/records.ts';
import { insertAccount } from '../accounts/accounts.repo.ts';
import { clearCodeCounts, hasSecondFactor, needsSecondFactor } from '../second-factor/second-factor.repo.ts';

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
    .select(sql<string>`coalesce(nullif(last_name, ''), first_name)`.as('sorted_name'))
    .select([hasSecondFactor.as('has_second_factor'), needsSecondFactor.as('needs_second_factor')])
    .select((eb) => [
      eb.ref('role').$castTo<StaffRole>().as('role'),
      eb('password_hash', 'is not', null).$castTo<boolean>().as('has_password'),
    ])
    .where('status', '<>', sql.lit('deleted'));

/** A staff user with its account. `blocked_until` is the latest block by wrong passwords. */
export type UserRow = Awaited<ReturnType<ReturnType<typeof users>['execute']>>[number];

export const userById = async (db: Db, id: string): Promise<UserRow | null> =>
  (await users(db).where('accounts.id', '=', id).executeTakeFirst()) ?? null;

/** The user, locked until the transaction ends, so that its rank cannot change meanwhile. */
export const lockUser = async (tx: Db, id: string): Promise<UserRow | null> =>
  (await users(tx).where('accounts.id', '=', id).forUpdate().executeTakeFirst()) ?? null;

export const userByUsername = async (db: Db, username: string): Promise<UserRow | null> =>
  (await users(db).where('kind', '=', sql.lit('staff')).where('login', '=', username).executeTakeFirst()) ?? null;

/** The user with the e-mail, in any case; or null. */
export const userByEmail = async (db: Db, email: string): Promise<UserRow | null> => {
  const found = users(db).where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()));
  return (await found.executeTakeFirst()) ?? null;
};

/** The active users of a role, who may have no password yet. */
export const activeUsersOfRole = (db: Db, role: StaffRole): Promise<UserRow[]> =>
  users(db).where('role', '=', role).where('status', '=', sql.lit('active')).orderBy('accounts.id').execute();

const SEARCHED = sql<string>`lower(concat_ws(' ', login, first_name, middle_name, last_name, email))`;

/** A company's staff are hundreds at most, so each is looked at, and any order will do. */
export const usersSql: ListSql<ListQuery<typeof userList>, UserRow> = {
  rows: users,
  filters: {
    search: (text) => sql`strpos(${SEARCHED}, ${text.toLowerCase()}) > 0`,
    user_role: equals('role'),
  },
  sorts: {
    name: ['sorted_name', 'first_name', 'accounts.id'],
    username: ['login', 'accounts.id'],
    last_login: ['last_login_at', 'accounts.id'],
  },
};

/** The staff users who have a password. */
export const usersWithPassword = (db: Db): Promise<UserRow[]> =>
  users(db).where('password_hash', 'is not', null).execute();

type Profile = Omit<Selectable<Tables['staff_users']>, 'account_id'>;
export type NewStaffUser = Profile & { username: string; role: StaffRole };

/** Adds a staff user of any rank, without a password, and answers the account's id. */
export const addUser = async (db: Db, { username, role, ...profile }: NewStaffUser, now: Date): Promise<string> => {
  const account_id = await insertAccount(db, { kind: 'staff', login: username, role, now });
  await db
    .insertInto('staff_users')
    .values({ ...profile, account_id })
    .execute();
  return account_id;
};

/** An arbitrary number, the same for every server that starts on this database. */
const FIRST_ADMIN_LOCK = 7_301;

/** Locks until the transaction ends: servers that start together make one first SuperAdmin. */
export const lockFirstAdmin = async (tx: Tx): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`.execute(tx);
};

export const updateProfile = async (db: Db, id: string, profile: Partial<Profile>): Promise<void> => {
  await db.updateTable('staff_users').set(profile).where('account_id', '=', id).execute();
};

/** Sets a new role. The account's access tokens hold the old one and become invalid. */
export const updateRole = async (db: Db, id: string, role: StaffRole): Promise<void> => {
  await db
    .updateTable('accounts')
    .set((eb) => ({ role, token_epoch: eb('token_epoch', '+', 1) }))
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

const staff = (db: Db) =>
  db
    .selectFrom('staff_users')
    .innerJoin('accounts', 'accounts.id', 'staff_users.account_id')
    .select(['accounts.id', 'login', 'first_name', 'middle_name', 'last_name']);

export const staffById = (db: Db, ids: readonly string[]) => staff(db).where(among('accounts.id', { ids })).execute();

/** The addresses and numbers of active staff. */
export const contactsOfStaff = (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; email: string; mobile_number: string }[]> =>
  db
    .selectFrom('staff_users')
    .innerJoin('accounts', 'accounts.id', 'staff_users.account_id')
    .select(['accounts.id', 'email', 'mobile_number'])
    .where(among('accounts.id', { ids }))
    .where('status', '=', sql.lit('active'))
    .execute();

/** Staff of these usernames, also deleted ones. */
export const staffByLogins = (db: Db, logins: readonly string[]) =>
  staff(db).where(sql<boolean>`lower(login) = ANY(${logins}::text[])`).execute();

/** Active staff of these roles, by name; a company's staff are hundreds at most. */
export const staffOfRoles = (db: Db, roles: readonly Role[]) =>
  staff(db)
    .where('status', '=', sql.lit('active'))
    .where('role', 'in', roles)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('accounts.id')
    .execute();

/** Active staff of these roles who have a password, so that they can sign in. */
export const staffWithPassword = (db: Db, roles: readonly Role[]): Promise<{ id: string; role: Role }[]> =>
  db
    .selectFrom('accounts')
    .select(['id', 'role'])
    .where('kind', '=', sql.lit('staff'))
    .where('status', '=', sql.lit('active'))
    .where('password_hash', 'is not', null)
    .where('role', 'in', roles)
    .orderBy('id')
    .execute();
