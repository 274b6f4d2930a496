import { expect, it } from 'vitest';
import { DEFAULT_PERMISSIONS, PERMISSION_LABELS, PERMISSIONS, type Permission, permissionsOf } from './permissions.ts';
import { STAFF_ROLES } from './roles.ts';

const holdersOf = (permission: Permission) =>
  STAFF_ROLES.filter((role) => DEFAULT_PERMISSIONS[role].includes(permission));

it.each([
  'drivers.read',
  'drivers.register',
  'drivers.change',
  'contact.answer',
  'payments.receive',
  'payments.clear',
  'prices.change',
] as const)('%s is for the admin group alone, whose pages those of drivers, payments and prices are', (permission) => {
  expect(holdersOf(permission)).toEqual(['SuperAdmin', 'SystemAdmin', 'SuperUser']);
});

it('the drivers’ money is read by the admin group, and by Accounts, who decide nothing about it', () => {
  expect(holdersOf('payments.read')).toEqual(['SuperAdmin', 'SystemAdmin', 'SuperUser', 'Accounts']);
});

it('SuperAdmin alone changes what roles may do', () => {
  expect(holdersOf('roles.change')).toEqual(['SuperAdmin']);
});

it('a role has what it was given beside its default, and not what was taken from it', () => {
  const land = ['land.read', 'land.write', 'land.money'];
  expect(permissionsOf('Operations')).toEqual(['dashboard.read', 'ledger.read', ...land]);
  expect(permissionsOf('Operations', { 'payments.read': true, 'ledger.read': false })).toEqual([
    'dashboard.read',
    'payments.read',
    ...land,
  ]);
  expect(permissionsOf('Member', { 'payments.read': true })).toEqual([]);
});

it('a role with a permission that needs two people sees approvals, whatever was taken from it', () => {
  const differences = { 'payments.clear': true, 'approvals.read': false };
  expect(permissionsOf('Operations', differences)).toContain('approvals.read');
  expect(permissionsOf('Operations')).not.toContain('approvals.read');
});

it('drivers are removed, restored and given password codes by SuperAdmin and SystemAdmin alone', () => {
  expect(holdersOf('drivers.remove')).toEqual(['SuperAdmin', 'SystemAdmin']);
  expect(holdersOf('drivers.password_code')).toEqual(['SuperAdmin', 'SystemAdmin']);
});

it.each(['drivers.merge', 'drivers.import', 'drivers.privacy', 'site.change', 'messages.change', 'jobs.read'] as const)(
  '%s is for SuperAdmin and SystemAdmin alone, whom the company trusts with what reaches everybody',
  (permission) => {
    expect(holdersOf(permission)).toEqual(['SuperAdmin', 'SystemAdmin']);
  },
);

it('a cleared payment is reversed by SuperAdmin and SystemAdmin alone', () => {
  expect(holdersOf('payments.reverse')).toEqual(['SuperAdmin', 'SystemAdmin']);
});

it('money is given up by SuperAdmin and SystemAdmin alone', () => {
  expect(holdersOf('payments.waive')).toEqual(['SuperAdmin', 'SystemAdmin']);
});

it('users are read by the admin group, and by Accounts and Legal, whose menus list them', () => {
  expect(holdersOf('users.read')).toEqual(['SuperAdmin', 'SystemAdmin', 'SuperUser', 'Accounts', 'Legal']);
});

it('users are changed by SuperAdmin and SystemAdmin alone, who alone read the audit log', () => {
  expect(holdersOf('users.change')).toEqual(['SuperAdmin', 'SystemAdmin']);
  expect(holdersOf('audit.read')).toEqual(['SuperAdmin', 'SystemAdmin']);
});

it('every permission has words of its own', () => {
  const words = PERMISSIONS.map((permission) => Object.values(PERMISSION_LABELS[permission]).join(': '));
  expect(new Set(words).size).toBe(PERMISSIONS.length);
});

it('the books are kept by the admin group and Accounts, and Operations read their accounts alone', () => {
  for (const permission of ['books.read', 'books.write', 'books.approve', 'books.chart', 'books.close'] as const) {
    expect(holdersOf(permission)).toEqual(['SuperAdmin', 'SystemAdmin', 'SuperUser', 'Accounts']);
  }
  expect(holdersOf('ledger.read')).toEqual(['SuperAdmin', 'SystemAdmin', 'SuperUser', 'Operations', 'Accounts']);
});

it('a closed month is opened again by SuperAdmin alone', () => {
  expect(holdersOf('books.reopen')).toEqual(['SuperAdmin']);
});
