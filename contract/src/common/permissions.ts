import type { Role } from './roles.ts';

/** The permissions of staff, by domain. An endpoint names the one it needs. */
export const PERMISSIONS = [
  'dashboard.read',
  'drivers.read',
  'drivers.search',
  'drivers.register',
  'drivers.change',
  'drivers.remove',
  'drivers.merge',
  'drivers.import',
  'drivers.privacy',
  'drivers.password_code',
  'payments.read',
  'payments.receive',
  'payments.clear',
  'payments.reverse',
  'prices.change',
  'lookups.change',
  'site.change',
  'contact.answer',
  'messages.change',
  'users.read',
  'users.change',
  'roles.read',
  'approvals.read',
  'audit.read',
  'outbox.read',
  'jobs.read',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Permissions in the words of the people who have them, under the domain they belong to. */
export const PERMISSION_LABELS: Readonly<Record<Permission, { of: string; may: string }>> = {
  'dashboard.read': { of: 'Dashboard', may: 'see' },
  'drivers.read': { of: 'Drivers', may: 'see' },
  'drivers.search': { of: 'Drivers', may: 'search' },
  'drivers.register': { of: 'Drivers', may: 'register' },
  'drivers.change': { of: 'Drivers', may: 'change, and add cars' },
  'drivers.remove': { of: 'Drivers', may: 'remove and restore' },
  'drivers.merge': { of: 'Drivers', may: 'merge duplicates' },
  'drivers.import': { of: 'Drivers', may: 'import from files' },
  'drivers.privacy': { of: 'Drivers', may: 'give out and erase a person’s data, and see who looked at it' },
  'drivers.password_code': { of: 'Drivers', may: 'make new password codes' },
  'payments.read': { of: 'Payments', may: 'see' },
  'payments.receive': { of: 'Payments', may: 'receive' },
  'payments.clear': { of: 'Payments', may: 'clear and reject' },
  'payments.reverse': { of: 'Payments', may: 'reverse' },
  'prices.change': { of: 'Payment types and prices', may: 'change' },
  'lookups.change': { of: 'Lists of choices', may: 'change' },
  'site.change': { of: 'Company settings', may: 'change' },
  'contact.answer': { of: 'Contact messages', may: 'see and answer' },
  'messages.change': { of: 'Messages', may: 'change their words, send again, stop and let go' },
  'users.read': { of: 'System users', may: 'see' },
  'users.change': { of: 'System users', may: 'add and change' },
  'roles.read': { of: 'System roles', may: 'see' },
  'approvals.read': { of: 'Approvals', may: 'see, and decide on what one may change oneself' },
  'audit.read': { of: 'Audit log', may: 'see' },
  'outbox.read': { of: 'Messages', may: 'see' },
  'jobs.read': { of: 'Jobs', may: 'see, and try failed ones again' },
};

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
    'drivers.change',
    'contact.answer',
    'payments.read',
    'payments.receive',
    'payments.clear',
    'prices.change',
    'users.read',
    'approvals.read',
  ],
  Operations: ['dashboard.read'],
  Accounts: ['dashboard.read', 'users.read', 'roles.read'],
  Legal: ['dashboard.read', 'users.read', 'roles.read'],
  SystemUser: ['dashboard.read'],
};

export const holds = (role: Role, permission: Permission): boolean =>
  ROLE_PERMISSIONS[role]?.includes(permission) ?? false;
