import { expect, test } from 'vitest';
import {
  defaultRights,
  listOfPage,
  mayOpenAddress,
  menuItems,
  menusOf,
  OFFICE_PAGES,
  personalPages,
} from './office-pages.ts';
import { holds, permissionsOf } from './permissions.ts';
import { STAFF_ROLES, type StaffRole } from './roles.ts';

const groupsOf = (role: StaffRole) => menusOf(defaultRights(role));
const pathsOf = (role: StaffRole): string[] => menuItems(groupsOf(role)).map(({ path }) => path);

/** The menus of the specification's sixth section. */
const DRIVERS = `/dashboard /admin_registration /driver_updates /global_drivers /receive_payments /capture_momo
  /payment_clearance /registration_fees /subscriptions /device_payments /payment_transactions /ledger_accounts
  /yearly_ledger /expenditure /revenue /payment_types /payment_list /response_request /response_teams
  /contact_messages /contact_status /system_users /system_roles /general_setup /logout`.split(/\s+/);

const TENANTS = `/sales_regularization /global_tenants /new_purchase_tenants /regularization_tenants /transfer_tenants
  /others_tenants /zonal_tenants /personal_information /contact_information /next_of_kin /contact_person_reference
  /pending_approvals /approved_tenants /rejected_tenants`.split(/\s+/);
const RESPONSES = ['/update_response', '/activation_response', '/messages_response'];
const ACCOUNTS = ['/receive_payment', '/receipt_page', '/refund_payment', '/yearly_payments', '/accounts_report'];
const REST = `/court_cases /pending_cases /resolved_cases /operational_reports /tenant_detailed_statement
  /tenant_summary_statement`.split(/\s+/);
const ADMIN = ['/admin_users', '/roles'];
const LAND = ['/admin/dashboard', ...TENANTS, ...RESPONSES, ...ACCOUNTS, ...REST];
const DRIVERS_ADMIN = ['/system_users', '/system_roles', '/general_setup', '/approvals'];

test('every item of the specification stays in the menu of its role', () => {
  expect(pathsOf('SuperAdmin')).toEqual(expect.arrayContaining(DRIVERS));
  for (const role of ['SystemAdmin', 'Accounts', 'Legal'] as const)
    expect(pathsOf(role)).toEqual(expect.arrayContaining([...LAND, ...ADMIN, '/logout']));
  expect(pathsOf('SuperUser')).toEqual(expect.arrayContaining([...LAND, '/logout']));
  const limited = ['/tenant_transactions', '/ledger_accounts'];
  const ofOperations = ['/admin/dashboard', ...TENANTS, ...limited, ...REST, '/logout'];
  expect(pathsOf('Operations')).toEqual(expect.arrayContaining(ofOperations));
});

test('the menu is in groups by use, each open but that of the system', () => {
  const groups = groupsOf('SuperAdmin');
  expect(groups.map(({ label, isOpen }) => `${label}${isOpen ? '' : ' (closed)'}`)).toEqual([
    ...[
      'Home',
      'Registration',
      'Payments',
      'Fees',
      'Payment Setup',
      'Ledger',
      'Responses',
      'Contact',
      'Tenants',
      'Tenant Updates',
      'Land Approvals',
      'Tenant Responses',
      'Tenant Accounts',
      'Court Cases',
      'Land Reports',
      'Land Setup',
      'System Admin',
    ],
    ...['System (closed)', 'Account'],
  ]);
  const itemsIn = (name: string) => groups.find(({ label }) => label === name)?.items.map(({ label }) => label);
  expect(itemsIn('Payments')).toEqual([
    ...['Receive Payments', 'Capture MoMo', 'Payment Clearance', 'Payment Transactions', 'Money Received'],
    ...['Cash Taken', 'Statements', 'Arrears', 'Reminders', 'Receipts'],
  ]);
  expect(itemsIn('System')).toEqual([
    'Audit Log',
    'Outbox',
    'Message Templates',
    'Jobs',
    'Who Viewed Records',
    'Prompts',
  ]);
});

