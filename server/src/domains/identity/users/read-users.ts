import { fullName, holds, type ListQuery, type Permission, STAFF_ROLES, type User, userList } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { staffById, staffOfRoles, type UserRow, usersSql } from './users.repo.ts';

/** `a***@example.com`: enough for its owner to recognise it. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1***');

export const presentUser = (user: UserRow, now: Date): User => {
  const lockedUntil = user.blocked_until !== null && user.blocked_until > now ? user.blocked_until : null;
  const unblocked = lockedUntil ? 'locked' : user.has_password ? 'active' : 'invited';
  return {
    id: user.id,
    username: user.login,
    first_name: user.first_name,
    middle_name: user.middle_name,
    last_name: user.last_name,
    fullname: fullName(user),
    email: user.email,
    mobile_number: user.mobile_number,
    user_role: user.role,
    status: user.status === 'blocked' ? 'blocked' : unblocked,
    locked_until: lockedUntil?.toISOString() ?? null,
    second_factor: user.has_second_factor,
    created_at: user.created_at.toISOString(),
    last_login_at: user.last_login_at?.toISOString() ?? null,
  };
};

/** Staff users by name. */
export const usersSource = (now: () => Date): ListSource<ListQuery<typeof userList>, User> =>
  listSource(userList, usersSql, (rows) => rows.map((user) => presentUser(user, now())));

type StaffName = { id: string; username: string; fullname: string };
type NamedStaff = Awaited<ReturnType<typeof staffById>>[number];

const nameOf = (user: NamedStaff): StaffName => ({ id: user.id, username: user.login, fullname: fullName(user) });

/** Staff as other domains name them, and to whom they may give work. */
export const staffDirectory = {
  /** The staff of these accounts by them, also deleted ones; null is nobody's. */
  named: async (db: Db, ids: readonly (string | null)[]): Promise<ReadonlyMap<string | null, StaffName>> => {
    const asked = [...new Set(ids)].filter((id) => id !== null);
    return new Map((asked.length > 0 ? await staffById(db, asked) : []).map((user) => [user.id, nameOf(user)]));
  },
  /** Active staff who hold the permission, by name. */
  holding: async (db: Db, permission: Permission): Promise<StaffName[]> =>
    (
      await staffOfRoles(
        db,
        STAFF_ROLES.filter((role) => holds(role, permission)),
      )
    ).map(nameOf),
};
