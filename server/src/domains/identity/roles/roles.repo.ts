import { type Permission, type RoleDifferences, STAFF_ROLES, type StaffRole } from '@banbo/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

/** Any role of staff but SuperAdmin, which has every permission. */
export type ChangeableRole = Selectable<Tables['role_permissions']>['role'];

/** How the permissions of `accounts.role` differ from the default; null for most roles. */
export const differencesOfAccount = sql<RoleDifferences | null>`(
  SELECT jsonb_object_agg(permission, is_granted) FROM role_permissions WHERE role_permissions.role = accounts.role)`;

/** The differences of every role that has some. */
export const roleDifferences = async (db: Db): Promise<Partial<Record<StaffRole, RoleDifferences>>> => {
  const rows = await db.selectFrom('role_permissions').selectAll().execute();
  return Object.fromEntries(
    STAFF_ROLES.map((role) => [
      role,
      Object.fromEntries(
        rows.filter((row) => row.role === role).map(({ permission, is_granted }) => [permission, is_granted]),
      ),
    ]),
  );
};

/** An arbitrary number, the same for every server. */
const ROLES_LOCK = 7_302;

/** Locks the permissions of all roles until the transaction ends. */
export const lockRoles = async (tx: Tx): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(${ROLES_LOCK})`.execute(tx);
};

/** Stores differences of a role; null removes one, so that the default holds again. */
export const storeDifferences = async (
  tx: Tx,
  role: ChangeableRole,
  differences: ReadonlyMap<Permission, boolean | null>,
): Promise<void> => {
  const all = [...differences];
  await tx
    .deleteFrom('role_permissions')
    .where('role', '=', role)
    .where(
      'permission',
      'in',
      all.map(([permission]) => permission),
    )
    .execute();
  const rows = all.flatMap(([permission, is_granted]) =>
    is_granted === null ? [] : [{ role, permission, is_granted }],
  );
  if (rows.length > 0) await tx.insertInto('role_permissions').values(rows).execute();
};
