import { z } from 'zod';
import { columnOf } from '../../common/lists/columns.ts';
import { Money } from '../../common/money.ts';

/** The sums of payments of a day, a month or a mode: those cleared, and apart from them those that wait. */
export const SUMS = {
  count: z.number().int(),
  amount_paid: Money,
  waiting_count: z.number().int(),
  waiting: Money,
} as const;

/** The columns of all sums, behind that of what they are summed up by. */
export const SUM_COLUMNS = [
  columnOf('count', 'Payments', 'number'),
  columnOf('waiting_count', 'Waiting', 'number'),
  columnOf('waiting', 'Waiting Amount', 'money'),
  columnOf('amount_paid', 'Amount Paid', 'money'),
] as const;

export const SUMS_DESCRIPTION =
  'Payments and Amount Paid are cleared money; what waits stands beside it and is no part of it. X-Total-Amount and ' +
  'X-Waiting-Amount are the sums of all rows.';
