import { FEES } from '../payments/sums.ts';
import { DEFAULT_PERMISSIONS, holds, type Permission, type Permitted } from './permissions.ts';
import type { StaffRole } from './roles.ts';

/** The two sides of the business, each with its own menu. */
export const SIDES = ['drivers', 'land'] as const;
export type Side = (typeof SIDES)[number];

/** The groups of the menus with their headings; two sides may have a group of one heading each. */
const GROUPS = {
  home: 'Home',
  landHome: 'Home',
  registration: 'Registration',
  payments: 'Payments',
  ledger: 'Ledger',
  paymentSetup: 'Payment Setup',
  driverResponses: 'Responses',
  contact: 'Contact',
  admin: 'System Admin',
  landAdmin: 'System Admin',
  tenants: 'Tenants',
  tenantUpdates: 'Tenant Updates',
  approvals: 'Approvals',
  landResponses: 'Responses',
  accounts: 'Accounts',
  limitedAccounts: 'Accounts',
  cases: 'Court Cases',
  reports: 'Reports',
  account: 'Account',
} as const;
type Group = keyof typeof GROUPS;
/** `personal` lists a page in the menu of the person, where no other menu of theirs lists it. */
type Place = Group | 'personal';

export type OfficePage = {
  title: string;
  /** The permission that opens it, or any staff. */
  needs: Permission | 'staff';
  /** The menus that list it, in the order of the pages, by its label (by default the title). */
  menus: readonly Place[];
  label: string;
};

const page = (
  title: string,
  needs: OfficePage['needs'],
  menus: Place | readonly Place[] = [],
  label = title,
): OfficePage => ({ title, needs, menus: [menus].flat(), label });

/**
 * Every office page by path: routes, guards, titles and menus come from it. The screens are in
 * `web/app/routes/office/screens.tsx`.
 */
