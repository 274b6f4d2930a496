import { z } from 'zod';
import { defineList } from '../../common/lists/define-list.ts';
import { dayFilter } from '../../common/lists/filters.ts';
import { PAYMENT_MODE_LABELS, PAYMENT_MODES } from '../mode.ts';
import { daysInOrder } from '../payment-list.ts';
import { kindFilter } from './fee-kinds.ts';
import { SUM_COLUMNS, SUMS, SUMS_DESCRIPTION } from './sum-row.ts';

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
  row: z.object({ id: z.enum(PAYMENT_MODES), mode: z.enum(PAYMENT_MODES), ...SUMS }),
  filters: { kind: kindFilter, from: dayFilter('From'), to: dayFilter('To') },
  rule: daysInOrder,
  sorts: ['place', '-place'],
  columns: [
    { key: 'mode', header: 'Mode', kind: 'text', value: ({ mode }) => PAYMENT_MODE_LABELS[mode], sort: 'place' },
    ...SUM_COLUMNS,
  ],
});
