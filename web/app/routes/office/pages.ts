import { MENUS, menuItems, type Permission } from '@banbo/contract';
import type { Load } from '~/lib/late-screen.ts';

export type OfficePage = {
  title: string;
  /** What opens it: a permission, or nothing beyond being staff. */
  needs: Permission | 'staff';
  load: Load;
  /** Where to go when its code does not arrive (SPEC §2.5); the dashboard when absent. */
  fallback?: string;
};

const users: OfficePage = {
  title: 'System Users',
  needs: 'users.read',
  load: () => import('./system-users.tsx'),
  fallback: '/',
};
const roles: OfficePage = { title: 'System Roles', needs: 'roles.read', load: () => import('./system-roles.tsx') };
const driver: OfficePage = { title: 'Driver', needs: 'drivers.read', load: () => import('./display-driver.tsx') };
const dashboard: OfficePage = {
  title: 'Dashboard',
  needs: 'dashboard.read',
  load: () => import('./dashboard.tsx'),
  fallback: '/',
};

const notBuilt = (title: string): OfficePage => ({ title, needs: 'staff', load: () => import('./not-built.tsx') });

/** Pages that are not built yet and stand in no menu. */
const BESIDE_MENUS: readonly (readonly [path: string, title: string])[] = [
  ['tracker_map', 'Tracker Map'],
  ['add_payment_type', 'Add Payment Type'],
  ['edit_payment_type/:id', 'Edit Payment Type'],
  ['view_payment_type/:id', 'Payment Type'],
  ['add_payment_list', 'Payment List Setup'],
  ['edit_payment_list/:id', 'Edit Payment List'],
  ['view_payment_list/:id', 'Yearly Payment'],
  ['edit_yearly_payment/:id', 'Edit Yearly Payment'],
  ['view_yearly_payment/:id', 'Yearly Payment'],
  ['regFees_by_period', 'Period Payment'],
  ['regFees_by_month', 'Monthly Payment'],
  ['regFees_by_mode', 'Payments By Mode'],
  ['view_payment', 'Payment'],
  ['view_payment/:driver_code', 'Payment'],
];

const inMenus = menuItems(Object.values(MENUS).flat())
  .filter(({ ready }) => !ready)
  .map(({ path, label }) => [path.slice(1), label] as const);

/** Pages that come with a later version: staff who type or keep their address are told so within the office. */
const LATER = Object.fromEntries([...inMenus, ...BESIDE_MENUS].map(([path, title]) => [path, notBuilt(title)]));

/** Every page of the office by its route, and who may open it. What is not here is not a page of the office. */
export const OFFICE_PAGES: Readonly<Record<string, OfficePage>> = {
  ...LATER,
  dashboard,
  'admin/dashboard': dashboard,
  global_drivers: { title: 'Drivers', needs: 'drivers.read', load: () => import('./global-drivers.tsx') },
  driver_search: { title: 'Driver Search', needs: 'drivers.search', load: () => import('./driver-search.tsx') },
  'display_driver/:id': driver,
  'view_driver/:id': driver,
  registration_fees: {
    title: 'Registration Fees',
    needs: 'payments.read',
    load: () => import('./registration-fees.tsx'),
  },
  subscriptions: { title: 'Subscription Payments', needs: 'payments.read', load: () => import('./subscriptions.tsx') },
  device_payments: { title: 'Device Payments', needs: 'payments.read', load: () => import('./device-payments.tsx') },
  system_users: users,
  admin_users: users,
  add_system_user: { title: 'Add User', needs: 'users.change', load: () => import('./add-system-user.tsx') },
  'view_system_user/:id': { title: 'System User', needs: 'users.read', load: () => import('./view-system-user.tsx') },
  'edit_system_user/:id': { title: 'Edit User', needs: 'users.change', load: () => import('./edit-system-user.tsx') },
  system_roles: roles,
  roles,
  audit_log: { title: 'Audit Log', needs: 'audit.read', load: () => import('./audit-log.tsx') },
  outbox: { title: 'Outbox', needs: 'outbox.read', load: () => import('./outbox.tsx') },
  profile: { title: 'My Account', needs: 'staff', load: () => import('./profile.tsx') },
};
