/** Staff, tenant and member roles with their ranks; a lower number stands higher. */
export const ROLE_RANK = {
  SuperAdmin: 1000,
  SystemAdmin: 2000,
  SuperUser: 3000,
  Operations: 4000,
  Accounts: 5000,
  Legal: 6000,
  SystemUser: 7000,
  Member: 8000,
  /** Of an auditor's sign-in, which nobody gives or takes as a role. */
  Auditor: 9000,
  Tenant: 9999,
} as const;

export type Role = keyof typeof ROLE_RANK;

export const ROLES = Object.keys(ROLE_RANK) as [Role, ...Role[]];

export const STAFF_ROLES = [
  'SuperAdmin',
  'SystemAdmin',
  'SuperUser',
  'Operations',
  'Accounts',
  'Legal',
  'SystemUser',
] as const satisfies readonly Role[];

export type StaffRole = (typeof STAFF_ROLES)[number];

/** Those who work in the office: staff, and an auditor for some days. */
export type OfficeRole = StaffRole | 'Auditor';

export const isOfficeRole = (role: Role): role is OfficeRole => role === 'Auditor' || isStaffRole(role);

export const isStaffRole = (role: Role): role is StaffRole => (STAFF_ROLES as readonly Role[]).includes(role);

/**
 * True when `actor` stands strictly above `other`. Staff may change only users below their own
 * rank.
 */
export const outranks = (actor: Role, other: Role): boolean => ROLE_RANK[actor] < ROLE_RANK[other];
