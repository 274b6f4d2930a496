import { expect, test } from 'vitest';
import { defaultRights, type Menu, menuItems, menusOf, personalPages } from './office-pages.ts';
import { holds, permissionsOf } from './permissions.ts';
import { STAFF_ROLES, type StaffRole } from './roles.ts';

const pathsOf = (role: StaffRole, side: Menu['key']): string[] =>
  menuItems(menusOf(defaultRights(role)).filter(({ key }) => key === side)).map(({ path }) => path);

const DRIVERS = `/dashboard /admin_registration /driver_updates /global_drivers /receive_payments /capture_momo
  /payment_clearance /money_received /refunds /waivers /registration_fees /subscriptions /device_payments /payment_transactions /ledger_accounts
  /yearly_ledger /expenditure /revenue /payment_types /payment_list /response_request /response_teams
  /contact_messages /contact_status /system_users /system_roles /general_setup /approvals /logout`.split(/\s+/);

const TENANTS = `/sales_regularization /global_tenants /new_purchase_tenants /regularization_tenants /transfer_tenants
  /others_tenants /zonal_tenants /personal_information /contact_information /next_of_kin /contact_person_reference
  /pending_approvals /approved_tenants /rejected_tenants`.split(/\s+/);
const RESPONSES = ['/update_response', '/activation_response', '/messages_response'];
const ACCOUNTS = ['/receive_payment', '/receipt_page', '/refund_payment', '/yearly_payments', '/accounts_report'];
const REST = `/court_cases /pending_cases /resolved_cases /operational_reports /tenant_detailed_statement
  /tenant_summary_statement`.split(/\s+/);
const ADMIN = ['/admin_users', '/roles'];

const land = (...paths: string[]): string[] => ['/admin/dashboard', ...paths, '/logout'];

test('the drivers’ menu is the specification’s, in its order', () => {
  expect(pathsOf('SuperAdmin', 'drivers')).toEqual(DRIVERS);
  expect(pathsOf('SystemAdmin', 'drivers')).toEqual(DRIVERS);
});

test('the tenants’ menu is the specification’s, in its order', () => {
  const whole = land(...TENANTS, ...RESPONSES, ...ACCOUNTS, ...REST, ...ADMIN);
  for (const role of ['SystemAdmin', 'Accounts', 'Legal'] as const) expect(pathsOf(role, 'land')).toEqual(whole);
});

test('SuperUser has both sides without the System Admin items', () => {
  expect(pathsOf('SuperUser', 'land')).toEqual(land(...TENANTS, ...RESPONSES, ...ACCOUNTS, ...REST));
  const admin = ['/system_users', '/system_roles', '/general_setup', '/approvals'];
  expect(pathsOf('SuperUser', 'drivers')).toEqual(DRIVERS.filter((path) => !admin.includes(path)));
});

test('Operations has limited accounts and no responses', () => {
  expect(pathsOf('Operations', 'land')).toEqual(land(...TENANTS, '/tenant_transactions', '/ledger_accounts', ...REST));
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

test('what a role may open and no menu of its lists stands in the menu of the person', () => {
  const labels = (role: StaffRole) => personalPages(defaultRights(role)).map(({ label }) => label);
  expect(labels('SuperAdmin')).toEqual([
    'My Account',
    'Driver Import',
    'Audit Log',
    'Who Looked',
    'Outbox',
    'Message Templates',
    'Arrears',
    'Payment Receipts',
    'Book Checks',
    'Prompts',
    'Failed Jobs',
  ]);
  expect(labels('SuperUser')).toEqual([
    'My Account',
    'System Users',
    'General Setup',
    'Approvals',
    'Arrears',
    'Payment Receipts',
    'Book Checks',
    'Prompts',
  ]);
  expect(labels('Legal')).toEqual(['My Account']);
});

test('Accounts, who read the drivers’ money, have a drivers’ side of the pages that show it', () => {
  expect(pathsOf('Accounts', 'drivers')).toEqual([
    '/dashboard',
    '/money_received',
    '/refunds',
    '/waivers',
    '/registration_fees',
    '/subscriptions',
    '/device_payments',
    '/payment_transactions',
    '/payment_types',
    '/payment_list',
    '/logout',
  ]);
});

test('a role that was given a page has it in a menu, and one that lost it has not', () => {
  const cashier = { role: 'Operations', permissions: ['dashboard.read', 'payments.receive', 'roles.read'] } as const;
  const [own, side] = menusOf(cashier);
  expect(own).toEqual(menusOf(defaultRights('Operations'))[0]);
  expect(menuItems(side ? [side] : []).map(({ path }) => path)).toEqual([
    '/dashboard',
    '/receive_payments',
    '/capture_momo',
    '/logout',
  ]);
  expect(personalPages(cashier).map(({ label }) => label)).toEqual(['My Account', 'System Roles']);
  const clerk = { role: 'SuperUser', permissions: permissionsOf('SuperUser', { 'payments.clear': false }) } as const;
  expect(menuItems(menusOf(clerk)).map(({ path }) => path)).not.toContain('/payment_clearance');
});

test('every page that a menu may list is found by whoever may open it', () => {
  const everything = defaultRights('SuperAdmin').permissions;
  const labels = (role: StaffRole) => {
    const person = { role, permissions: everything };
    const items = [...menuItems(menusOf(person)), ...personalPages(person)].filter(({ ready }) => ready);
    return new Set(items.map(({ label }) => label));
  };
  for (const role of STAFF_ROLES) expect([role, labels(role)]).toEqual([role, labels('SuperAdmin')]);
});