export const OFFICE_PAGES = {
  dashboard: page('Dashboard', 'dashboard.read', 'home'),
  'admin/dashboard': page('Dashboard', 'dashboard.read', 'landHome'),
  admin_registration: page('Registration', 'drivers.register', 'registration'),
  'add_car/:id': page('Add another car', 'drivers.change'),
  driver_updates: page('Driver Updates', 'drivers.change', 'registration'),
  'driver_updates/:id': page('Driver Updates', 'drivers.change'),
  global_drivers: page('Drivers', 'drivers.read', 'registration', 'Global Drivers'),
  driver_search: page('Driver Search', 'drivers.search'),
  'display_driver/:id': page('Driver Details', 'drivers.read'),
  'view_driver/:id': page('Driver', 'drivers.read'),
  'view_driver/:id/:part': page('Driver', 'drivers.read'),
  'merge_driver/:id': page('Merge a Duplicate', 'drivers.merge'),
  receive_payments: page('Receive Payments', 'payments.receive', 'payments'),
  capture_momo: page('Momo Payments', 'payments.receive', 'payments', 'Capture MoMo'),
  payment_clearance: page('Payment Clearance', 'payments.clear', 'payments'),
  money_received: page('Money Received', 'payments.read', 'payments'),
  'money_received/:id': page('Money Received', 'payments.read'),
  refunds: page('Refunds', 'payments.read', 'payments'),
  'refunds/:id': page('Refund', 'payments.read'),
  waivers: page('Waivers and Write-Offs', 'payments.read', 'payments', 'Waivers'),
  statement_import: page('Statement Import', 'payments.clear'),
  'statement_import/:id': page('Statement', 'payments.clear'),
  registration_fees: page(FEES.registration_fees.title, 'payments.read', 'payments'),
  subscriptions: page(FEES.subscriptions.title, 'payments.read', 'payments', 'Subscriptions'),
  device_payments: page(FEES.device_payments.title, 'payments.read', 'payments'),
  payment_transactions: page('Payment Transactions', 'payments.read', 'payments'),
  regFees_by_period: page('Period Payment', 'payments.read'),
  regFees_by_month: page('Monthly Payment', 'payments.read'),
  regFees_by_mode: page('Payments By Mode', 'payments.read'),
  view_payment: page('View Payment', 'payments.read'),
  'view_payment/:driver_code': page('View Payment', 'payments.read'),
  payment_types: page('Payment Types', 'payments.read', 'paymentSetup'),
  add_payment_type: page('SETUP - Payment Types', 'prices.change'),
  'edit_payment_type/:id': page('Edit Payment Type', 'prices.change'),
  view_payment_type: page('Payment Type', 'payments.read'),
  'view_payment_type/:id': page('Payment Type', 'payments.read'),
  payment_list: page('Yearly Payment', 'payments.read', 'paymentSetup', 'Payment List'),
  add_payment_list: page('Payment List Setup', 'prices.change'),
  'edit_payment_list/:id': page('Edit Payment List', 'prices.change'),
  'edit_yearly_payment/:id': page('Edit Payment List', 'prices.change'),
  'view_payment_list/:id': page('Yearly Payment', 'payments.read'),
  'view_yearly_payment/:id': page('Yearly Payment', 'payments.read'),
  contact_messages: page('Contact Messages', 'contact.answer', 'contact'),
  'contact_messages/:id': page('Contact Message', 'contact.answer'),
  contact_status: page('Contact Status', 'contact.answer', 'contact'),
  profile: page('My Account', 'staff', 'personal'),
  system_users: page('System Users', 'users.read', ['admin', 'personal']),
  admin_users: page('System Users', 'users.read', 'landAdmin'),
  add_system_user: page('Add User', 'users.change'),
  'view_system_user/:id': page('System User', 'users.read'),
  'edit_system_user/:id': page('Edit User', 'users.change'),
  system_roles: page('System Roles', 'roles.read', 'admin'),
  'system_roles/:id': page('System Role', 'roles.read'),
  roles: page('System Roles', 'roles.read', 'landAdmin'),
  driver_import: page('Driver Import', 'drivers.import', 'personal'),
  'driver_import/:id': page('List of Drivers', 'drivers.import'),
  // SuperUser is in the admin group: sees the lists, but changes neither them nor the settings.
  general_setup: page('General Setup', 'drivers.register', ['admin', 'personal']),
  approvals: page('Approvals', 'approvals.read', ['admin', 'personal']),
  'approvals/:id': page('Approval', 'approvals.read'),
  alone_decisions: page('Decisions Made Alone', 'approvals.read'),
  audit_log: page('Audit Log', 'audit.read', 'personal'),
  driver_looks: page('Who Looked', 'drivers.privacy', 'personal'),
  outbox: page('Outbox', 'outbox.read', 'personal'),
  message_templates: page('Message Templates', 'messages.change', 'personal'),
  arrears: page('Arrears', 'payments.read', 'personal'),
  reminders: page('Reminders', 'payments.clear'),
  receipts: page('Payment Receipts', 'payments.read', 'personal'),
  book_checks: page('Book Checks', 'payments.read', 'personal'),
  prompts: page('Prompts', 'payments.read', 'personal'),
  failed_jobs: page('Failed Jobs', 'jobs.read', 'personal'),
} as const satisfies Readonly<Record<string, OfficePage>>;
export type OfficePath = keyof typeof OFFICE_PAGES;

/** The page of a path, if the office has one. */
export const officePage = (path: string): OfficePage | undefined =>
  (OFFICE_PAGES as Readonly<Record<string, OfficePage>>)[path];

/**
 * Pages that are not built yet: path, title and groups. They show for all staff whose menus list
 * them; their permission comes with the page. The tenants' transactions have a path of their own,
 * since that of the drivers' opens for the admin group alone.
 */
