import { z } from 'zod';
import { Day } from '../../common/day.ts';
import { columnOf } from '../../common/lists/columns.ts';
import { defineList } from '../../common/lists/define-list.ts';
import { requiredDay } from '../../common/lists/filters.ts';
import { daysInOrder } from '../payment-list.ts';
import { kindFilter } from './fee-kinds.ts';
import { SUM_COLUMNS, SUMS, SUMS_DESCRIPTION } from './sum-row.ts';

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
  row: z.object({ id: Day, day: Day, ...SUMS }),
  filters: {
    kind: kindFilter,
    from: requiredDay('From', 'Please give the first day.'),
    to: requiredDay('To', 'Please give the last day.'),
  },
  rule: daysInOrder,
  sorts: ['day', '-day'],
  columns: [columnOf('day', 'Payment Date', 'day', { sort: 'day' }), ...SUM_COLUMNS],
});
