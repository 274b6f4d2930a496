import { OFFICE_PAGES, type OfficePath } from '@banbo/contract';
import { Link } from 'react-router';
import { EmptyState } from '~/components/trouble/states.tsx';
import type { Load } from '~/lib/lazy-screen.ts';
import type { StaffPage } from '~/lib/session/guards.ts';

/** A link beside the title; it shows for those who may open its page. */
export type PageLink = readonly [to: OfficePath, label: string];

type Shown = {
  load: Load;
  /** The screen has a heading of its own, such as the name of a record. */
  hasHeading: boolean;
  /** A line under the title. */
  lead?: string;
  /** A line below the page's list. */
  about?: string;
  /** The page where a record is added. */
  add?: PageLink;
  links?: readonly PageLink[];
  /** The page to open when its code does not arrive; the dashboard when absent. */
  fallback?: string;
  /** The screen goes on as it is when the address names another record. */
  staysOpen?: true;
};

const under = (load: Load, heading: Omit<Shown, 'load' | 'hasHeading' | 'staysOpen'> = {}): Shown => ({
  ...heading,
  load,
  hasHeading: false,
});
const headed = (load: Load, { fallback }: Pick<Shown, 'fallback'> = {}): Shown => ({
  load,
  hasHeading: true,
  ...(fallback !== undefined && { fallback }),
});

const dashboard = headed(
  async () => {
    const { DashboardPage } = await import('~/features/reports/dashboard/dashboard.tsx');
    return DashboardPage;
  },
  { fallback: '/' },
);
const driverRecord = headed(() => import('./drivers/view-driver.tsx').then((m) => m.default));
const feePayments = headed(() => import('~/features/payments/list/payment-table.tsx').then((m) => m.FeePayments));
const paymentSums = headed(() => import('~/features/payments/sums/sum-screen.tsx').then((m) => m.PaymentSums));
const editPrice = headed(() => import('~/features/prices/yearly/price-forms.tsx').then((m) => m.EditPrice));
const viewPrice = headed(() => import('~/features/prices/yearly/yearly-prices.tsx').then((m) => m.ViewPrice));
const applicationsOfKind = headed(() =>
  import('~/features/land/applications/application-table.tsx').then((m) => m.ApplicationsOfKind),
);
const responseBoard: Shown = {
  ...headed(() => import('~/features/incidents/board/board-page.tsx').then((m) => m.BoardPage)),
  staysOpen: true,
};
const users = under(() => import('~/features/identity/users/user-table.tsx').then((m) => m.UserTable), {
  add: ['add_system_user', 'Add user'],
  fallback: '/',
});
const roles = under(() => import('~/features/identity/roles/role-table.tsx').then((m) => m.SystemRoles), {
  about: 'Rank 1000 is above rank 2000. People manage only users of a rank below their own.',
});

