import type { Role } from './roles.ts';

/** The permissions of staff, by domain. An endpoint names the one it needs. */
export const PERMISSIONS = [
  'dashboard.read',
  'drivers.read',
  'drivers.search',
  'drivers.register',
  'drivers.remove',
  'drivers.password_code',
  'payments.read',
  'payments.receive',
  'payments.clear',
  'payments.reverse',
  'lookups.change',
  'users.read',
  'users.change',
  'roles.read',
  'audit.read',
  'outbox.read',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

const ALL: readonly Permission[] = PERMISSIONS;

/** The one table of roles and their permissions. A role not listed holds nothing. */
export const ROLE_PERMISSIONS: Partial<Record<Role, readonly Permission[]>> = {
  SuperAdmin: ALL,
  SystemAdmin: ALL,
  SuperUser: [
    'dashboard.read',
    'drivers.read',
    'drivers.search',
    'drivers.register',
    'payments.read',
    'payments.receive',
    'payments.clear',
    'users.read',
  ],
  Operations: ['dashboard.read'],
  Accounts: ['dashboard.read', 'users.read', 'roles.read'],
  Legal: ['dashboard.read', 'users.read', 'roles.read'],
  SystemUser: ['dashboard.read'],
};

export const holds = (role: Role, permission: Permission): boolean =>
  ROLE_PERMISSIONS[role]?.includes(permission) ?? false;