const COMING: readonly (readonly [path: string, title: string, ...Group[]])[] = [
  ['tenant_transactions', 'Payment Transactions', 'limitedAccounts'],
  ['ledger_accounts', 'Ledger Accounts', 'ledger', 'limitedAccounts'],
  ['yearly_ledger', 'Yearly Ledger', 'ledger'],
  ['expenditure', 'Expenditure', 'ledger'],
  ['revenue', 'Revenue', 'ledger'],
  ['response_request', 'Response Requests', 'driverResponses'],
  ['response_teams', 'Response Teams', 'driverResponses'],
  ['sales_regularization', 'Sales & Regularization', 'tenants'],
  ['global_tenants', 'Global Tenants', 'tenants'],
  ['new_purchase_tenants', 'New Purchase', 'tenants'],
  ['regularization_tenants', 'Regularization', 'tenants'],
  ['transfer_tenants', 'Transfer', 'tenants'],
  ['others_tenants', 'Others', 'tenants'],
  ['zonal_tenants', 'Zonal Tenants', 'tenants'],
  ['personal_information', 'Personal Information', 'tenantUpdates'],
  ['contact_information', 'Contact Information', 'tenantUpdates'],
  ['next_of_kin', 'Next of Kin', 'tenantUpdates'],
  ['contact_person_reference', 'Contact Person & Reference', 'tenantUpdates'],
  ['pending_approvals', 'Pending Approvals', 'approvals'],
  ['approved_tenants', 'Approved Tenants', 'approvals'],
  ['rejected_tenants', 'Rejected Tenants', 'approvals'],
  ['update_response', 'Update Response', 'landResponses'],
  ['activation_response', 'Activation Response', 'landResponses'],
  ['messages_response', 'Messages Response', 'landResponses'],
  ['receive_payment', 'Receive Payment', 'accounts'],
  ['receipt_page', 'Receipts', 'accounts'],
  ['refund_payment', 'Refund Payment', 'accounts'],
  ['yearly_payments', 'Yearly Payments', 'accounts'],
  ['accounts_report', 'Accounts Report', 'accounts'],
  ['court_cases', 'Court Cases', 'cases'],
  ['pending_cases', 'Pending Cases', 'cases'],
  ['resolved_cases', 'Resolved Cases', 'cases'],
  ['operational_reports', 'Operational Reports', 'reports'],
  ['tenant_detailed_statement', 'Detailed Statement', 'reports'],
  ['tenant_summary_statement', 'Summary Statement', 'reports'],
];

/** A page of the drivers' side that is not built yet and that no menu lists. */
export const TRACKER_MAP = { path: '/tracker_map', title: 'Tracker Map' };

/** Pages of the office that come with a later version. */
export const LATER_PAGES: readonly { path: string; title: string }[] = [
  ...COMING.map(([path, title]) => ({ path: `/${path}`, title })),
  TRACKER_MAP,
];

/** An item of a menu; pages that are not `ready` come with a later version. */
export type MenuItem = { path: string; label: string; needs: OfficePage['needs']; ready: boolean };
export type MenuGroup = { label: string; items: readonly MenuItem[] };
export type Menu = { key: Side; label: string; groups: readonly MenuGroup[] };

const LOGOUT: MenuItem = { path: '/logout', label: 'Logout', needs: 'staff', ready: true };

const itemsOf = (place: Place): MenuItem[] => [
  ...Object.entries<OfficePage>(OFFICE_PAGES)
    .filter(([, { menus }]) => menus.includes(place))
    .map(([path, { label, needs }]) => ({ path: `/${path}`, label, needs, ready: true })),
  ...COMING.filter(([, , ...groups]) => groups.some((group) => group === place)).map(([path, label]) => ({
    ...{ path: `/${path}`, label, needs: 'staff' as const, ready: false },
  })),
  ...(place === 'account' ? [LOGOUT] : []),
];

const menu = (key: Side, label: string, ...groups: readonly Group[]): Menu => ({
  key,
  label,
  groups: [...groups, 'account' as const].map((group) => ({ label: GROUPS[group], items: itemsOf(group) })),
});
const drivers = (...more: readonly Group[]): Menu =>
  menu(
    ...(['drivers', 'Drivers', 'home', 'registration', 'payments', 'ledger', 'paymentSetup'] as const),
    ...(['driverResponses', 'contact'] as const),
    ...more,
  );
