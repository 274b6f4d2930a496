import { fullName, type ListQuery, type Permission, type ShownUser, type User, userList } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { unconfirmedAccounts } from '#domains/approvals';
import type { Caller } from '#lib/caller.ts';
import { withIsoDates } from '#lib/iso-dates.ts';
import { Refusal } from '#lib/refusal.ts';
import { presentOf } from '#lib/values.ts';
import { rolesHolding } from '../roles/role-permissions.ts';
import {
  contactsOfStaff,
  staffById,
  staffByLogins,
  staffOfRoles,
  staffWithPassword,
  type UserRow,
  userById,
  usersSql,
} from './users.repo.ts';

/** `a***@example.com`: enough for its owner to recognise it. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1***');

/** In the order of the schema's fields, since a repeated call gets its answer as it was kept. */
export const presentUser = (user: UserRow, now: Date): User => {
  const { id, login: username, first_name, middle_name, last_name, email, mobile_number, ...row } = withIsoDates(user);
  const locked_until = user.blocked_until !== null && user.blocked_until > now ? row.blocked_until : null;
  const unblocked = locked_until ? 'locked' : row.has_password ? 'active' : 'invited';
  return {
    ...{ id, username, first_name, middle_name, last_name, fullname: fullName(user), email, mobile_number },
    ...{ user_role: row.role, status: row.status === 'blocked' ? 'blocked' : unblocked, locked_until },
    ...{ second_factor: row.has_second_factor, created_at: row.created_at, last_login_at: row.last_login_at },
  };
};

/** A staff user as their page shows them; null when there is none. */
export const showUser = async (db: Db, { id, now }: { id: string; now: Date }): Promise<ShownUser | null> => {
  const user = await userById(db, id);
  return user && { ...presentUser(user, now), is_confirmed: !(await unconfirmedAccounts(db)).has(id) };
};

/** The caller's own record, by `find`; 404 `not_found` for members and tenants. */
export const staffUser = async (db: Db, { accountId }: Caller, find = userById): Promise<UserRow> => {
  const user = await find(db, accountId);
  if (!user) throw new Refusal('not_found', 'You have no record as a staff user.');
  return user;
};

export const usersSource = (now: () => Date): ListSource<ListQuery<typeof userList>, User> =>
  listSource(userList, usersSql, (rows) => rows.map((user) => presentUser(user, now())));

type NamedStaff = Awaited<ReturnType<typeof staffById>>[number];

const nameOf = (user: NamedStaff) => ({ id: user.id, username: user.login, fullname: fullName(user) });
type StaffName = ReturnType<typeof nameOf>;

/** Staff as other domains name them, and to whom they may give work. */
export const staffDirectory = {
  /** The staff of these accounts by them, also deleted ones; null is nobody's. */
  named: async (db: Db, ids: readonly (string | null)[]): Promise<ReadonlyMap<string | null, StaffName>> => {
    const asked = presentOf(ids);
    return new Map((asked.length > 0 ? await staffById(db, asked) : []).map((user) => [user.id, nameOf(user)]));
  },
  /** The full names of the staff with these usernames, in lower case, by them. */
  namedBy: async (db: Db, logins: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Map((await staffByLogins(db, logins)).map((user) => [user.login.toLowerCase(), fullName(user)])),
  /** How active staff of these accounts are reached, by them. */
  contactsOf: async (db: Db, ids: readonly string[]) =>
    new Map((await contactsOfStaff(db, ids)).map(({ id, ...contact }) => [id, contact])),
  /** Active staff who hold the permission, by name. */
  holding: async (db: Db, permission: Permission): Promise<StaffName[]> =>
    (await staffOfRoles(db, await rolesHolding(db, permission))).map(nameOf),
  /** Active staff with a password who hold the permission. */
  ableTo: async (db: Db, permission: Permission) => staffWithPassword(db, await rolesHolding(db, permission)),
};
