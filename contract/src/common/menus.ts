import { holds, type Permission } from './permissions.ts';
import type { StaffRole } from './roles.ts';

/** The two sides of the business, each with its own menu. */
export const SIDES = ['drivers', 'land'] as const;
export type Side = (typeof SIDES)[number];

/**
 * A page of the office. `needs` names the permission that opens it; pages that are not `ready` come
 * with a later version.
 */
export type MenuItem = { path: string; label: string; needs: Permission | 'staff'; ready: boolean };
export type MenuGroup = { label: string; items: readonly MenuItem[] };
export type Menu = { key: Side; label: string; groups: readonly MenuGroup[] };

const page = (path: string, label: string, needs: MenuItem['needs']): MenuItem => ({ path, label, needs, ready: true });
/** A page that is not built yet. It shows for all staff; its permission comes with the page. */
const later = (path: string, label: string, needs: MenuItem['needs'] = 'staff'): MenuItem => ({
  path,
  label,
  needs,
  ready: false,
});

const account: MenuGroup = { label: 'Account', items: [page('/logout', 'Logout', 'staff')] };

const driversOperations: readonly MenuGroup[] = [
  { label: 'Home', items: [page('/dashboard', 'Dashboard', 'dashboard.read')] },
  {
    label: 'Registration',
    items: [
      page('/admin_registration', 'Registration', 'drivers.register'),
      page('/driver_updates', 'Driver Updates', 'drivers.change'),
      page('/global_drivers', 'Global Drivers', 'drivers.read'),
    ],
  },
  {
    label: 'Payments',
    items: [
      page('/receive_payments', 'Receive Payments', 'payments.receive'),
      page('/capture_momo', 'Capture MoMo', 'payments.receive'),
      page('/payment_clearance', 'Payment Clearance', 'payments.clear'),
      page('/registration_fees', 'Registration Fees', 'payments.read'),
      page('/subscriptions', 'Subscriptions', 'payments.read'),
      page('/device_payments', 'Device Payments', 'payments.read'),
      page('/payment_transactions', 'Payment Transactions', 'payments.read'),
    ],
  },
  {
    label: 'Ledger',
    items: [
      later('/ledger_accounts', 'Ledger Accounts'),
      later('/yearly_ledger', 'Yearly Ledger'),
      later('/expenditure', 'Expenditure'),
      later('/revenue', 'Revenue'),
    ],
  },
  {
    label: 'Payment Setup',
    items: [
      page('/payment_types', 'Payment Types', 'payments.read'),
      page('/payment_list', 'Payment List', 'payments.read'),
    ],
  },
  {
    label: 'Responses',
    items: [later('/response_request', 'Response Requests'), later('/response_teams', 'Response Teams')],
  },
  {
    label: 'Contact',
    items: [
      page('/contact_messages', 'Contact Messages', 'contact.answer'),
      page('/contact_status', 'Contact Status', 'contact.answer'),
    ],
  },
];

const driversAdmin: MenuGroup = {
  label: 'System Admin',
  items: [
    page('/system_users', 'System Users', 'users.read'),
    page('/system_roles', 'System Roles', 'roles.read'),
    page('/general_setup', 'General Setup', 'drivers.register'),
  ],
};

const landHome: MenuGroup = { label: 'Home', items: [page('/admin/dashboard', 'Dashboard', 'dashboard.read')] };

const tenants: readonly MenuGroup[] = [
  {
    label: 'Tenants',
    items: [
      later('/sales_regularization', 'Sales & Regularization'),
      later('/global_tenants', 'Global Tenants'),
      later('/new_purchase_tenants', 'New Purchase'),
      later('/regularization_tenants', 'Regularization'),
      later('/transfer_tenants', 'Transfer'),
      later('/others_tenants', 'Others'),
      later('/zonal_tenants', 'Zonal Tenants'),
    ],
  },
  {
    label: 'Tenant Updates',
    items: [
      later('/personal_information', 'Personal Information'),
      later('/contact_information', 'Contact Information'),
      later('/next_of_kin', 'Next of Kin'),
      later('/contact_person_reference', 'Contact Person & Reference'),
    ],
  },
  {
    label: 'Approvals',
    items: [
      later('/pending_approvals', 'Pending Approvals'),
      later('/approved_tenants', 'Approved Tenants'),
      later('/rejected_tenants', 'Rejected Tenants'),
    ],
  },
];

const landResponses: MenuGroup = {
  label: 'Responses',
  items: [
    later('/update_response', 'Update Response'),
    later('/activation_response', 'Activation Response'),
    later('/messages_response', 'Messages Response'),
  ],
};

