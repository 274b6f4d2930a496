import type { Permission } from '@banbo/contract';
import type { Load } from '~/lib/lazy-screen.ts';

export type OfficePage = {
  title: string;
  /** The permission that opens it, or any staff. */
  needs: Permission | 'staff';
  load: Load;
  /** The page to open when its code does not arrive; the dashboard when absent. */
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
const feePayments = (title: string): OfficePage => ({
  title,
  needs: 'payments.read',
  load: () => import('./fee-payments.tsx'),
});
const dashboard: OfficePage = {
  title: 'Dashboard',
  needs: 'dashboard.read',
  load: () => import('./dashboard.tsx'),
  fallback: '/',
};

/** Every page of the office by its route, with its permission. Other routes are no pages of the office. */
export const OFFICE_PAGES: Readonly<Record<string, OfficePage>> = {
  dashboard,
  'admin/dashboard': dashboard,
  global_drivers: { title: 'Drivers', needs: 'drivers.read', load: () => import('./global-drivers.tsx') },
  driver_search: { title: 'Driver Search', needs: 'drivers.search', load: () => import('./driver-search.tsx') },
  'display_driver/:id': driver,
  'view_driver/:id': driver,
  registration_fees: feePayments('Registration Fees'),
  subscriptions: feePayments('Subscription Payments'),
  device_payments: feePayments('Device Payments'),
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
