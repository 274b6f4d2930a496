import { fullName, holds, type Permission, STAFF_ROLES } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type NamedStaff, staffById, staffOfRoles } from './staff-directory.repo.ts';

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