const landAccounts: MenuGroup = {
  label: 'Accounts',
  items: [
    later('/receive_payment', 'Receive Payment'),
    later('/receipt_page', 'Receipts'),
    later('/refund_payment', 'Refund Payment'),
    later('/yearly_payments', 'Yearly Payments'),
    later('/accounts_report', 'Accounts Report'),
  ],
};

/**
 * Of the accounts' pages, Operations sees transactions and ledger accounts only. These transactions
 * are the tenants', whose page is not built yet and has an address of its own: that of the drivers'
 * transactions opens for the admin group alone.
 */
const limitedAccounts: MenuGroup = {
  label: 'Accounts',
  items: [later('/tenant_transactions', 'Payment Transactions'), later('/ledger_accounts', 'Ledger Accounts')],
};

const casesAndReports: readonly MenuGroup[] = [
  {
    label: 'Court Cases',
    items: [
      later('/court_cases', 'Court Cases'),
      later('/pending_cases', 'Pending Cases'),
      later('/resolved_cases', 'Resolved Cases'),
    ],
  },
  {
    label: 'Reports',
    items: [
      later('/operational_reports', 'Operational Reports'),
      later('/tenant_detailed_statement', 'Detailed Statement'),
      later('/tenant_summary_statement', 'Summary Statement'),
    ],
  },
];

const landAdmin: MenuGroup = {
  label: 'System Admin',
  items: [page('/admin_users', 'System Users', 'users.read'), page('/roles', 'System Roles', 'roles.read')],
};

const drivers = (...groups: readonly MenuGroup[]): Menu => ({
  key: 'drivers',
  label: 'Drivers',
  groups: [...groups, account],
});
const land = (...groups: readonly MenuGroup[]): Menu => ({
  key: 'land',
  label: 'Land',
  groups: [landHome, ...groups, account],
});

const wholeLand = land(...tenants, landResponses, landAccounts, ...casesAndReports, landAdmin);

/**
 * The menus of each staff role; the first is the side it starts on. SystemAdmin and SuperUser
 * belong to the drivers' admin group and also work with tenants, so they have both sides;
 * SuperAdmin has every menu. SystemUser has the dashboard alone. The reasons are in
 * docs/product/identity.md, rule 5.
 */
export const MENUS: Readonly<Record<StaffRole, readonly Menu[]>> = {
  SuperAdmin: [drivers(...driversOperations, driversAdmin), wholeLand],
  SystemAdmin: [wholeLand, drivers(...driversOperations, driversAdmin)],
  SuperUser: [land(...tenants, landResponses, landAccounts, ...casesAndReports), drivers(...driversOperations)],
  Operations: [land(...tenants, limitedAccounts, ...casesAndReports)],
  Accounts: [wholeLand],
  Legal: [wholeLand],
  SystemUser: [land()],
};

const PERSONAL_PAGES: readonly MenuItem[] = [
  page('/profile', 'My Account', 'staff'),
  page('/system_users', 'System Users', 'users.read'),
  page('/driver_import', 'Driver Import', 'drivers.import'),
  page('/general_setup', 'General Setup', 'drivers.register'),
  page('/audit_log', 'Audit Log', 'audit.read'),
  page('/driver_looks', 'Who Looked', 'drivers.privacy'),
  page('/outbox', 'Outbox', 'outbox.read'),
  page('/message_templates', 'Message Templates', 'messages.change'),
  page('/arrears', 'Arrears', 'payments.read'),
  page('/receipts', 'Payment Receipts', 'payments.read'),
  page('/book_checks', 'Book Checks', 'payments.read'),
  page('/prompts', 'Prompts', 'payments.read'),
  page('/failed_jobs', 'Failed Jobs', 'jobs.read'),
];

/** All items of the menus, in their order. */
export const menuItems = (menus: readonly Menu[]): MenuItem[] =>
  menus.flatMap(({ groups }) => groups).flatMap(({ items }) => items);

/**
 * Pages that a role may open and that none of its menus lists; the personal menu lists them. So
 * SuperUser, who may read the users but has no System Admin items, still finds them.
 */
export const personalPages = (role: StaffRole): MenuItem[] => {
  // Compares labels, because the two sides have a path each for the same page.
  const listed = menuItems(MENUS[role]).map(({ label }) => label);
  return PERSONAL_PAGES.filter(
    ({ needs, label }) => (needs === 'staff' || holds(role, needs)) && !listed.includes(label),
  );
};
