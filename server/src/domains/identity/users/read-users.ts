import { fullName, holds, type ListQuery, type Permission, STAFF_ROLES, type User, userList } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { Refusal } from '#lib/refusal.ts';
import type { IdentityDeps } from '../deps.ts';
import { presentUser } from './users.present.ts';
import { type NamedStaff, staffById, staffOfRoles, userById, usersSql } from './users.repo.ts';

/** Staff users by name. */
export const usersSource = ({ now }: IdentityDeps): ListSource<ListQuery<typeof userList>, User> =>
  listSource(userList, usersSql, (rows) => rows.map((user) => presentUser(user, now())));

/** One staff user; 404 `not_found` when there is none. */
export const showUser = async (deps: IdentityDeps, id: string): Promise<User> => {
  const user = await userById(deps.db, id);
  if (!user) throw new Refusal('not_found', 'There is no such user.');
  return presentUser(user, deps.now());
};

type StaffName = { id: string; username: string; fullname: string };

const present = (user: NamedStaff): StaffName => ({ id: user.id, username: user.login, fullname: fullName(user) });

/** Staff as other domains name them, and to whom they may give work. */
export const staffDirectory = {
  /** The staff of these accounts by them, also deleted ones. */
  named: async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, StaffName>> =>
    new Map((await staffById(db, ids)).map((user) => [user.id, present(user)])),
  /** Active staff who hold the permission, by name. */
  holding: async (db: Db, permission: Permission): Promise<StaffName[]> => {
    const roles = STAFF_ROLES.filter((role) => holds(role, permission));
    return (await staffOfRoles(db, roles)).map(present);
  },
};
