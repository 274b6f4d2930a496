import { isStaffRole, type Role, type StaffRole } from './roles.ts';

/** The permissions of those who keep the books. */
const BOOK_KEEPING = [
  'ledger.read',
  'books.read',
  'books.write',
  'books.approve',
  'books.chart',
  'books.close',
] as const;

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
  'payments.refund',
  'payments.waive',
  ...BOOK_KEEPING,
  'books.reopen',
  'devices.read',
  'devices.change',
  'tracking.read',
  'tracking.watch',
  'tracking.share',
  'tracking.change',
  'incidents.read',
  'incidents.answer',
  'incidents.private',
  'incidents.teams',
  'incidents.drill',
  'land.read',
  'land.write',
  'land.answer',
  'land.rent',
  'land.approve',
  'land.setup',
  'land.money',
  'land.receive',
  'land.refund',
  'prices.change',
  'lookups.change',
  'site.change',
  'contact.answer',
  'messages.change',
  'users.read',
  'users.change',
  'roles.read',
  'roles.change',
  'auditors.open',
  'approvals.read',
  'audit.read',
  'outbox.read',
  'jobs.read',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

export const isPermission = (name: string): name is Permission => (PERMISSIONS as readonly string[]).includes(name);

type Words = {
  of: string;
  may: string;
  /**
   * True of those over money, people, their privacy and sign-ins, and roles: it takes two people to
   * grant or withdraw them.
   */
  needsTwo?: true;
};

const withTwo = (of: string, may: string): Words => ({ of, may, needsTwo: true });

/** Permissions in the words of the people who have them, under the domain they belong to. */
export const PERMISSION_LABELS: Readonly<Record<Permission, Words>> = {
  'dashboard.read': { of: 'Dashboard', may: 'see' },
  'drivers.read': { of: 'Drivers', may: 'see' },
  'drivers.search': { of: 'Drivers', may: 'search' },
  'drivers.register': { of: 'Drivers', may: 'register' },
  'drivers.change': { of: 'Drivers', may: 'change, and add cars' },
  'drivers.remove': { of: 'Drivers', may: 'remove and restore' },
  'drivers.merge': withTwo('Drivers', 'merge duplicates'),
  'drivers.import': withTwo('Drivers', 'import from files'),
  'drivers.privacy': withTwo('Drivers', 'export and erase a person’s data, and see who viewed it'),
  'drivers.password_code': withTwo('Drivers', 'make new password codes'),
  'payments.read': { of: 'Payments', may: 'see' },
  'payments.receive': withTwo('Payments', 'receive at the desk, capture MoMo, enter claims'),
  'payments.clear': withTwo('Payments', 'clear, reject and correct claims, import statements'),
  'payments.reverse': withTwo('Payments', 'reverse'),
  'payments.refund': withTwo('Payments', 'refund, and pay refunds out'),
  'payments.waive': withTwo('Payments', 'waive what is missing, write debts off'),
  'ledger.read': { of: 'Books', may: 'see ledger accounts' },
  'books.read': { of: 'Books', may: 'see statements, expenditure and revenue' },
  'books.write': withTwo('Books', 'write journals and expenses'),
  'books.approve': withTwo('Books', 'approve journals and expenses of money'),
  'books.chart': { of: 'Books', may: 'change the chart of accounts' },
  'books.close': { of: 'Books', may: 'close months' },
  'books.reopen': withTwo('Books', 'reopen months'),
  'devices.read': { of: 'Devices', may: 'see' },
  'devices.change': { of: 'Devices', may: 'add, import, fit, take out and change' },
  'tracking.read': { of: 'Tracker map', may: 'see where cars are and were' },
  'tracking.watch': { of: 'Tracker map', may: 'close what the watch over trackers found' },
  'tracking.share': { of: 'Tracker map', may: 'declare a car stolen, and share where it is' },
  'tracking.change': { of: 'Tracker map', may: 'draw paths and stops, and see the secrets of feeds' },
  'incidents.read': { of: 'Emergencies', may: 'see' },
  'incidents.answer': { of: 'Emergencies', may: 'answer, and go on shift' },
  'incidents.private': withTwo('Emergencies', 'see places and next of kin'),
  'incidents.teams': { of: 'Emergencies', may: 'add and change response teams and their duties' },
  'incidents.drill': { of: 'Emergencies', may: 'start drills' },
  'land.read': { of: 'Land', may: 'see plots, tenants and applications' },
  'land.write': {
    of: 'Land',
    may: 'add plots, change tenants, enter applications, import registers, issue papers and slip codes',
  },
  'land.answer': withTwo('Land', 'decide on tenants’ requests and sign-ins, and answer their messages'),
  'land.rent': { of: 'Land', may: 'raise ground rent and penalties, and remind tenants' },
  'land.approve': withTwo('Land', 'decide on applications, place and remove caveats, review rents and cancel charges'),
  'land.setup': {
    of: 'Land',
    may: 'change zones, lease rules, penalties, and the papers, fees and days of applications',
  },
  'land.money': { of: 'Land', may: 'see payments, receipts and reports of money' },
  'land.receive': withTwo('Land', 'receive payments'),
  'land.refund': withTwo('Land', 'refund payments, pay refunds out'),
  'prices.change': withTwo('Payment types and prices', 'change'),
  'lookups.change': { of: 'Lists of choices', may: 'change' },
  'site.change': withTwo('Company settings', 'change, the MoMo numbers too'),
  'contact.answer': { of: 'Contact messages', may: 'see and answer' },
  'messages.change': withTwo('Messages', 'change their words, send again, stop and let go'),
  'users.read': { of: 'System users', may: 'see' },
  'users.change': withTwo('System users', 'add and change'),
  'roles.read': { of: 'System roles', may: 'see' },
  'roles.change': withTwo('System roles', 'change what roles may do'),
  'auditors.open': withTwo('Auditors', 'open and end their sign-ins'),
  'approvals.read': { of: 'Approvals', may: 'see, and decide on what one may change oneself' },
  'audit.read': { of: 'Audit log', may: 'see' },
  'outbox.read': withTwo('Messages', 'see'),
  'jobs.read': { of: 'Jobs', may: 'see, and try failed ones again' },
};

