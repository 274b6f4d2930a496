import { OFFICE_PAGES } from '@banbo/contract';

/** The heading of a record's page is the record's own; other pages have their title. */
const RECORD = /\S/;

/** Pages whose heading is not their title, or whose example is not the record 2. */
const EXAMPLES: Readonly<Record<string, readonly [path: string, heading: string | RegExp]>> = {
  'display_driver/:id': ['/display_driver/1', RECORD],
  'merge_driver/:id': ['/merge_driver/2?into=3', 'Merge a Duplicate'],
  'view_driver/:id/:part': ['/view_driver/2/payments', RECORD],
  'view_payment/:driver_code': ['/view_payment/DRV0000017', /^Payments of /],
  'edit_system_user/:id': ['/edit_system_user/2', /^Edit /],
  'system_roles/:id': ['/system_roles/Legal', 'Legal'],
  'money_received/:id': ['/money_received/1', RECORD],
  'tracker_watch/:id': ['/tracker_watch/1', RECORD],
  'response_request/:id': ['/response_request/1', 'Response Requests'],
  'stolen_cars/:id': ['/stolen_cars/1', RECORD],
  'edit_device/:id': ['/edit_device/2', /^Edit /],
  'ledger_accounts/:id': ['/ledger_accounts/1000', RECORD],
  'cash_ups/:id': ['/cash_ups/1', RECORD],
  'add_application/:kind': ['/add_application/transfer', RECORD],
  'edit_application/:id': ['/edit_application/8', RECORD],
  'contact_messages/:id': ['/contact_messages/1', 'Tracker does not answer'],
};

/** Pages of records that share numbers with others: the link on their list to the first one. */
export const FIRST_OF_LIST: Readonly<Record<string, readonly [list: string, link: string]>> = {
  '/tenant_transactions/2': ['/tenant_transactions', 'a[href^="/tenant_transactions/"]'],
  '/receipt_page/2': ['/receipt_page', 'a[href^="/receipt_page/"]'],
  '/yearly_payments/2': ['/yearly_payments', 'a[href^="/yearly_payments/"]:not([href*="/edit/"])'],
  '/yearly_payments/edit/2': ['/yearly_payments', 'a[href^="/yearly_payments/edit/"]'],
};

/** Pages that a journey of their own checks, since they need a file or somebody’s work first. */
export const SCREENS_OF_JOURNEYS: Readonly<Record<string, string>> = {
  'approvals/:id': 'approvals.test.ts',
  'balance_import/:id': 'books.test.ts',
  'cash_up/:id': 'books.test.ts',
  'device_import/:id': 'devices.test.ts',
  'driver_import/:id': 'driver-import.test.ts',
  'land_import/:id': 'land-import.test.ts',
  'statement_import/:id': 'money-in.test.ts',
  'messages_response/:id': 'land/new-purchase.test.ts',
  second_factor: 'second-factor.test.ts',
};

/** Second addresses of a screen that another page has. */
const SECOND = ['admin/dashboard', 'admin_users', 'roles', 'edit_yearly_payment/:id', 'view_yearly_payment/:id'];

/** Parts of pages at addresses of their own, and pages that are none of the office's list. */
const MORE: readonly (readonly [path: string, heading: string | RegExp])[] = [
  ...['standing', 'tracker', 'messages', 'changes', 'data', 'audit'].map(
    (part) => [`/view_driver/2/${part}`, RECORD] as const,
  ),
  ['/admin_registration?part=cars', 'Registration'],
  ['/admin_registration?part=new', 'Register a driver'],
  ['/payment_clearance?case=T1', 'Payment Clearance'],
  ['/general_setup?part=identifications', 'General Setup'],
  ['/unauthorized', 'Unauthorized User'],
];

/** The office's pages that are looked over, with their headings. */
export const OFFICE_SCREENS: readonly (readonly [path: string, heading: string | RegExp])[] = [
  ...Object.entries(OFFICE_PAGES)
    .filter(([path]) => !(path in SCREENS_OF_JOURNEYS || SECOND.includes(path)))
    .map(
      ([path, { title }]) =>
        EXAMPLES[path] ?? ([`/${path.replace(':id', '2')}`, path.includes(':') ? RECORD : title] as const),
    ),
  ...MORE,
];
