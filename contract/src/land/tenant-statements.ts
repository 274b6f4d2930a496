import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Day, Id, MoneySum, NetMoney } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { dayFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';
import { daysInOrder } from '../payments/payment-list.ts';
import { applicationMonths, applicationMonthsPdf, rentRoll, rentRollPdf } from './land-reports.ts';
import { landSums, landSumsPdf } from './land-sums.ts';

const endpoint = endpointsOf('land');
const ofTenants = endpointsOf('tenants');
const tags = ['land'];

/** A charge of ground rent, or a payment, with the balance of ground rent after it. */
export const TenantStatementLine = z.object({
  /** `c12` of a charge, `p34` of a payment. */
  id: z.string(),
  day: Day,
  /** `Ground rent of 2026`, `CC5000 Forms`. */
  description: z.string(),
  /** Empty where it is for no plot. */
  plot: z.string(),
  /** The receipt's number, else the transaction ID; null of a charge. */
  reference: z.string().nullable(),
  /** Null of a charge. */
  payment_type: z.string().nullable(),
  charged: MoneySum.nullable(),
  paid: MoneySum.nullable(),
  /** Ground rent that is owed after it; below zero what was paid ahead. */
  balance: NetMoney,
});
export type TenantStatementLine = z.infer<typeof TenantStatementLine>;

const inDays = { from: dayFilter('From'), to: dayFilter('To') };

export const tenantStatement = defineList({
  name: 'tenant_statement',
  url: '/tenant_statement',
  access: 'land.money',
  summary: 'Charges and cleared payments of a tenant with the balance of ground rent after each',
  tags,
  row: TenantStatementLine,
  filters: { tenant: fixedFilter('Tenant', Id), ...inDays },
  rule: daysInOrder,
  sorts: ['day', '-day'],
  columns: [
    columnOf('day', 'Day', 'day', { sort: 'day' }),
    columnOf('description', 'Description'),
    columnOf('plot', 'Plot'),
    columnOf('reference', 'Reference'),
    columnOf('charged', 'Charged', 'money'),
    columnOf('paid', 'Paid', 'money'),
    columnOf('balance', 'Rent Balance', 'money'),
  ],
});
const tenantStatementPdf = tenantStatement.pdf();

/** A tenant with the sums of the days of their statement. */
export const TenantStatementHead = z.object({
  tenant_code: z.string(),
  fullname: z.string(),
  /** Ground rent that was owed before the first day; 0.00 where none is given. */
  opening: NetMoney,
  charged: MoneySum,
  /** Ground rent that was paid. */
  rent_paid: MoneySum,
  /** Paid for other codes, which no charge is raised for. */
  other_paid: MoneySum,
  /** Ground rent that is owed at the end of the last day. */
  closing: NetMoney,
  /** Claims that wait to be cleared, whenever they were made. */
  waiting: MoneySum,
});
export type TenantStatementHead = z.infer<typeof TenantStatementHead>;

const days = { from: Day.optional(), to: Day.optional() };

export const showTenantStatement = endpoint('GET /tenants/:id/statement', 'land.money', {
  summary: 'The balances of a tenant before and after some days, and what was charged and paid on them',
  errors: ['not_found'],
  query: z.strictObject(days).refine(daysInOrder.holds, { message: daysInOrder.message, path: ['to'] }),
  answer: TenantStatementHead,
});

export const getOwnStatement = ofTenants('GET /tenant/statement', 'tenant', {
  summary:
    'The signed-in tenant’s own statement as a PDF; from the first of January of last year unless said otherwise',
  limits: [{ by: 'caller', max: 20, seconds: 60 }],
  errors: ['not_found', 'refused'],
  query: z.strictObject(days).refine(daysInOrder.holds, { message: daysInOrder.message, path: ['to'] }),
  file: ['application/pdf'],
});

/** The sums of a tenant of one code for one plot. */
export const TenantSummaryLine = z.object({
  /** `12-34-CC2000`: the tenancy and the plot (0 for none) and the code. */
  id: z.string(),
  plot_id: Id.nullable(),
  plot: z.string(),
  indenture_number: z.string().nullable(),
  payment_type: z.string(),
  description: z.string(),
  charged: MoneySum,
  payments: z.int(),
  paid: MoneySum,
  /** At the end of the last day; null of codes that no charge is raised for. */
  balance: NetMoney.nullable(),
});
export type TenantSummaryLine = z.infer<typeof TenantSummaryLine>;

export const tenantSummary = defineList({
  name: 'tenant_summary',
  url: '/tenant_summary',
  access: 'land.money',
  summary: 'What a tenant was charged and paid by tenancy, plot and code',
  tags,
  row: TenantSummaryLine,
  filters: { tenant: fixedFilter('Tenant', Id), ...inDays },
  rule: daysInOrder,
  sorts: ['plot', '-plot'],
  columns: [
    columnOf('plot', 'Plot', 'text', { sort: 'plot' }),
    columnOf('indenture_number', 'Indenture'),
    columnOf('payment_type', 'Payment Code'),
    columnOf('description', 'Description'),
    columnOf('charged', 'Charged', 'money'),
    columnOf('payments', 'Payments', 'number'),
    columnOf('paid', 'Paid', 'money'),
    columnOf('balance', 'Rent Balance', 'money'),
  ],
});
const tenantSummaryPdf = tenantSummary.pdf();

/** A tenant with the sums of all their tenancies. */
export const TenantSums = z.object({
  id: Id,
  tenant_code: z.string(),
  fullname: z.string(),
  /** How many plots they hold, the zones of these, and the rent of a year. */
  plots: z.int(),
  zones: z.string(),
  ground_rent: MoneySum,
  charged: MoneySum,
  rent_paid: MoneySum,
  other_paid: MoneySum,
  /** Ground rent that is owed at the end of the last day; below zero what was paid ahead. */
  balance: NetMoney,
});
export type TenantSums = z.infer<typeof TenantSums>;

/** The pages of a filtered list stop here. */
const SUMS_REACH = 10_000;

export const tenantSumsList = defineList({
  name: 'tenant_summaries',
  url: '/tenant_summaries',
  access: 'land.money',
  summary: 'Every tenant with what they were charged, what they paid and what they owe',
  description: 'The search finds tenants as the list of tenants does.',
  tags,
  row: TenantSums,
  filters: {
    search: { ...textFilter('Code, name, number or indenture', 60), isSearch: true, isPersonal: true },
    zone: fixedFilter('Zone', Id.optional()),
    ...inDays,
  },
  rule: daysInOrder,
  sorts: ['-added_at', 'added_at'],
  columns: [
    columnOf('tenant_code', 'Tenant Code', 'text', { sort: 'added_at' }),
    columnOf('fullname', 'Name', 'name'),
    columnOf('plots', 'Plots Held', 'number'),
    columnOf('zones', 'Zones'),
    columnOf('ground_rent', 'Ground Rent', 'money'),
    columnOf('charged', 'Charged', 'money'),
    columnOf('rent_paid', 'Rent Paid', 'money'),
    columnOf('other_paid', 'Other Payments', 'money'),
    columnOf('balance', 'Rent Balance', 'money'),
  ],
  reach: SUMS_REACH,
  hasRollUp: true,
});
const tenantSumsPdf = tenantSumsList.pdf();

/** The files on paper of the statements. */
export const STATEMENT_PDFS = {
  detailed: tenantStatementPdf,
  summary: tenantSummaryPdf,
  all: tenantSumsPdf,
} as const;

export const landReportEndpoints = {
  listLandSums: landSums.page,
  exportLandSums: landSums.file,
  getLandSumsPdf: landSumsPdf,
  listApplicationMonths: applicationMonths.page,
  exportApplicationMonths: applicationMonths.file,
  getApplicationMonthsPdf: applicationMonthsPdf,
  listRentRoll: rentRoll.page,
  exportRentRoll: rentRoll.file,
  getRentRollPdf: rentRollPdf,
  listTenantStatement: tenantStatement.page,
  exportTenantStatement: tenantStatement.file,
  getTenantStatementPdf: tenantStatementPdf,
  showTenantStatement,
  getOwnStatement,
  listTenantSummary: tenantSummary.page,
  exportTenantSummary: tenantSummary.file,
  getTenantSummaryPdf: tenantSummaryPdf,
  listTenantSums: tenantSumsList.page,
  exportTenantSums: tenantSumsList.file,
  getTenantSumsPdf: tenantSumsPdf,
} as const;
