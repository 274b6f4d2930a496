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
const driverRecord: OfficePage = {
  title: 'Driver',
  needs: 'drivers.read',
  load: () => import('./drivers/view-driver.tsx'),
};
const driverUpdates: OfficePage = {
  title: 'Driver Updates',
  needs: 'drivers.change',
  load: () => import('./drivers/driver-updates.tsx'),
};
const feePayments = (title: string): OfficePage => ({
  title,
  needs: 'payments.read',
  load: () => import('./payments/fee-payments.tsx'),
});
const viewPaymentType: OfficePage = {
  title: 'Payment Type',
  needs: 'payments.read',
  load: () => import('./prices/view-payment-type.tsx'),
};
const viewPrice: OfficePage = {
  title: 'Yearly Payment',
  needs: 'payments.read',
  load: () => import('./prices/view-payment-list.tsx'),
};
const editPrice: OfficePage = {
  title: 'Edit Payment List',
  needs: 'prices.change',
  load: () => import('./prices/edit-payment-list.tsx'),
};
const paymentSums = (title: string): OfficePage => ({
  title,
  needs: 'payments.read',
  load: () => import('./payments/payment-sums.tsx'),
});
const viewPayment: OfficePage = {
  title: 'View Payment',
  needs: 'payments.read',
  load: () => import('./payments/view-payment.tsx'),
};
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
  admin_registration: {
    title: 'Registration',
    needs: 'drivers.register',
    load: () => import('./admin-registration.tsx'),
  },
  'add_car/:id': { title: 'Add Another Car', needs: 'drivers.change', load: () => import('./add-car.tsx') },
  global_drivers: { title: 'Drivers', needs: 'drivers.read', load: () => import('./global-drivers.tsx') },
  driver_import: {
    title: 'Driver Import',
    needs: 'drivers.import',
    load: () => import('./drivers/driver-import.tsx'),
  },
  'driver_import/:id': {
    title: 'List of Drivers',
    needs: 'drivers.import',
    load: () => import('./drivers/view-driver-import.tsx'),
  },
  driver_search: { title: 'Driver Search', needs: 'drivers.search', load: () => import('./driver-search.tsx') },
  'display_driver/:id': {
    title: 'Driver Details',
    needs: 'drivers.read',
    load: () => import('./drivers/display-driver.tsx'),
  },
  'view_driver/:id': driverRecord,
  'view_driver/:id/:part': driverRecord,
  driver_updates: driverUpdates,
  'driver_updates/:id': driverUpdates,
  'merge_driver/:id': {
    title: 'Merge a Duplicate',
    needs: 'drivers.merge',
    load: () => import('./drivers/merge-driver.tsx'),
  },
  receive_payments: {
    title: 'Receive Payments',
    needs: 'payments.receive',
    load: () => import('./clearance/receive-payments.tsx'),
  },
  capture_momo: {
    title: 'Momo Payments',
    needs: 'payments.receive',
    load: () => import('./clearance/capture-momo.tsx'),
  },
  registration_fees: feePayments('Registration Fees'),
  subscriptions: feePayments('Subscription Payments'),
  device_payments: feePayments('Device Payments'),
  payment_types: {
    title: 'Payment Types',
    needs: 'payments.read',
    load: () => import('./prices/payment-types.tsx'),
  },
  add_payment_type: {
    title: 'Add Payment Type',
    needs: 'prices.change',
    load: () => import('./prices/add-payment-type.tsx'),
  },
  'edit_payment_type/:id': {
    title: 'Edit Payment Type',
    needs: 'prices.change',
    load: () => import('./prices/edit-payment-type.tsx'),
  },
  view_payment_type: viewPaymentType,
  'view_payment_type/:id': viewPaymentType,
  payment_list: { title: 'Yearly Payment', needs: 'payments.read', load: () => import('./prices/payment-list.tsx') },
  add_payment_list: {
    title: 'Payment List Setup',
    needs: 'prices.change',
    load: () => import('./prices/add-payment-list.tsx'),
  },
  'edit_payment_list/:id': editPrice,
  'edit_yearly_payment/:id': editPrice,
  'view_payment_list/:id': viewPrice,
  'view_yearly_payment/:id': viewPrice,
  payment_transactions: feePayments('Payment Transactions'),
  regFees_by_period: paymentSums('Period Payment'),
  regFees_by_month: paymentSums('Monthly Payment'),
  regFees_by_mode: paymentSums('Payments By Mode'),
  view_payment: viewPayment,
  'view_payment/:driver_code': viewPayment,
  payment_clearance: {
    title: 'Payment Clearance',
    needs: 'payments.clear',
    load: () => import('./clearance/payment-clearance.tsx'),
  },
  statement_import: {
    title: 'Statement Import',
    needs: 'payments.clear',
    load: () => import('./clearance/statement-import.tsx'),
  },
  'statement_import/:id': {
    title: 'Statement',
    needs: 'payments.clear',
    load: () => import('./clearance/view-statement.tsx'),
  },
  arrears: { title: 'Arrears', needs: 'payments.read', load: () => import('./payments/arrears.tsx') },
  reminders: {
    title: 'Reminders',
    needs: 'payments.clear',
    load: () => import('./payments/reminders.tsx'),
    fallback: '/arrears',
  },
  system_users: users,
  admin_users: users,
  add_system_user: { title: 'Add User', needs: 'users.change', load: () => import('./add-system-user.tsx') },
  'view_system_user/:id': { title: 'System User', needs: 'users.read', load: () => import('./view-system-user.tsx') },
  'edit_system_user/:id': { title: 'Edit User', needs: 'users.change', load: () => import('./edit-system-user.tsx') },
  system_roles: roles,
  roles,
  // SuperUser belongs to the admin group and sees the lists, but changes neither them nor the settings.
  general_setup: { title: 'General Setup', needs: 'drivers.register', load: () => import('./general-setup.tsx') },
  receipts: { title: 'Payment Receipts', needs: 'payments.read', load: () => import('./receipts.tsx') },
  prompts: { title: 'Prompts', needs: 'payments.read', load: () => import('./clearance/prompts.tsx') },
  failed_jobs: { title: 'Failed Jobs', needs: 'jobs.read', load: () => import('./failed-jobs.tsx') },
  book_checks: { title: 'Book Checks', needs: 'payments.read', load: () => import('./book-checks.tsx') },
  audit_log: { title: 'Audit Log', needs: 'audit.read', load: () => import('./audit-log.tsx') },
  driver_looks: { title: 'Who Looked', needs: 'drivers.privacy', load: () => import('./driver-looks.tsx') },
  outbox: { title: 'Outbox', needs: 'outbox.read', load: () => import('./outbox.tsx') },
  contact_messages: {
    title: 'Contact Messages',
    needs: 'contact.answer',
    load: () => import('./messages/contact-messages.tsx'),
  },
  'contact_messages/:id': {
    title: 'Contact Message',
    needs: 'contact.answer',
    load: () => import('./messages/view-contact-message.tsx'),
  },
  contact_status: {
    title: 'Contact Status',
    needs: 'contact.answer',
    load: () => import('./messages/contact-status.tsx'),
  },
  message_templates: {
    title: 'Message Templates',
    needs: 'messages.change',
    load: () => import('./messages/message-templates.tsx'),
  },
  profile: { title: 'My Account', needs: 'staff', load: () => import('./profile.tsx') },
};
