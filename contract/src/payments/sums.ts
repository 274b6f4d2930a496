import { z } from 'zod';
import { MONTHS } from '../common/calendar.ts';
import { Day, MoneySum, NetMoney } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, defaultedFilter, type Filter, requiredDay } from '../common/lists/filters.ts';
import { DEVICE_PAYMENT, REGISTRATION_FEE, SUBSCRIPTION } from '../prices/price.ts';
import { PAYMENT_YEARS } from './claim-rules.ts';
import { daysInOrder } from './payment-list.ts';
import { PAYMENT_MODE_LABELS, PAYMENT_MODES } from './status.ts';

/** The kinds of payments that have a list each, named as its page is. */
export const FEE_KINDS = ['registration_fees', 'subscriptions', 'device_payments'] as const;
export type FeeKind = (typeof FEE_KINDS)[number];

/** The payment type of each kind, and the name of its list. */
export const FEES: Readonly<Record<FeeKind, { type: string; title: string }>> = {
  registration_fees: { type: REGISTRATION_FEE, title: 'Registration Fees' },
  subscriptions: { type: SUBSCRIPTION, title: 'Subscription Payments' },
  device_payments: { type: DEVICE_PAYMENT, title: 'Device Payments' },
};

/** Sums are of one kind, or of payments of all types. */
export const SUMMED_KINDS = [...FEE_KINDS, 'all'] as const;
export type SummedKind = (typeof SUMMED_KINDS)[number];

/** The name of what is summed up. */
export const summedTitle = (kind: SummedKind): string => (kind === 'all' ? 'All payments' : FEES[kind].title);

export const kindFilter = defaultedFilter('Payments', SUMMED_KINDS, summedTitle);

/**
 * The sums of payments of a day, a month or a mode by the books: those cleared then, those reversed
 * then, and apart from them those that wait.
 */
export const SUMS_OF_GROUP = {
  count: z.number().int(),
  reversed_count: z.number().int(),
  reversed: MoneySum,
  /** Cleared less reversed; below zero where more was reversed. */
  amount_paid: NetMoney,
  waiting_count: z.number().int(),
  waiting: MoneySum,
} as const;

/** The columns of all sums, behind that of what they are summed up by. */
export const SUM_COLUMNS = [
  columnOf('count', 'Payments', 'number'),
  columnOf('reversed_count', 'Reversed', 'number'),
  columnOf('reversed', 'Reversed Amount', 'money'),
  columnOf('waiting_count', 'Waiting', 'number'),
  columnOf('waiting', 'Waiting Amount', 'money'),
  columnOf('amount_paid', 'Amount Paid', 'money'),
] as const;

export const SUMS_DESCRIPTION =
  'Counted by the books: a payment on its day, or on that of its clearing once its month is closed; a reversal on the day ' +
  'on which it happened. Amount Paid is what was cleared less what was reversed; what waits stands beside it and is no part ' +
  'of it. X-Total-Amount and X-Waiting-Amount are the sums of all rows.';

/** Payments of a kind, summed up by how the money came in. */
export const modeSums = defineList({
  name: 'payments by mode',
  fileName: ({ kind }) => `${kind}-by-mode`,
  url: '/payments/by_mode',
  access: 'payments.read',
  summary: 'Payments of a kind by how the money came in',
  description: SUMS_DESCRIPTION,
  tags: ['payments'],
  totals: 'money',
  row: z.object({ id: z.enum(PAYMENT_MODES), mode: z.enum(PAYMENT_MODES), ...SUMS_OF_GROUP }),
  filters: { kind: kindFilter, from: dayFilter('From'), to: dayFilter('To') },
  rule: daysInOrder,
  sorts: ['place', '-place'],
  columns: [
    { key: 'mode', header: 'Mode', kind: 'text', value: ({ mode }) => PAYMENT_MODE_LABELS[mode], sort: 'place' },
    ...SUM_COLUMNS,
  ],
});

/** The years that payments can be of, as texts. */
const SUMMED_YEARS = PAYMENT_YEARS.map(String) as [string, ...string[]];

/** A year that can have payments, which the list needs. */
export const paymentYearFilter = {
  kind: 'choice',
  label: 'Year',
  choices: SUMMED_YEARS.map((year) => ({ value: year, label: year })),
  schema: z.enum(SUMMED_YEARS, 'Please select a year of the list.'),
} as const satisfies Filter;

/** Payments of a kind, summed up by each month of a year. */
export const monthSums = defineList({
  name: 'payments by month',
  fileName: ({ kind, year }) => `${kind}-${year}`,
  url: '/payments/by_month',
  access: 'payments.read',
  summary: 'Payments of a kind by the months of a year',
  description: SUMS_DESCRIPTION,
  tags: ['payments'],
  totals: 'money',
  row: z.object({ id: z.string(), month: z.string().regex(/^\d{4}-\d{2}$/), ...SUMS_OF_GROUP }),
  filters: { kind: kindFilter, year: paymentYearFilter },
  sorts: ['month', '-month'],
  columns: [
    {
      key: 'month',
      header: 'Month',
      kind: 'text',
      value: ({ month }) => `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`,
      sort: 'month',
      sortedAs: 'day',
    },
    ...SUM_COLUMNS,
  ],
});

/** Payments of a kind, summed up by the days of a period that have any. */
export const periodSums = defineList({
  name: 'payments by day',
  fileName: ({ kind, from, to }) => `${kind}-${from}-to-${to}`,
  url: '/payments/by_period',
  access: 'payments.read',
  summary: 'Payments of a kind by the days of a period',
  description: SUMS_DESCRIPTION,
  tags: ['payments'],
  totals: 'money',
  row: z.object({ id: Day, day: Day, ...SUMS_OF_GROUP }),
  filters: {
    kind: kindFilter,
    mode: choiceFilter('Mode', 'All', PAYMENT_MODES, (mode) => PAYMENT_MODE_LABELS[mode]),
    from: requiredDay('From', 'Please give the first day.'),
    to: requiredDay('To', 'Please give the last day.'),
  },
  rule: daysInOrder,
  sorts: ['day', '-day'],
  columns: [columnOf('day', 'Payment Date', 'day', { sort: 'day' }), ...SUM_COLUMNS],
});

export const paymentSumEndpoints = {
  paymentsByPeriod: periodSums.page,
  exportPaymentsByPeriod: periodSums.file,
  paymentsByMonth: monthSums.page,
  exportPaymentsByMonth: monthSums.file,
  paymentsByMode: modeSums.page,
  exportPaymentsByMode: modeSums.file,
} as const;