/** `Payments: reverse`. */
export const permissionInWords = (permission: Permission): string =>
  `${PERMISSION_LABELS[permission].of}: ${PERMISSION_LABELS[permission].may}`;

/** Every role of staff keeps it, since a sign-in leads to the dashboard. */
export const FIXED_PERMISSION: Permission = 'dashboard.read';

const ALL: readonly Permission[] = PERMISSIONS;

/** The permissions of those who work at the desk of the land side. */
const LAND_DESK = ['land.read', 'land.write'] as const;

/** The permissions of those who receive what is paid for land. */
const LAND_MONEY = ['land.money', 'land.receive'] as const;

/** The permissions that SuperAdmin alone has by default. */
const SUPER_ADMINS_OWN: readonly Permission[] = ['roles.change', 'auditors.open', 'incidents.drill', 'books.reopen'];

/** The company's own table: permissions of staff until somebody grants or withdraws. */
export const DEFAULT_PERMISSIONS: Readonly<Record<StaffRole, readonly Permission[]>> = {
  SuperAdmin: ALL,
  SystemAdmin: ALL.filter((permission) => !SUPER_ADMINS_OWN.includes(permission)),
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
    ...BOOK_KEEPING,
    'devices.read',
    'devices.change',
    'tracking.read',
    'tracking.watch',
    'tracking.share',
    'incidents.read',
    'incidents.answer',
    'incidents.private',
    'incidents.teams',
    ...LAND_DESK,
    'land.answer',
    'land.rent',
    'land.approve',
    ...LAND_MONEY,
    'prices.change',
    'users.read',
    'roles.read',
    'approvals.read',
  ],
  Operations: ['dashboard.read', 'ledger.read', ...LAND_DESK, 'land.money'],
  Accounts: [
    'dashboard.read',
    'payments.read',
    ...BOOK_KEEPING,
    ...LAND_DESK,
    'land.answer',
    ...LAND_MONEY,
    'land.rent',
    'land.refund',
    'approvals.read',
    'users.read',
    'roles.read',
  ],
  Legal: [
    'dashboard.read',
    ...LAND_DESK,
    'land.answer',
    'land.approve',
    ...LAND_MONEY,
    'users.read',
    'roles.read',
    'approvals.read',
  ],
  SystemUser: ['dashboard.read'],
};

/** The permissions of every auditor. Nobody adds to them or takes from them. */
export const AUDITOR_PERMISSIONS: readonly Permission[] = ['ledger.read', 'books.read'];

/** Permissions that a role was given beyond its default (true), or that it lost of it (false). */
export type RoleDifferences = Readonly<Partial<Record<Permission, boolean>>>;

const NONE: readonly Permission[] = [];

/** True where approvals are always seen, so that no change waits for people who cannot see it. */
export const seesApprovals = (held: readonly Permission[]): boolean =>
  held.some((permission) => PERMISSION_LABELS[permission].needsTwo);

/** The permissions of a role, in the order of `PERMISSIONS`; members and tenants hold none. */
export const permissionsOf = (role: Role, differences: RoleDifferences | null = null): readonly Permission[] => {
  if (role === 'Auditor') return AUDITOR_PERMISSIONS;
  if (!isStaffRole(role)) return NONE;
  const own = DEFAULT_PERMISSIONS[role];
  if (!differences) return own;
  const held = PERMISSIONS.filter((permission) => differences[permission] ?? own.includes(permission));
  return seesApprovals(held) ? PERMISSIONS.filter((one) => one === 'approvals.read' || held.includes(one)) : held;
};

/** Somebody with the permissions that their role has now. */
export type Permitted = { permissions: readonly Permission[] };

export const holds = ({ permissions }: Permitted, permission: Permission): boolean => permissions.includes(permission);