test('people with both sides have each in groups of its own, and others have no sides', () => {
  const sidesOf = (role: StaffRole) => new Set(groupsOf(role).map(({ side }) => side));
  for (const role of ['SuperAdmin', 'SystemAdmin', 'SuperUser'] as const)
    expect([...sidesOf(role)].sort()).toEqual(['drivers', 'land', null]);
  for (const role of ['Operations', 'Accounts', 'Legal', 'SystemUser'] as const)
    expect([...sidesOf(role)]).toEqual([null]);
  const shared = groupsOf('SuperAdmin').filter(({ side }) => side === null);
  expect(shared.map(({ label }) => label)).toEqual(['Home', 'Ledger', 'System Admin', 'System', 'Account']);
});

test('each page stands in a menu once', () => {
  for (const role of STAFF_ROLES) {
    const paths = pathsOf(role);
    expect(new Set(paths).size).toBe(paths.length);
  }
});

test('SuperUser has no System Admin items, and Operations neither those nor responses', () => {
  const listed = (role: StaffRole, paths: readonly string[]) => paths.filter((path) => pathsOf(role).includes(path));
  expect(listed('SuperUser', [...DRIVERS_ADMIN, ...ADMIN])).toEqual([]);
  expect(listed('Operations', [...RESPONSES, ...ACCOUNTS, ...ADMIN])).toEqual([]);
  expect(pathsOf('SystemUser')).toEqual(['/admin/dashboard', '/logout']);
});

test('a record and a form belong to a list that a menu has', () => {
  expect(listOfPage('view_driver/:id')).toBe('/global_drivers');
  expect(listOfPage('money_received/:id')).toBe('/money_received');
  const everywhere = new Set([
    ...pathsOf('SuperAdmin'),
    ...personalPages(defaultRights('SuperAdmin')).map(({ path }) => path),
  ]);
  expect(Object.keys(OFFICE_PAGES).filter((path) => !everywhere.has(listOfPage(path)))).toEqual([]);
});

test('every role may open every page of its menus, also where another menu has the page', () => {
  const everywhere = menuItems(STAFF_ROLES.flatMap((role) => menusOf(defaultRights(role))));
  for (const role of STAFF_ROLES) {
    const paths = menuItems(menusOf(defaultRights(role))).map(({ path }) => path);
    const pages = everywhere.filter(({ path }) => paths.includes(path));
    const closed = pages.filter(({ needs }) => needs !== 'staff' && !holds(defaultRights(role), needs));
    expect([role, closed]).toEqual([role, []]);
  }
});

test('Accounts and Legal, who have the System Admin items, may open them', () => {
  for (const role of ['Accounts', 'Legal'] as const) {
    const rights = defaultRights(role);
    expect([holds(rights, 'users.read'), holds(rights, 'roles.read'), holds(rights, 'users.change')]).toEqual([
      true,
      true,
      false,
    ]);
  }
});

test('what a role may open and its menu does not list stands in the menu of the person', () => {
  const labels = (role: StaffRole) => personalPages(defaultRights(role)).map(({ label }) => label);
  expect(labels('SuperAdmin')).toEqual(['My Account']);
  expect(labels('SuperUser')).toEqual(['My Account', 'System Users', 'System Roles', 'General Setup', 'Approvals']);
  expect(labels('Legal')).toEqual(['My Account', 'Approvals']);
});