/** The screen of each page of the office, and what stands beside its title. */
const SCREENS: Readonly<Record<OfficePath, Shown>> = {
  dashboard,
  'admin/dashboard': dashboard,
  admin_registration: headed(() => import('./admin-registration.tsx').then((m) => m.default)),
  'add_car/:id': under(() => import('~/features/drivers/cars/add-car.tsx').then((m) => m.AddCar), {
    lead: 'A record with its own driver code, fees and cover. All else is copied.',
  }),
  driver_updates: under(
    () => import('~/features/drivers/changing/driver-updates.tsx').then((m) => m.FindDriverToChange),
    { lead: 'Find the driver whose photo, plan or details change.' },
  ),
  'driver_updates/:id': headed(() =>
    import('~/features/drivers/changing/driver-updates.tsx').then((m) => m.DriverUpdate),
  ),
  global_drivers: under(() => import('~/features/drivers/driver-table.tsx').then((m) => m.DriverTable), {
    links: [
      ['driver_import', 'Driver Import'],
      ['driver_search', 'Driver Search'],
    ],
  }),
  driver_search: under(() => import('~/features/drivers/driver-search.tsx').then((m) => m.DriverSearch)),
  'display_driver/:id': headed(() => import('~/features/drivers/driver-facts.tsx').then((m) => m.DriverCard)),
  'view_driver/:id': driverRecord,
  'view_driver/:id/:part': driverRecord,
  'merge_driver/:id': under(() => import('~/features/drivers/merging/merge-screen.tsx').then((m) => m.MergeScreen), {
    lead: 'For one car and driver that were registered twice. One record stays, with the payments of both.',
  }),
  driver_import: under(() => import('~/features/drivers/imports/driver-import.tsx').then((m) => m.DriverImportsPage), {
    about: 'Drivers from paper or spreadsheets, made members without registering again.',
    links: [['global_drivers', 'Global Drivers']],
  }),
  'driver_import/:id': headed(() =>
    import('~/features/drivers/imports/driver-import.tsx').then((m) => m.DriverImportPage),
  ),
  receive_payments: under(
    () => import('~/features/clearance/desk/receive/receive-form.tsx').then((m) => m.ReceiveForm),
    {
      lead: 'Money at the desk, for one driver or several. It is cleared at once; a cheque once its bank has paid it.',
      links: [['own_cash', 'My cash today']],
    },
  ),
  capture_momo: under(() => import('~/features/clearance/desk/capture/capture-form.tsx').then((m) => m.CaptureForm), {
    lead: 'Record what the MoMo account really received.',
  }),
  payment_clearance: headed(() =>
    import('~/features/clearance/decisions/clearance-screen.tsx').then((m) => m.ClearanceScreen),
  ),
  money_received: under(() => import('~/features/clearance/received/money-table.tsx').then((m) => m.MoneyTable), {
    about: 'Everything that reached the company’s accounts, and what it paid.',
    links: [['payment_clearance', 'Payment Clearance']],
  }),
  'money_received/:id': headed(() => import('~/features/clearance/received/money-page.tsx').then((m) => m.MoneyPage)),
  cash_by_day: headed(() => import('~/features/clearance/cash/cash-screen.tsx').then((m) => m.CashScreen)),
  own_cash: headed(() => import('~/features/clearance/cash/cash-screen.tsx').then((m) => m.OwnCashScreen)),
  refunds: under(() => import('~/features/refunds/refund-table.tsx').then((m) => m.RefundTable), {
    about: 'Money that goes back to whoever paid it: asked for by one person, approved by another, then paid.',
    links: [['money_received', 'Money Received']],
  }),
  'refunds/:id': headed(() => import('~/features/refunds/refund-page.tsx').then((m) => m.RefundPage)),
  waivers: under(() => import('~/features/payments/waivers/waiver-table.tsx').then((m) => m.WaiverTable), {
    about: 'Fees that were waived or written off: by whom, why and how much.',
    links: [
      ['arrears', 'Arrears'],
      ['approvals', 'Approvals'],
    ],
  }),
  statement_import: under(
    () => import('~/features/clearance/statements/statement-import.tsx').then((m) => m.StatementImportPage),
    {
      about: 'Money on the company’s accounts, matched to what drivers say they paid.',
      links: [['payment_clearance', 'Payment Clearance']],
    },
  ),
  'statement_import/:id': headed(() =>
    import('~/features/clearance/statements/statement-import.tsx').then((m) => m.StatementPage),
  ),
  prompts: under(() => import('~/features/clearance/prompt-table.tsx').then((m) => m.PromptTable), {
    about:
      'Payments that phones were asked to approve. A prompt without an answer may still have been paid: look for it on the statement.',
  }),
  registration_fees: feePayments,
  subscriptions: feePayments,
  device_payments: feePayments,
  payment_transactions: feePayments,
  regFees_by_period: paymentSums,
  regFees_by_month: paymentSums,
  regFees_by_mode: paymentSums,
  view_payment: headed(() => import('~/features/payments/list/payment-table.tsx').then((m) => m.FindPayments)),
  'view_payment/:driver_code': headed(() =>
    import('~/features/payments/history/driver-payments.tsx').then(({ PaymentHistory }) => ({ driver_code }) => (
      <PaymentHistory key={driver_code} driverCode={driver_code} />
    )),
  ),
  arrears: headed(() => import('~/features/payments/arrears/arrears-table.tsx').then((m) => m.ArrearsPage)),
  reminders: under(() => import('~/features/payments/reminders/reminders-screen.tsx').then((m) => m.RemindersScreen), {
    lead: 'Text messages to drivers who owe for past months. Read them before they go.',
    fallback: '/arrears',
  }),
  payment_types: under(() => import('~/features/prices/types/payment-types.tsx').then((m) => m.PaymentTypeTable), {
    add: ['add_payment_type', 'Add payment type'],
  }),
  add_payment_type: under(
    () =>
      import('~/features/prices/types/payment-type-form.tsx').then(({ PaymentTypeForm }) => () => (
        <PaymentTypeForm entry={null} />
      )),
    { lead: 'What people pay for, and when they owe it.' },
  ),
  'edit_payment_type/:id': headed(() =>
    import('~/features/prices/types/payment-type-form.tsx').then((m) => m.EditPaymentType),
  ),
  view_payment_type: under(async () => () => (
    <EmptyState>
      <p>Select payment type</p>
      <Link to="/payment_types">See all payment types</Link>
    </EmptyState>
  )),
  'view_payment_type/:id': headed(() =>
    import('~/features/prices/types/payment-types.tsx').then((m) => m.ViewPaymentType),
  ),
  payment_list: under(() => import('~/features/prices/yearly/yearly-prices.tsx').then((m) => m.PriceTable), {
    add: ['add_payment_list', 'Add Payment List'],
  }),
  add_payment_list: under(() => import('~/features/prices/yearly/price-forms.tsx').then((m) => m.PriceAddForm), {
    lead: 'What a payment type costs in a year.',
  }),
  'edit_payment_list/:id': editPrice,
  'edit_yearly_payment/:id': editPrice,
  'view_payment_list/:id': viewPrice,
  'view_yearly_payment/:id': viewPrice,
  receipts: under(() => import('~/features/receipts/receipt-table.tsx').then((m) => m.ReceiptTable), {
    about: 'One for each cleared payment, numbered without gaps. Reversing a payment makes its receipt void.',
  }),
  book_checks: under(() => import('./book-checks.tsx').then((m) => m.default), {
    about: 'Each proves the chain of the books and their balances, and compares all records that post money with them.',
    links: [['owner_messages', 'Messages to the Owner']],
  }),
  owner_messages: under(() => import('~/features/reports/owner-messages.tsx').then((m) => m.OwnerMessages), {
    about:
      'Each message ends with a hash of the books. With the hash and the day, the administrator of the server checks that the books still have that day as it was sent.',
    links: [['book_checks', 'Book Checks']],
  }),
  failed_jobs: under(() => import('~/features/reports/failed-jobs.tsx').then((m) => m.FailedJobs), {
    about: 'Background tasks that failed in the last month. Those that recur leave the list once they succeed.',
  }),
  system_users: users,
  admin_users: users,
  add_system_user: headed(() => import('~/features/identity/users/user-forms.tsx').then((m) => m.AddUser)),
  'view_system_user/:id': headed(() => import('~/features/identity/users/user-page.tsx').then((m) => m.ViewUser)),
  'edit_system_user/:id': headed(() => import('~/features/identity/users/user-forms.tsx').then((m) => m.EditUser)),
  system_roles: roles,
  'system_roles/:id': headed(() => import('~/features/identity/roles/role-page.tsx').then((m) => m.RolePage)),
  roles,
  general_setup: headed(() => import('./general-setup.tsx').then((m) => m.default)),
  approvals: under(() => import('~/features/approvals/approval-table.tsx').then((m) => m.ApprovalTable), {
    about: 'Changes that take effect once a second person has approved them.',
    links: [['alone_decisions', 'Decided alone']],
  }),
  'approvals/:id': headed(() => import('~/features/approvals/approval-page.tsx').then((m) => m.ApprovalPage)),
  alone_decisions: under(() => import('~/features/approvals/alone-table.tsx').then((m) => m.AloneTable), {
    about: 'Where the company had one person who could decide, that person decided alone.',
    links: [['approvals', 'Approvals']],
  }),
  audit_log: under(
    () =>
      import('~/features/audit/audit-table.tsx').then(({ AuditTable }) => () => <AuditTable />),
    {
      about: 'Every change by staff and every sign-in: who, when, what, before and after.',
    },
  ),
  driver_looks: under(() => import('~/features/drivers/privacy/person-data.tsx').then((m) => m.LookTable), {
    about: 'Staff who opened a driver’s page or looked at the place of the car: one entry an hour, kept for two years.',
  }),
  outbox: under(
    async () => {
      const { OutboxTable } = await import('~/features/messages/outbox-table.tsx');
      const { SendingPanel } = await import('~/features/messages/sending/sending-panel.tsx');
      return () => (
        <>
          <OutboxTable />
          <SendingPanel />
        </>
      );
    },
    { about: 'Messages to members and staff.', links: [['message_templates', 'Message templates']] },
  ),
  response_request: responseBoard,
  'response_request/:id': responseBoard,
  shift_handover: under(() => import('~/features/incidents/board/handover-page.tsx').then((m) => m.HandoverPage), {
    about: 'What the next shift takes over: open emergencies, what was promised, and who is out.',
    links: [['response_request', 'Response Requests']],
  }),
  incidents: under(() => import('~/features/incidents/incident-table.tsx').then((m) => m.IncidentTable), {
    about: 'Every call for help, the newest first. Click a number to see what was done.',
    links: [['response_request', 'Response Requests']],
  }),
  emergency_figures: under(() => import('~/features/incidents/figures/figures-page.tsx').then((m) => m.FiguresPage), {
    about: 'How fast calls for help were acknowledged, and help sent and there; false alarms by tracker.',
    links: [['incidents', 'All Emergencies']],
  }),
  ledger_accounts: headed(() => import('~/features/books/chart/ledger-accounts.tsx').then((m) => m.LedgerAccounts)),
  'ledger_accounts/:id': headed(() => import('~/features/books/chart/account-page.tsx').then((m) => m.AccountPage)),
  yearly_ledger: headed(() => import('~/features/books/statements/yearly-ledger.tsx').then((m) => m.YearlyLedger)),
  revenue: headed(() => import('~/features/books/statements/revenue-page.tsx').then((m) => m.RevenuePage)),
  revenue_due: headed(() => import('~/features/books/statements/fees-due.tsx').then((m) => m.FeesDuePage)),
  journals: under(() => import('~/features/books/journals/journal-table.tsx').then((m) => m.JournalTable), {
    add: ['add_journal', 'Write a journal'],
    about: 'What people post themselves. Journals of cash, bank or MoMo money wait for a second person.',
    links: [
      ['repeated_journals', 'Repeated'],
      ['balance_import', 'Opening Balances'],
    ],
  }),
  repeated_journals: under(() => import('~/features/books/journals/repeated-table.tsx').then((m) => m.RepeatedTable), {
    about: 'Journals that are proposed as a draft each month, such as the rent of the office.',
    links: [['journals', 'Journals']],
  }),
  balance_import: under(() => import('~/features/books/opening/balance-import.tsx').then((m) => m.BalanceImportsPage), {
    about: 'Balances with which the books begin, out of a trial balance. They become the draft of a journal.',
  }),
  'balance_import/:id': headed(() =>
    import('~/features/books/opening/balance-import.tsx').then((m) => m.BalanceImportPage),
  ),
  'journals/:id': headed(() => import('~/features/books/journals/journal-page.tsx').then((m) => m.JournalPage)),
  expenditure: under(() => import('~/features/books/expenses/expense-table.tsx').then((m) => m.ExpenseTable), {
    add: ['add_expense', 'Enter an expense'],
    links: [['journals', 'Journals']],
  }),
  'expenditure/:id': headed(() => import('~/features/books/expenses/expense-page.tsx').then((m) => m.ExpensePage)),
  add_expense: headed(() => import('~/features/books/expenses/expense-form.tsx').then((m) => m.AddExpense)),
  cash_up: headed(() => import('~/features/books/cash-up/cash-up-screen.tsx').then((m) => m.CashUpScreen)),
  'cash_up/:id': headed(() => import('~/features/books/cash-up/cash-up-page.tsx').then((m) => m.OwnCashUpPage)),
  cash_ups: under(() => import('~/features/books/cash-up/cash-up-table.tsx').then((m) => m.CashUpTable), {
    about: 'Cash of clerks, counted a day: what the books expected, what was there, and who approved the difference.',
    links: [['missing_cash_ups', 'Missing Cash-Ups']],
  }),
  'cash_ups/:id': headed(() => import('~/features/books/cash-up/cash-up-page.tsx').then((m) => m.CashUpPage)),
  missing_cash_ups: under(() => import('~/features/books/cash-up/cash-up-table.tsx').then((m) => m.MissingCashUps), {
    about: 'Days on which a clerk had cash that no closed cash-up has. Late cash counts to the clerk’s next one.',
    links: [['cash_ups', 'All Cash-Ups']],
  }),
  reconcile: headed(() => import('~/features/books/reconcile/book-line-screen.tsx').then((m) => m.BookLineScreen)),
  stated_lines: under(() => import('~/features/books/reconcile/stated-lines.tsx').then((m) => m.StatedLines), {
    about: 'Lines of the imported statements that nothing in the books was matched with.',
    links: [['reconcile', 'Reconcile']],
  }),
  reconciliations: under(
    () => import('~/features/books/reconcile/reconciliation-table.tsx').then((m) => m.ReconciliationTable),
    {
      about: 'What is reconciled can neither be matched anew nor taken back until its reconciliation is undone.',
      links: [['reconcile', 'Reconcile']],
    },
  ),
  add_journal: headed(() => import('~/features/books/journals/journal-form.tsx').then((m) => m.AddJournal)),
  response_teams: under(() => import('~/features/incidents/teams/team-list.tsx').then((m) => m.TeamList), {
    add: ['add_response_team', 'Add a team'],
    about: 'Who goes out to a call for help, who is on duty now and next, and where each team is sent.',
    links: [['response_request', 'Response Requests']],
  }),
  add_response_team: headed(() => import('~/features/incidents/teams/team-form.tsx').then((m) => m.AddTeam)),
  'edit_response_team/:id': headed(() => import('~/features/incidents/teams/team-form.tsx').then((m) => m.EditTeam)),
  tracker_map: under(() => import('~/features/tracking/map/tracker-map.tsx').then((m) => m.TrackerMap)),
  unknown_trackers: under(
    () => import('~/features/tracking/feeds/unknown-trackers.tsx').then((m) => m.UnknownTrackers),
    { lead: 'Trackers that report where they are and are not in stock yet.', links: [['devices', 'Devices']] },
  ),
  global_tenants: under(() => import('~/features/land/tenants/tenant-table.tsx').then((m) => m.TenantTable), {
    about: 'People and organisations who hold land, or held it.',
    links: [['tenant_search', 'Tenant Search']],
  }),
  tenant_search: under(() => import('~/features/land/tenants/tenant-search.tsx').then((m) => m.TenantSearchPage), {
    lead: 'All that is typed must fit. Codes and numbers may be typed in part.',
  }),
  personal_information: under(
    () => import('~/features/land/tenants/tenant-updates.tsx').then((m) => m.FindForPersonal),
    {
      lead: 'Find the tenant whose record changes.',
    },
  ),
  'personal_information/:id': headed(() =>
    import('~/features/land/tenants/tenant-updates.tsx').then((m) => m.UpdatePersonal),
  ),
  contact_information: under(() => import('~/features/land/tenants/tenant-updates.tsx').then((m) => m.FindForContact), {
    lead: 'Find the tenant whose record changes.',
  }),
  'contact_information/:id': headed(() =>
    import('~/features/land/tenants/tenant-updates.tsx').then((m) => m.UpdateContact),
  ),
  next_of_kin: under(() => import('~/features/land/tenants/tenant-updates.tsx').then((m) => m.FindForKin), {
    lead: 'Find the tenant whose record changes.',
  }),
  'next_of_kin/:id': headed(() => import('~/features/land/tenants/tenant-updates.tsx').then((m) => m.UpdateKin)),
  contact_person_reference: under(
    () => import('~/features/land/tenants/tenant-updates.tsx').then((m) => m.FindForReference),
    {
      lead: 'Find the tenant whose record changes.',
    },
  ),
  'contact_person_reference/:id': headed(() =>
    import('~/features/land/tenants/tenant-updates.tsx').then((m) => m.UpdateReference),
  ),
  'tenants/:id': headed(() => import('~/features/land/tenants/tenant-page.tsx').then((m) => m.TenantPage)),
  tenancies: under(() => import('~/features/land/tenants/tenancy-table.tsx').then((m) => m.TenancyTable), {
    about: 'Who holds which plot, from when until when, and who held it before.',
  }),
  lease_rules: under(() => import('~/features/land/tenants/lease-rules.tsx').then((m) => m.LeaseRules), {
    lead: 'The longest term that a lease may have, by the use of the land and who holds it.',
  }),
  zonal_tenants: under(() => import('~/features/land/zone-map/zonal-tenants.tsx').then((m) => m.ZonalTenants), {
    links: [['tenancies', 'Tenancies']],
  }),
  plots: under(() => import('~/features/land/plots/plot-table.tsx').then((m) => m.PlotTable), {
    add: ['add_plot', 'Add plot'],
    links: [['land_zones', 'Zones']],
  }),
  'plots/:id': headed(() => import('~/features/land/plots/plot-page.tsx').then((m) => m.PlotPage)),
  add_plot: headed(() => import('~/features/land/plots/plot-form.tsx').then((m) => m.AddPlot)),
  'edit_plot/:id': headed(() => import('~/features/land/plots/plot-form.tsx').then((m) => m.EditPlot)),
  land_zones: under(() => import('~/features/land/zones/land-zones.tsx').then((m) => m.LandZones)),
  land_import: under(() => import('~/features/land/imports/land-import.tsx').then((m) => m.LandImportsPage), {
    about: 'Plots, tenants and tenancies from a former register, a rent roll or a map.',
  }),
  'land_import/:id': headed(() => import('~/features/land/imports/land-import.tsx').then((m) => m.LandImportPage)),
  devices: under(() => import('~/features/devices/device-table.tsx').then((m) => m.DeviceTable), {
    add: ['add_device', 'Add tracker'],
    links: [['device_import', 'Tracker Import']],
  }),
  'devices/:id': headed(() => import('~/features/devices/device-page.tsx').then((m) => m.DevicePage)),
  add_device: headed(() => import('~/features/devices/device-form.tsx').then((m) => m.AddDevice)),
  device_import: under(() => import('~/features/devices/device-import.tsx').then((m) => m.DeviceImportsPage), {
    about: 'Trackers from a list of their seller, which come into stock.',
    links: [['devices', 'Devices']],
  }),
  'device_import/:id': headed(() => import('~/features/devices/device-import.tsx').then((m) => m.DeviceImportPage)),
  'edit_device/:id': headed(() => import('~/features/devices/device-form.tsx').then((m) => m.EditDevice)),
  tracker_watch: under(() => import('~/features/tracking/watch/watch-table.tsx').then((m) => m.WatchTable), {
    about: 'Trackers that fell silent, lost their power, left where they must stay, or have a low battery.',
    links: [
      ['tracker_map', 'Tracker Map'],
      ['paths_stops', 'Paths & Stops'],
    ],
  }),
  'tracker_watch/:id': headed(() => import('~/features/tracking/watch/watch-page.tsx').then((m) => m.WatchPage)),
  paths_stops: under(() => import('~/features/tracking/fences/paths-stops.tsx').then((m) => m.PathsStops), {
    lead: 'Draw paths and stops on the map, and say which cars must stay in or out of them.',
  }),
  stolen_cars: under(() => import('~/features/tracking/stolen/stolen-table.tsx').then((m) => m.StolenTable), {
    about: 'Cars that were declared stolen, and links with which the police see them.',
    links: [['tracker_map', 'Tracker Map']],
  }),
  'stolen_cars/:id': headed(() => import('~/features/tracking/stolen/stolen-page.tsx').then((m) => m.StolenPage)),
  contact_messages: under(() => import('~/features/messages/contact/contact-table.tsx').then((m) => m.ContactTable), {
    links: [['contact_status', 'Status']],
  }),
  'contact_messages/:id': headed(() =>
    import('~/features/messages/contact/contact-page.tsx').then((m) => m.ContactMessagePage),
  ),
  contact_status: under(
    () => import('~/features/messages/contact/contact-overview.tsx').then((m) => m.ContactOverview),
    { links: [['contact_messages', 'Messages']] },
  ),
  message_templates: under(
    () => import('~/features/messages/templates/template-list.tsx').then((m) => m.TemplateList),
    { lead: 'The words of the text messages that go to drivers.' },
  ),
  auditors: under(() => import('~/features/identity/auditors/auditor-table.tsx').then((m) => m.AuditorTable), {
    add: ['add_auditor', 'Open a sign-in'],
    about: 'People who read the books for some days and change nothing. Phone numbers in texts are hidden from them.',
  }),
  add_auditor: headed(() => import('~/features/identity/auditors/add-auditor.tsx').then((m) => m.AddAuditor)),
  book_archive: under(() => import('~/features/books/archive/book-archive.tsx').then((m) => m.BookArchivePage), {
    lead: 'One file with all that proves the books of a year.',
  }),
  sales_regularization: headed(() =>
    import('~/features/land/applications/application-desk.tsx').then((m) => m.ApplicationDesk),
  ),
  new_purchase_tenants: applicationsOfKind,
  regularization_tenants: applicationsOfKind,
  transfer_tenants: applicationsOfKind,
  others_tenants: applicationsOfKind,
  'add_application/:kind': headed(() =>
    import('~/features/land/applications/form/application-form.tsx').then((m) => m.AddApplication),
  ),
  'applications/:id': headed(() =>
    import('~/features/land/applications/record/application-page.tsx').then((m) => m.ApplicationPage),
  ),
  'edit_application/:id': headed(() =>
    import('~/features/land/applications/form/application-form.tsx').then((m) => m.EditApplication),
  ),
  pending_approvals: under(
    () => import('~/features/land/applications/application-table.tsx').then((m) => m.PendingApprovals),
    {
      about:
        'Lodged applications. Those that were due first stand first, and whoever entered one does not decide on it.',
    },
  ),
  approved_tenants: under(() =>
    import('~/features/land/applications/application-table.tsx').then((m) => m.ApprovedTenants),
  ),
  rejected_tenants: under(
    () => import('~/features/land/applications/application-table.tsx').then((m) => m.RejectedTenants),
    {
      about: 'Applications that were refused, and approvals that were annulled, each with its reason.',
    },
  ),
  update_response: under(() => import('~/features/land/tenants/tenant-requests.tsx').then((m) => m.TenantRequests), {
    about: 'What tenants ask to change in their record. Those that have waited longest stand first.',
  }),
  land_documents: under(
    () => import('~/features/land/papers/land-document-table.tsx').then((m) => m.LandDocumentTable),
    {
      about: 'Allocation notes, certificates and slips, as they were issued. None of them is title to land.',
      links: [['slip_codes', 'Slip Codes']],
    },
  ),
  slip_codes: under(() => import('~/features/land/papers/slip-code-table.tsx').then((m) => m.SlipCodeTable), {
    about: 'With a code, somebody who paid asks about one plot on our website, within 30 days.',
    links: [['land_documents', 'Land Papers']],
  }),
  land_kinds: under(() => import('~/features/land/applications/land-kinds.tsx').then((m) => m.LandKinds), {
    lead: 'How many days the office has, what it costs, and which papers are needed.',
  }),
  profile: under(() => import('./profile.tsx').then((m) => m.default)),
};

export const screenAt = (path: string): Shown | undefined => (SCREENS as Readonly<Record<string, Shown>>)[path];

/** Every page with its permission and its code, for the guard. */
export const GUARDED_PAGES: Readonly<Record<string, StaffPage>> = Object.fromEntries(
  Object.entries(OFFICE_PAGES).map(([path, { needs }]) => {
    const { load, fallback } = SCREENS[path as OfficePath];
    return [path, { needs, load, ...(fallback !== undefined && { fallback }) }];
  }),
);
