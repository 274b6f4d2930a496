import {
  FIXED_PERMISSION,
  isStaffRole,
  outranks,
  PERMISSION_LABELS,
  type Permission,
  permissionsOf,
  ROLE_RANK,
  ROLES,
  type Role,
  RoleChange,
  type RoleRecord,
  STAFF_ROLES,
  type StaffRole,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { waitingOfKinds } from '#domains/approvals';
import type { Caller } from '#lib/caller.ts';
import { roleDifferences } from './roles.repo.ts';

/** The permissions that a role has now, read anew. */
export const permissionsNow = async (db: Db, role: Role): Promise<readonly Permission[]> =>
  permissionsOf(role, isStaffRole(role) ? (await roleDifferences(db))[role] : null);

/** The permissions that take two people and a role has beyond the one before it. */
export const gainedOfTwo = async (
  db: Db,
  { role, before }: { role: StaffRole; before?: StaffRole },
): Promise<Permission[]> => {
  const had = before === undefined ? [] : await permissionsNow(db, before);
  const now = await permissionsNow(db, role);
  return now.filter((one) => PERMISSION_LABELS[one].needsTwo && !had.includes(one));
};

/** The roles of staff that hold a permission now. */
export const rolesHolding = async (db: Db, permission: Permission): Promise<StaffRole[]> => {
  const differences = await roleDifferences(db);
  return STAFF_ROLES.filter((role) => permissionsOf(role, differences[role]).includes(permission));
};

/** Those that a giver may grant to a role or withdraw from it: what they hold, below their rank. */
export const changeableBy = (giver: { role: Role; permissions: readonly Permission[] }, role: Role): Permission[] =>
  giver.permissions.includes('roles.change') && isStaffRole(role) && outranks(giver.role, role)
    ? giver.permissions.filter((permission) => permission !== FIXED_PERMISSION)
    : [];

/** The kind of approval that a change of a role's permissions waits for. */
export const ROLE_CHANGE = 'roles.change';

const presentWaiting = (approval: { id: string; input: unknown } | undefined): RoleRecord['waiting'] => {
  const { data } = RoleChange.safeParse(approval?.input);
  return approval && data ? { approval_id: approval.id, granted: data.granted, withdrawn: data.withdrawn } : null;
};

/** Every role with its permissions, as the caller sees it. */
export const listRoles = async (db: Db, caller: Caller): Promise<RoleRecord[]> => {
  const differences = await roleDifferences(db);
  const waiting = new Map((await waitingOfKinds(db, [ROLE_CHANGE])).map((one) => [one.subject_id, one]));
  return ROLES.map((role) => ({
    user_role: role,
    rank: ROLE_RANK[role],
    permissions: [...permissionsOf(role, isStaffRole(role) ? differences[role] : null)],
    default_permissions: [...permissionsOf(role)],
    changeable: changeableBy(caller, role),
    waiting: presentWaiting(waiting.get(role)),
    assignable: isStaffRole(role) && outranks(caller.role, role),
  }));
};
