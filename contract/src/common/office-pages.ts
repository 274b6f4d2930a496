import { FEES } from '../payments/sums.ts';
import { holds, type Permission, type Permitted, permissionsOf } from './permissions.ts';
import type { OfficeRole } from './roles.ts';

/** The groups of the menu in their order, by use, with their headings. */
const GROUPS = {
  home: 'Home',
  registration: 'Registration',
  payments: 'Payments',
  fees: 'Fees',
  paymentSetup: 'Payment Setup',
  ledger: 'Ledger',
  responses: 'Responses',
  contact: 'Contact',
  tenants: 'Tenants',
  tenantUpdates: 'Tenant Updates',
  landApprovals: 'Land Approvals',
  landResponses: 'Tenant Responses',
  landAccounts: 'Tenant Accounts',
  landCases: 'Court Cases',
  landReports: 'Land Reports',
  landSetup: 'Land Setup',
  admin: 'System Admin',
  system: 'System',
  account: 'Account',
} as const;
type Group = keyof typeof GROUPS;
/** `personal` lists a page in the menu of the person, where no other menu of theirs lists it. */
type Place = Group | 'personal';

export type OfficePage = {
  title: string;
  /** The permission that opens it, or any staff. */
  needs: Permission | 'staff';
  /** The groups that list it, in the order of the pages, by its label (by default the title). */
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
 * `web/app/routes/office/screens`.
 */
export const OFFICE_PAGES = {
  dashboard: page('Dashboard', 'dashboard.read', 'home'),
  'admin/dashboard': page('Land Dashboard', 'dashboard.read', [], 'Dashboard'),
  admin_registration: page('Registration', 'drivers.register', 'registration'),
  global_drivers: page('Global Drivers', 'drivers.read', 'registration'),
  'add_car/:id': page('Add another car', 'drivers.change'),
  driver_updates: page('Driver Updates', 'drivers.change', 'registration'),
  'driver_updates/:id': page('Driver Updates', 'drivers.change'),
  driver_search: page('Driver Search', 'drivers.search'),
  'display_driver/:id': page('Driver Details', 'drivers.read'),
  'view_driver/:id': page('Driver', 'drivers.read'),
  'view_driver/:id/:part': page('Driver', 'drivers.read'),
  'merge_driver/:id': page('Merge a Duplicate', 'drivers.merge'),
  driver_import: page('Driver Import', 'drivers.import', 'registration'),
  'driver_import/:id': page('List of Drivers', 'drivers.import'),
  receive_payments: page('Receive Payments', 'payments.receive', 'payments'),
  capture_momo: page('Momo Payments', 'payments.receive', 'payments', 'Capture MoMo'),
  payment_clearance: page('Payment Clearance', 'payments.clear', 'payments'),
  payment_transactions: page('Payment Transactions', 'payments.read', 'payments'),
  money_received: page('Money Received', 'payments.read', 'payments'),
  'money_received/:id': page('Money Received', 'payments.read'),
  cash_by_day: page('Cash Taken', 'payments.read', 'payments'),
  own_cash: page('My Cash', 'payments.receive'),
  statement_import: page('Statement Import', 'payments.clear', 'payments', 'Statements'),
  'statement_import/:id': page('Statement', 'payments.clear'),
  arrears: page('Arrears', 'payments.read', 'payments'),
  reminders: page('Reminders', 'payments.clear', 'payments'),
  receipts: page('Payment Receipts', 'payments.read', 'payments', 'Receipts'),
  registration_fees: page(FEES.registration_fees.title, 'payments.read', 'fees'),
  subscriptions: page(FEES.subscriptions.title, 'payments.read', 'fees', 'Subscriptions'),
  device_payments: page(FEES.device_payments.title, 'payments.read', 'fees'),
  refunds: page('Refunds', 'payments.read', 'fees'),
  'refunds/:id': page('Refund', 'payments.read'),
  waivers: page('Waivers and Write-Offs', 'payments.read', 'fees', 'Waivers'),
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
  ledger_accounts: page('Ledger Accounts', 'ledger.read', 'ledger'),
  'ledger_accounts/:id': page('Ledger Account', 'ledger.read'),
  yearly_ledger: page('Yearly Ledger', 'books.read', 'ledger'),
  revenue: page('Revenue', 'books.read', 'ledger'),
  revenue_due: page('Fees That Were Due', 'books.read'),
  journals: page('Journals', 'books.read', 'ledger'),
  'journals/:id': page('Journal', 'books.read'),
  expenditure: page('Expenditure', 'books.read', 'ledger'),
  'expenditure/:id': page('Expense', 'books.read'),
  add_expense: page('Enter an Expense', 'books.write'),
  add_journal: page('Write a Journal', 'books.write'),
  repeated_journals: page('Repeated Journals', 'books.read'),
  balance_import: page('Opening Balances', 'books.write'),
  'balance_import/:id': page('List of Opening Balances', 'books.write'),
  book_archive: page('Archive of a Year', 'books.read', 'ledger', 'Archive'),
  cash_up: page('Daily Cash-Up', 'payments.receive', 'ledger'),
  'cash_up/:id': page('Cash-Up', 'payments.receive'),
  cash_ups: page('All Cash-Ups', 'books.read', 'ledger'),
  'cash_ups/:id': page('Cash-Up', 'books.read'),
  missing_cash_ups: page('Missing Cash-Ups', 'books.read'),
  reconcile: page('Reconcile', 'books.read', 'ledger'),
  stated_lines: page('Not in the Books', 'books.read'),
  reconciliations: page('Reconciliations', 'books.read'),
  book_checks: page('Book Checks', 'books.read', 'ledger'),
  response_request: page('Response Requests', 'incidents.read', 'responses'),
  'response_request/:id': page('Emergency', 'incidents.read'),
  shift_handover: page('Hand-over', 'incidents.read'),
  incidents: page('Emergencies', 'incidents.read', 'responses', 'All Emergencies'),
  emergency_figures: page('Emergency Figures', 'incidents.read', 'responses'),
  response_teams: page('Response Teams', 'incidents.read', 'responses'),
  add_response_team: page('Add a Response Team', 'incidents.teams'),
  'edit_response_team/:id': page('Edit Response Team', 'incidents.teams'),
  tracker_map: page('Tracker Map', 'tracking.read', 'responses'),
  tracker_watch: page('Tracker Watch', 'tracking.read', 'responses'),
  'tracker_watch/:id': page('Watch Entry', 'tracking.read'),
  paths_stops: page('Paths & Stops', 'tracking.read', 'responses'),
  stolen_cars: page('Stolen Cars', 'tracking.read', 'responses'),
  'stolen_cars/:id': page('Stolen Car', 'tracking.read'),
  unknown_trackers: page('Unknown Trackers', 'devices.read', 'responses'),
  devices: page('Devices', 'devices.read', 'responses'),
  'devices/:id': page('Tracker', 'devices.read'),
  add_device: page('Add a Tracker', 'devices.change'),
  'edit_device/:id': page('Edit Tracker', 'devices.change'),
  device_import: page('Tracker Import', 'devices.change'),
  'device_import/:id': page('List of Trackers', 'devices.change'),
  sales_regularization: page('Sales & Regularization', 'land.read', 'tenants'),
  global_tenants: page('Global Tenants', 'land.read', 'tenants'),
  new_purchase_tenants: page('New Purchase', 'land.read', 'tenants'),
  regularization_tenants: page('Regularization', 'land.read', 'tenants'),
  transfer_tenants: page('Transfer', 'land.read', 'tenants'),
  others_tenants: page('Others', 'land.read', 'tenants'),
  zonal_tenants: page('Zonal Tenants', 'land.read', 'tenants'),
  plots: page('Plots', 'land.read', 'tenants'),
  tenancies: page('Tenancies', 'land.read', 'tenants'),
  tenant_search: page('Tenant Search', 'land.read', 'tenants'),
  personal_information: page('Personal Information', 'land.write', 'tenantUpdates'),
  'personal_information/:id': page('Personal Information', 'land.write'),
  contact_information: page('Contact Information', 'land.write', 'tenantUpdates'),
  'contact_information/:id': page('Contact Information', 'land.write'),
  next_of_kin: page('Next of Kin', 'land.write', 'tenantUpdates'),
  'next_of_kin/:id': page('Next of Kin', 'land.write'),
  contact_person_reference: page('Contact Person & Reference', 'land.write', 'tenantUpdates'),
  'contact_person_reference/:id': page('Contact Person & Reference', 'land.write'),
  'tenants/:id': page('Tenant', 'land.read'),
  lease_clock: page('Lease Clock', 'land.read', 'tenants'),
  lease_rules: page('Lease Rules', 'land.read', 'landSetup'),
  'plots/:id': page('Plot', 'land.read'),
  add_plot: page('Add a Plot', 'land.write'),
  'edit_plot/:id': page('Edit Plot', 'land.write'),
  land_zones: page('Zones', 'land.read', 'landSetup'),
  contact_messages: page('Contact Messages', 'contact.answer', 'contact'),
  'contact_messages/:id': page('Contact Message', 'contact.answer'),
  contact_status: page('Contact Status', 'contact.answer', 'contact'),
  'add_application/:kind': page('New Application', 'land.write'),
  'applications/:id': page('Application', 'land.read'),
  'edit_application/:id': page('Edit Application', 'land.write'),
  pending_approvals: page('Pending Approvals', 'land.read', 'landApprovals'),
  approved_tenants: page('Approved Tenants', 'land.read', 'landApprovals'),
  rejected_tenants: page('Rejected Tenants', 'land.read', 'landApprovals'),
  land_documents: page('Land Papers', 'land.read', 'landApprovals'),
  slip_codes: page('Slip Codes', 'land.write', 'landApprovals'),
  update_response: page('Update Response', 'land.answer', 'landResponses'),
  activation_response: page('Activation Response', 'land.answer', 'landResponses'),
  messages_response: page('Messages Response', 'land.answer', 'landResponses'),
  'messages_response/:id': page('Tenant’s Message', 'land.answer'),
  share_rules: page('Shares of Stool Land', 'land.money', 'landSetup'),
  receive_payment: page('Receive Payment', 'land.receive', 'landAccounts'),
  tenant_transactions: page('Payment Transactions', 'land.money', 'landAccounts'),
  'tenant_transactions/:id': page('Payment', 'land.money'),
  receipt_page: page('Receipts', 'land.money', 'landAccounts'),
  'receipt_page/:id': page('Receipt', 'land.money'),
  refund_payment: page('Refund Payment', 'land.money', 'landAccounts'),
  'refund_payment/:id': page('Refund', 'land.money'),
  yearly_payments: page('Yearly Payments', 'land.read', 'landAccounts'),
  'yearly_payments/add': page('Yearly Payments Setup', 'prices.change'),
  'yearly_payments/edit/:id': page('Edit Yearly Payment', 'prices.change'),
  'yearly_payments/:id': page('Yearly Payment', 'land.read'),
  ground_rent: page('Ground Rent', 'land.read', 'landAccounts'),
  'ground_rent/:id': page('Ground Rent', 'land.read'),
  rent_arrears: page('Rent Arrears', 'land.read', 'landAccounts'),
  rent_reminders: page('Rent Reminders', 'land.rent', 'landAccounts'),
  'rent_account/:id': page('Rent Account', 'land.read'),
  stool_account: page('Stool Account', 'land.money', 'landAccounts'),
  share_payouts: page('Payouts of Shares', 'land.money'),
  'share_payouts/:id': page('Payout of a Share', 'land.money'),
  accounts_report: page('Accounts Report', 'land.money', 'landAccounts'),
  court_cases: page('Court Cases', 'land.read', 'landCases'),
  pending_cases: page('Pending Cases', 'land.read', 'landCases'),
  resolved_cases: page('Resolved Cases', 'land.read', 'landCases'),
  'court_cases/:id': page('Court Case', 'land.read'),
  add_court_case: page('Enter a Court Case', 'land.write'),
  operational_reports: page('Operational Reports', 'land.read', 'landReports'),
  tenant_detailed_statement: page('Detailed Statement', 'land.money', 'landReports'),
  tenant_summary_statement: page('Summary Statement', 'land.money', 'landReports'),
  land_kinds: page('Kinds of Applications', 'land.read', 'landSetup'),
  land_import: page('Land Import', 'land.write', 'landSetup'),
  'land_import/:id': page('Register of Land', 'land.write'),
  profile: page('My Account', 'staff', 'personal'),
  system_users: page('System Users', 'users.read', ['admin', 'personal']),
  admin_users: page('System Users', 'users.read'),
  add_system_user: page('Add User', 'users.change'),
  'view_system_user/:id': page('System User', 'users.read'),
  'edit_system_user/:id': page('Edit User', 'users.change'),
  auditors: page('Auditors', 'auditors.open', 'admin'),
  add_auditor: page('Open a Sign-In for an Auditor', 'auditors.open'),
  system_roles: page('System Roles', 'roles.read', 'admin'),
  'system_roles/:id': page('System Role', 'roles.read'),
  roles: page('System Roles', 'roles.read'),
  // SuperUser is in the admin group: sees the lists, but changes neither them nor the settings.
  general_setup: page('General Setup', 'drivers.register', ['admin', 'personal']),
  approvals: page('Approvals', 'approvals.read', ['admin', 'personal']),
  'approvals/:id': page('Approval', 'approvals.read'),
  alone_decisions: page('Decisions Made Alone', 'approvals.read'),
  audit_log: page('Audit Log', 'audit.read', 'system'),
  outbox: page('Outbox', 'outbox.read', 'system'),
  message_templates: page('Message Templates', 'messages.change', 'system'),
  failed_jobs: page('Failed Jobs', 'jobs.read', 'system', 'Jobs'),
  driver_looks: page('Who Viewed Records', 'drivers.privacy', 'system'),
  prompts: page('Prompts', 'payments.read', 'system'),
  owner_messages: page('Messages to the Owner', 'payments.read'),
} as const satisfies Readonly<Record<string, OfficePage>>;
export type OfficePath = keyof typeof OFFICE_PAGES;

/** The page of a path, if the office has one. */
export const officePage = (path: string): OfficePage | undefined =>
  (OFFICE_PAGES as Readonly<Record<string, OfficePage>>)[path];

export type MenuItem = { path: string; label: string; needs: OfficePage['needs'] };
export type MenuGroup = {
  label: string;
  /** Open until the person closes it. */
  isOpen: boolean;
  /** The side that it belongs to; null for both, and for a person with one side. */
  side: MenuSide | null;
  items: readonly MenuItem[];
};

/** The two sides of the office: cars with their drivers, and land with its tenants. */
export const MENU_SIDE_LABELS = { drivers: 'Drivers', land: 'Land' } as const;
export type MenuSide = keyof typeof MENU_SIDE_LABELS;

const LAND_GROUPS: readonly Group[] = [
  'tenants',
  'tenantUpdates',
  'landApprovals',
  'landResponses',
  'landAccounts',
  'landCases',
  'landReports',
  'landSetup',
];
const SHARED_GROUPS: readonly Group[] = ['home', 'ledger', 'admin', 'system', 'account'];

const LOGOUT: MenuItem = { path: '/logout', label: 'Logout', needs: 'staff' };

const itemAt = (path: OfficePath, label: string = OFFICE_PAGES[path].label): MenuItem => ({
  ...{ path: `/${path}`, label, needs: OFFICE_PAGES[path].needs },
});

const itemsOf = (place: Place): MenuItem[] => [
  ...(Object.keys(OFFICE_PAGES) as OfficePath[])
    .filter((path) => (OFFICE_PAGES[path] as OfficePage).menus.includes(place))
    .map((path) => itemAt(path)),
  ...(place === 'account' ? [LOGOUT] : []),
];

/** The tenants' menu has the same pages under paths of its own. */
const LAND_PAGES = ['admin/dashboard', 'admin_users', 'roles'] as const;
const LAND_HOME = LAND_PAGES.slice(0, 1);
const LAND_HOME_LABEL = 'Land Dashboard';

type RoleMenu = {
  /** The built pages that it lists: the drivers', or those of the tenants' menu alone. */
  groups: readonly Group[];
  land: readonly OfficePath[];
  /** Groups that the role does not list, whatever it may open. */
  without?: readonly Group[];
};

const ALL_GROUPS = Object.keys(GROUPS) as Group[];
const WITHOUT_ADMIN = ALL_GROUPS.filter((group) => group !== 'admin');
const ofLand = (land: readonly OfficePath[]): RoleMenu => ({ groups: [], land });

/**
 * The menus of each role by the specification. SystemAdmin and SuperUser belong to the drivers'
 * admin group and work with tenants too, so they have both; SuperAdmin has all, SystemUser the
 * dashboard alone (docs/product/identity.md, rule 5).
 */
const MENUS: Readonly<Record<OfficeRole, RoleMenu>> = {
  SuperAdmin: { groups: ALL_GROUPS, land: LAND_PAGES },
  SystemAdmin: { groups: ALL_GROUPS, land: LAND_PAGES },
  SuperUser: { groups: WITHOUT_ADMIN, land: LAND_HOME },
  // Of the accounts of land the specification gives Operations the transactions alone.
  Operations: { ...ofLand([...LAND_HOME, 'tenant_transactions']), without: ['landAccounts'] },
  Accounts: ofLand(LAND_PAGES),
  Legal: ofLand(LAND_PAGES),
  SystemUser: ofLand(LAND_HOME),
  Auditor: ofLand([]),
};

/** All items of the menu's groups, in their order. */
export const menuItems = (groups: readonly MenuGroup[]): MenuItem[] => groups.flatMap(({ items }) => items);

/** Staff by what decides over their menus. */
export type StaffRights = Permitted & { role: OfficeRole };

/** Staff of a role with the permissions that it has by default, or an auditor. */
export const defaultRights = (role: OfficeRole): StaffRights => ({ role, permissions: permissionsOf(role) });

/** True where the person may open the page. The guard and the server check the same. */
export const mayOpenPage = (person: Permitted, { needs }: Pick<MenuItem, 'needs'>): boolean =>
  needs === 'staff' || holds(person, needs);

/** The page of an address in the office, by the parts of its path, if there is one. */
const pageAt = (address: string): OfficePage | undefined => {
  const [way = ''] = address.split(/[?#]/, 1);
  const parts = way.split('/').slice(1);
  const [, found] =
    Object.entries(OFFICE_PAGES).find(([path]) => {
      const own = path.split('/');
      return own.length === parts.length && own.every((part, n) => part.startsWith(':') || part === parts[n]);
    }) ?? [];
  return found;
};

/** True where the person may open the page at an address such as `/refunds/12?from=books`. */
export const mayOpenAddress = (person: Permitted, address: string): boolean => {
  const page = pageAt(address);
  return page !== undefined && mayOpenPage(person, page);
};

/** The first page of the office that a person sees after signing in. */
export const homeOf = (person: Permitted): string =>
  mayOpenPage(person, OFFICE_PAGES.dashboard) ? '/dashboard' : '/ledger_accounts';

/** The groups of the tenants' pages, which are those of the same pages of drivers. */
const landGroup = (path: OfficePath): Group => {
  if (path === 'tenant_transactions') return 'landAccounts';
  return path === 'admin/dashboard' ? 'home' : 'admin';
};

/**
 * The pages of a group. A page of both menus stands under the path of the person's own; with both
 * sides, the land's dashboard stands below the drivers', and its system pages below the others.
 */
const pagesIn = (person: StaffRights, group: Group): MenuItem[] => {
  const { groups, land, without = [] } = MENUS[person.role];
  const own = land.filter((path) => landGroup(path) === group);
  if (groups.length === 0) {
    // A role without the drivers' menu has those of its pages that it was given.
    const isListed = !['admin', 'home', ...without].includes(group);
    return [...own.map((path) => itemAt(path)), ...(isListed ? itemsOf(group) : [])];
  }
  const again = own.map((path) =>
    itemAt(path, path === 'admin/dashboard' ? LAND_HOME_LABEL : `${OFFICE_PAGES[path].label} (land)`),
  );
  return [...(groups.includes(group) ? itemsOf(group) : []), ...again];
};

/** A person's menu: the pages of their role that they may open, in groups by use. */
export const menusOf = (person: StaffRights): readonly MenuGroup[] => {
  const hasBoth = MENUS[person.role].groups.length > 0;
  const sideOf = (group: Group): MenuSide | null => {
    if (!hasBoth || SHARED_GROUPS.includes(group)) return null;
    return LAND_GROUPS.includes(group) ? 'land' : 'drivers';
  };
  return ALL_GROUPS.map((group) => ({
    label: GROUPS[group],
    isOpen: group !== 'system',
    side: sideOf(group),
    items: pagesIn(person, group).filter((item) => mayOpenPage(person, item)),
  })).filter(({ items }) => items.length > 0);
};

const NAMED_PAGES: readonly MenuItem[] = (Object.keys(OFFICE_PAGES) as OfficePath[])
  .filter((path) => (OFFICE_PAGES[path] as OfficePage).menus.length > 0)
  .map((path) => itemAt(path));

/**
 * Pages that a person may open but their menu does not list; the personal menu lists them. So
 * SuperUser, who may read users but has no System Admin items, finds them.
 */
export const personalPages = (person: StaffRights): MenuItem[] => {
  // Compares labels, because the tenants' menu has a path of its own for the same page.
  const listed = new Set(menuItems(menusOf(person)).map(({ label }) => label));
  return NAMED_PAGES.filter((item) => mayOpenPage(person, item) && !listed.has(item.label));
};

/** Records and forms whose list is not found by their own path. */
const LISTS: Readonly<Record<string, OfficePath>> = {
  'tenants/:id': 'global_tenants',
  'add_car/:id': 'global_drivers',
  driver_search: 'global_drivers',
  'display_driver/:id': 'global_drivers',
  'view_driver/:id': 'global_drivers',
  'view_driver/:id/:part': 'global_drivers',
  'merge_driver/:id': 'global_drivers',
  own_cash: 'receive_payments',
  view_payment: 'payment_transactions',
  'view_payment/:driver_code': 'payment_transactions',
  regFees_by_period: 'registration_fees',
  regFees_by_month: 'registration_fees',
  regFees_by_mode: 'registration_fees',
  add_payment_type: 'payment_types',
  'edit_payment_type/:id': 'payment_types',
  view_payment_type: 'payment_types',
  'view_payment_type/:id': 'payment_types',
  add_payment_list: 'payment_list',
  'edit_payment_list/:id': 'payment_list',
  'edit_yearly_payment/:id': 'payment_list',
  'view_payment_list/:id': 'payment_list',
  'view_yearly_payment/:id': 'payment_list',
  'yearly_payments/add': 'yearly_payments',
  'yearly_payments/edit/:id': 'yearly_payments',
  add_plot: 'plots',
  'edit_plot/:id': 'plots',
  add_device: 'devices',
  'edit_device/:id': 'devices',
  device_import: 'devices',
  'device_import/:id': 'devices',
  add_system_user: 'system_users',
  'view_system_user/:id': 'system_users',
  'edit_system_user/:id': 'system_users',
  alone_decisions: 'approvals',
  'response_request/:id': 'response_request',
  add_response_team: 'response_teams',
  'edit_response_team/:id': 'response_teams',
  shift_handover: 'response_request',
  add_journal: 'journals',
  repeated_journals: 'journals',
  balance_import: 'journals',
  'balance_import/:id': 'journals',
  add_expense: 'expenditure',
  add_auditor: 'auditors',
  'add_application/:kind': 'sales_regularization',
  'applications/:id': 'sales_regularization',
  'edit_application/:id': 'sales_regularization',
  add_court_case: 'court_cases',
  missing_cash_ups: 'cash_ups',
  stated_lines: 'reconcile',
  reconciliations: 'reconcile',
  revenue_due: 'revenue',
  owner_messages: 'book_checks',
  share_payouts: 'stool_account',
  'share_payouts/:id': 'stool_account',
  'rent_account/:id': 'rent_arrears',
};

/** The address of the list that a page belongs to, by the page's path; its own if it is one. */
export const listOfPage = (path: string): string => `/${LISTS[path] ?? path.replace(/\/:\w+$/, '')}`;
