import type { Role } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { among } from '#db/records.ts';

const staff = (db: Db) =>
  db
    .selectFrom('staff_users')
    .innerJoin('accounts', 'accounts.id', 'staff_users.account_id')
    .select(['accounts.id', 'login', 'first_name', 'middle_name', 'last_name']);

export type NamedStaff = Awaited<ReturnType<ReturnType<typeof staff>['execute']>>[number];

/** The staff of these accounts, also deleted ones. */
export const staffById = (db: Db, ids: readonly string[]): Promise<NamedStaff[]> =>
  staff(db).where(among('accounts.id', { ids })).execute();

/** Active staff of these roles, by name; a company's staff are hundreds at most. */
export const staffOfRoles = (db: Db, roles: readonly Role[]): Promise<NamedStaff[]> =>
  staff(db)
    .where('status', '=', 'active')
    .where('role', 'in', roles)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('accounts.id')
    .execute();
