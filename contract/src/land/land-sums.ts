import { z } from 'zod';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { daysAtMost, defaultedFilter, requiredDay, textFilter } from '../common/lists/filters.ts';
import { SUM_COLUMNS, SUMS_DESCRIPTION, SUMS_OF_GROUP } from '../payments/sums.ts';

/** The groups that payments for land are summed up by. */
export const LAND_GROUPINGS = ['type', 'mode', 'zone', 'month', 'zone_type'] as const;
export type LandGrouping = (typeof LAND_GROUPINGS)[number];

export const LAND_GROUPING_LABELS = {
  type: 'Payment code',
  mode: 'Mode',
  zone: 'Zone',
  month: 'Month',
  zone_type: 'Zone and code',
} as const satisfies Record<LandGrouping, string>;

/** The most days of a report of what land brought in, ten years. */
const MOST_DAYS = 3_660;

/** Sums of payments for land on some days, by payment code, mode, zone or month. */
export const landSums = defineList({
  name: 'land_sums',
  fileName: ({ by, from, to }) => `accounts-report-by-${by}-${from}-to-${to}`,
  url: '/land_sums',
  access: 'land.money',
  summary: 'Payments for land by code, mode, zone or month',
  description: SUMS_DESCRIPTION,
  tags: ['land'],
  totals: 'money',
  row: z.object({
    id: z.string(),
    name: z.string(),
    /** Null where payments of several codes are one row. */
    payment_type: z.string().nullable(),
    ...SUMS_OF_GROUP,
  }),
  filters: {
    by: defaultedFilter('Summed up by', LAND_GROUPINGS, (by) => LAND_GROUPING_LABELS[by]),
    payment_type: textFilter('Payment code', 20),
    from: requiredDay('From', 'Please give the first day.'),
    to: requiredDay('To', 'Please give the last day.'),
  },
  rule: daysAtMost(MOST_DAYS),
  sorts: ['name', '-name', '-amount_paid', 'amount_paid'],
  columns: [
    columnOf('name', 'Of', 'text', { sort: 'name' }),
    columnOf('payment_type', 'Payment Code'),
    ...SUM_COLUMNS.slice(0, -1),
    columnOf('amount_paid', 'Amount Paid', 'money', { sort: 'amount_paid' }),
  ],
});

export const landSumsPdf = landSums.pdf();