test('Accounts, who read the drivers’ money, have the pages that show it', () => {
  expect(pathsOf('Accounts')).toEqual([
    ...[
      '/admin/dashboard',
      '/payment_transactions',
      '/money_received',
      '/cash_by_day',
      '/arrears',
      '/receipts',
      '/registration_fees',
    ],
    ...['/subscriptions', '/device_payments', '/refunds', '/waivers', '/payment_types', '/payment_list'],
    ...[
      '/ledger_accounts',
      '/yearly_ledger',
      '/revenue',
      '/journals',
      '/expenditure',
      '/book_archive',
      '/cash_ups',
      '/reconcile',
      '/book_checks',
      '/sales_regularization',
      '/global_tenants',
      '/new_purchase_tenants',
      '/regularization_tenants',
      '/transfer_tenants',
      '/others_tenants',
      '/zonal_tenants',
      '/plots',
      '/tenancies',
      '/tenant_search',
      '/lease_clock',
      '/personal_information',
      '/contact_information',
      '/next_of_kin',
      '/contact_person_reference',
      '/pending_approvals',
      '/approved_tenants',
      '/rejected_tenants',
      '/land_documents',
      '/slip_codes',
      '/update_response',
      '/activation_response',
      '/messages_response',
      '/receive_payment',
      '/tenant_transactions',
      '/receipt_page',
      '/refund_payment',
      '/yearly_payments',
      '/ground_rent',
      '/rent_arrears',
      '/rent_reminders',
      '/stool_account',
      '/accounts_report',
      '/court_cases',
      '/pending_cases',
      '/resolved_cases',
      '/operational_reports',
      '/tenant_detailed_statement',
      '/tenant_summary_statement',
      '/lease_rules',
      '/land_zones',
      '/share_rules',
      '/land_kinds',
      '/land_import',
      '/admin_users',
      '/roles',
      '/prompts',
      '/logout',
    ],
  ]);
});

test('a role that was given a page has it in its menu, and one that lost it has not', () => {
  const cashier = { role: 'Operations', permissions: ['dashboard.read', 'payments.receive', 'roles.read'] } as const;
  const paths = menuItems(menusOf(cashier)).map(({ path }) => path);
  expect(paths.slice(0, 4)).toEqual(['/admin/dashboard', '/receive_payments', '/capture_momo', '/cash_up']);
  expect(paths.slice(4)).toEqual(['/logout']);
  expect(personalPages(cashier).map(({ label }) => label)).toEqual(['My Account', 'System Roles']);
  const clerk = { role: 'SuperUser', permissions: permissionsOf('SuperUser', { 'payments.clear': false }) } as const;
  expect(menuItems(menusOf(clerk)).map(({ path }) => path)).not.toContain('/payment_clearance');
});

test('every page that a menu may list is found by whoever may open it', () => {
  const everything = defaultRights('SuperAdmin').permissions;
  const labels = (role: StaffRole) => {
    const person = { role, permissions: everything };
    const items = [...menuItems(menusOf(person)), ...personalPages(person)];
    return new Set(
      items.map(({ label }) => label).filter((label) => label !== 'Land Dashboard' && !label.endsWith(' (land)')),
    );
  };
  for (const role of STAFF_ROLES) expect([role, labels(role)]).toEqual([role, labels('SuperAdmin')]);
});

test('an auditor’s menu has the books alone, and the way out', () => {
  const auditor = defaultRights('Auditor');
  expect(menusOf(auditor).map(({ label }) => label)).toEqual(['Ledger', 'Account']);
  const open = menuItems(menusOf(auditor)).map(({ path }) => path);
  expect(open).toEqual(
    expect.arrayContaining(['/ledger_accounts', '/journals', '/book_archive', '/book_checks', '/logout']),
  );
  expect(personalPages(auditor).map(({ path }) => path)).toEqual(['/profile']);
});

test('an address leads to a page that the person may open, or to none', () => {
  const auditor = defaultRights('Auditor');
  for (const address of ['/journals/7', '/ledger_accounts/4000-RF?from=2026-01-01', '/profile#devices'])
    expect(mayOpenAddress(auditor, address), address).toBe(true);
  for (const address of [
    '/view_payment/DR1?payment=3',
    '/refunds/1',
    '/view_driver/1',
    '/nowhere',
    '/',
    '',
    '/journals/7/8',
  ])
    expect(mayOpenAddress(auditor, address), address).toBe(false);
  expect(mayOpenAddress(defaultRights('Accounts'), '/refunds/1')).toBe(true);
});
