import type { OfficePath } from '@banbo/contract';
import { headed, type Shown, under } from './shown.ts';

const applicationsOfKind = headed(() =>
  import('~/features/land/applications/application-table.tsx').then((m) => m.ApplicationsOfKind),
);

/** The screens of land. */
export const LAND_SCREENS = {
  global_tenants: under(() => import('~/features/land/tenants/tenant-table.tsx').then((m) => m.TenantTable), {
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
  tenancies: under(() => import('~/features/land/tenants/tenancy-table.tsx').then((m) => m.TenancyTable)),
  lease_clock: under(() => import('~/features/land/tenants/lease-clock.tsx').then((m) => m.LeaseClock), {
    about:
      'Current tenancies whose term ends, whose rent is reviewed, or which lack the Lands Commission’s certificate.',
    links: [['tenancies', 'Tenancies']],
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
  activation_response: under(
    () => import('~/features/land/tenants/activation-requests.tsx').then((m) => m.ActivationRequests),
    { about: 'Sign-ins that tenants ask for on the website. Requests are forgotten after 90 days.' },
  ),
  messages_response: under(
    () => import('~/features/messages/contact/tenant-messages.tsx').then((m) => m.TenantMessages),
    { about: 'What signed-in tenants wrote to the office. New ones stand first.' },
  ),
  'messages_response/:id': headed(() =>
    import('~/features/messages/contact/tenant-messages.tsx').then((m) => m.TenantMessagePage),
  ),
  receipt_page: under(() => import('~/features/receipts/land-receipts.tsx').then((m) => m.LandReceiptTable), {
    about: 'One for all that was paid together, numbered without gaps. A refund or a reversal makes it void.',
    links: [['refund_payment', 'Refund Payment']],
  }),
  'receipt_page/:id': headed(() => import('~/features/receipts/land-receipts.tsx').then((m) => m.LandReceiptPage)),
  refund_payment: under(() => import('~/features/refunds/refund-table.tsx').then((m) => m.LandRefundTable), {
    about:
      'Money that goes back to whoever paid it: asked for by one person, approved by another, then paid. Refunds of money that paid nothing stand among the drivers’ too.',
    links: [['receipt_page', 'Receipts']],
  }),
  'refund_payment/:id': headed(() => import('~/features/refunds/refund-page.tsx').then((m) => m.LandRefundPage)),
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
  court_cases: under(() => import('~/features/land/cases/case-table.tsx').then((m) => m.CourtCases), {
    add: ['add_court_case', 'Enter a case'],
    links: [['pending_cases', 'Pending Cases']],
  }),
  pending_cases: under(() => import('~/features/land/cases/case-table.tsx').then((m) => m.PendingCases), {
    about: 'Nothing about the plots of these cases is approved.',
    add: ['add_court_case', 'Enter a case'],
  }),
  resolved_cases: under(() => import('~/features/land/cases/case-table.tsx').then((m) => m.ResolvedCases)),
  'court_cases/:id': headed(() => import('~/features/land/cases/case-page.tsx').then((m) => m.CourtCasePage)),
  add_court_case: headed(() => import('~/features/land/cases/case-form.tsx').then((m) => m.AddCourtCase)),
  ground_rent: under(() => import('~/features/land/rent/ground-rent.tsx').then((m) => m.GroundRent), {
    about: 'A run raises only what is missing, so it can be started again at any time.',
    links: [['rent_arrears', 'Rent Arrears']],
  }),
  'ground_rent/:id': headed(() => import('~/features/land/rent/rent-run-page.tsx').then((m) => m.RentRunPage)),
  rent_arrears: under(() => import('~/features/land/rent/rent-arrears.tsx').then((m) => m.RentArrearsScreen), {
    about: 'Payments cover the oldest charges first.',
    links: [
      ['ground_rent', 'Ground Rent'],
      ['rent_reminders', 'Remind by text'],
    ],
  }),
  rent_reminders: under(() => import('~/features/land/rent/rent-reminders.tsx').then((m) => m.RentRemindersScreen), {
    links: [['rent_arrears', 'Rent Arrears']],
  }),
  'rent_account/:id': headed(() => import('~/features/land/rent/rent-account-page.tsx').then((m) => m.RentAccountPage)),
  yearly_payments: under(() => import('~/features/prices/yearly/land-prices.tsx').then((m) => m.LandPriceTable), {
    about: 'The price of a zone and use goes before that of the zone, that before the use’s, and that before the rest.',
    add: ['yearly_payments/add', 'Add Yearly Payment'],
  }),
  'yearly_payments/add': under(
    () => import('~/features/prices/yearly/land-price-forms.tsx').then((m) => m.LandPriceAddForm),
    {
      lead: 'What a land code costs in a year, for a zone, a use or everything.',
    },
  ),
  'yearly_payments/edit/:id': headed(() =>
    import('~/features/prices/yearly/land-price-forms.tsx').then((m) => m.EditLandPrice),
  ),
  'yearly_payments/:id': headed(() => import('~/features/prices/yearly/land-prices.tsx').then((m) => m.ViewLandPrice)),
  stool_account: headed(() => import('~/features/land/shares/stool-account.tsx').then((m) => m.StoolAccountPage)),
  share_payouts: under(() => import('~/features/land/shares/share-payout-table.tsx').then((m) => m.SharePayoutTable), {
    links: [['stool_account', 'Stool Account']],
  }),
  'share_payouts/:id': headed(() =>
    import('~/features/land/shares/share-payout-page.tsx').then((m) => m.SharePayoutPage),
  ),
  share_rules: under(() => import('~/features/land/shares/share-rules.tsx').then((m) => m.ShareRulesPage), {
    lead: 'Who revenue of stool and skin land is shared among (Constitution, Article 267 (6)).',
  }),
  receive_payment: under(() => import('~/features/land/payments/land-desk.tsx').then((m) => m.LandDesk), {
    lead: 'Money for land, from a tenant, an applicant or for a plot. One receipt has all that it pays.',
    links: [['tenant_transactions', 'Payment Transactions']],
  }),
  tenant_transactions: under(
    () => import('~/features/land/payments/land-payment-table.tsx').then((m) => m.LandPaymentTable),
    { add: ['receive_payment', 'Receive payment'] },
  ),
  'tenant_transactions/:id': headed(() =>
    import('~/features/land/payments/land-payment-page.tsx').then((m) => m.LandPaymentPage),
  ),
  accounts_report: headed(() => import('~/features/payments/sums/sum-screen.tsx').then((m) => m.PaymentSums)),
  operational_reports: headed(() =>
    import('~/features/land/reports/operational-reports.tsx').then((m) => m.OperationalReports),
  ),
  tenant_detailed_statement: headed(() =>
    import('~/features/land/reports/tenant-statements.tsx').then((m) => m.DetailedStatement),
  ),
  tenant_summary_statement: headed(() =>
    import('~/features/land/reports/tenant-statements.tsx').then((m) => m.SummaryStatement),
  ),
  land_kinds: under(() => import('~/features/land/applications/land-kinds.tsx').then((m) => m.LandKinds), {
    lead: 'How many days the office has, what it costs, and which papers are needed.',
  }),
} as const satisfies Partial<Record<OfficePath, Shown>>;