const land = (...groups: readonly Group[]): Menu => menu('land', 'Land', 'landHome', ...groups);

const TENANTS = ['tenants', 'tenantUpdates', 'approvals'] as const;
const wholeLand = land(...TENANTS, 'landResponses', 'accounts', 'cases', 'reports', 'landAdmin');

/**
 * The menus of each role by the specification; the first is the side it starts on. SystemAdmin and
 * SuperUser belong to the drivers' admin group and work with tenants too, so they have both sides;
 * SuperAdmin has all menus, SystemUser the dashboard alone (docs/product/identity.md, rule 5).
 */
const MENUS: Readonly<Record<StaffRole, readonly Menu[]>> = {
  SuperAdmin: [drivers('admin'), wholeLand],
  SystemAdmin: [wholeLand, drivers('admin')],
  SuperUser: [land(...TENANTS, 'landResponses', 'accounts', 'cases', 'reports'), drivers()],
  Operations: [land(...TENANTS, 'limitedAccounts', 'cases', 'reports')],
  Accounts: [wholeLand],
  Legal: [wholeLand],
  SystemUser: [land()],
};

/** All items of the menus, in their order. */
export const menuItems = (menus: readonly Menu[]): MenuItem[] =>
  menus.flatMap(({ groups }) => groups).flatMap(({ items }) => items);

/** Staff by what decides over their menus. */
export type StaffRights = Permitted & { role: StaffRole };

/** Staff of a role with the permissions that it has by default. */
export const defaultRights = (role: StaffRole): StaffRights => ({ role, permissions: DEFAULT_PERMISSIONS[role] });

const opens = (person: StaffRights, { needs }: Pick<MenuItem, 'needs'>): boolean =>
  needs === 'staff' || holds(person, needs);

const restrict = (one: Menu, isShown: (item: MenuItem) => boolean): Menu => ({
  ...one,
  groups: one.groups
    .map((group) => ({ ...group, items: group.items.filter(isShown) }))
    .filter(({ items }) => items.length > 0),
});

/** Items that say nothing about whether a side is somebody's: everybody has them. */
const COMMON = ['/dashboard', LOGOUT.path];

/**
 * A person's menus: those of their role, without the pages that they may not open. A role without
 * the drivers' side has one as soon as it was given a page of it, with the pages that it may open.
 */
export const menusOf = (person: StaffRights): readonly Menu[] => {
  const own = MENUS[person.role].map((one) => restrict(one, (item) => opens(person, item)));
  const labels = menuItems(own).map(({ label }) => label);
  const isTheirs = (item: MenuItem) => item.ready && opens(person, item);
  const more = restrict(drivers(), isTheirs);
  const isNews = ({ path, label }: MenuItem) => !COMMON.includes(path) && !labels.includes(label);
  const lacksSide = !own.some(({ key }) => key === 'drivers');
  return lacksSide && menuItems([more]).some(isNews) ? [...own, more] : own;
};

const NAMED_PAGES: readonly MenuItem[] = Object.entries<OfficePage>(OFFICE_PAGES)
  .filter(([, { menus }]) => menus.length > 0)
  .map(([path, { label, needs }]) => ({ path: `/${path}`, label, needs, ready: true }));

/**
 * Pages that a person may open but none of their menus lists; the personal menu lists them. So
 * SuperUser, who may read users but has no System Admin items, finds them.
 */
export const personalPages = (person: StaffRights): MenuItem[] => {
  // Compares labels, because the two sides have a path each for the same page.
  const listed = new Set(menuItems(menusOf(person)).map(({ label }) => label));
  return NAMED_PAGES.filter((item) => {
    const isShown = opens(person, item) && !listed.has(item.label);
    if (isShown) listed.add(item.label);
    return isShown;
  });
};
