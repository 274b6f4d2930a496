import { z } from 'zod';
import { Instant } from '../common/day.ts';
import { columnOf } from '../common/lists/columns.ts';
import { defineList } from '../common/lists/define-list.ts';
import { fixedFilter, textFilter } from '../common/lists/filters.ts';
import { Money } from '../common/money.ts';
import { PAYMENT_MODES } from '../payments/mode.ts';
import { formatPaidMonth } from '../payments/paid-month.ts';
import { CASE_REASONS, caseReasonText, WAITING_REASONS } from './reasons.ts';
import { TRANSFER_SOURCES } from './transfer.ts';

/** A claim’s record number, or `T` and that of a transfer. */
export const CaseId = z.string().regex(/^T?[1-9]\d{0,17}$/, 'Not the number of a case.');

/** Claims, and as many transfers, that the list and its counts reach: the oldest. */
export const CLEARANCE_REACH = 10_000;

/** A claim that waits, or money that no claim waits for. */
export const ClearanceCase = z.object({
  id: CaseId,
  kind: z.enum(['claim', 'transfer']),
  reason: z.enum(CASE_REASONS),
  since: Instant,
  /** The driver of a claim; of money, its payer as it names them. */
  name: z.string(),
  /** Of a claim. */
  driver_code: z.string().nullable(),
  /** The driver’s car; of money, the reference that its payer wrote. */
  car_number: z.string(),
  payment_type: z.string().nullable(),
  payment_year: z.number().int().nullable(),
  payment_month: z.string().nullable(),
  amount: Money,
  transaction_id: z.string(),
  /** The amount that the reason is about: what was received or is left of it, or what the statement shows. */
  money_amount: Money.nullable(),
  money_mode: z.enum(PAYMENT_MODES).nullable(),
  /** How its money became known; null of a claim without any. */
  source: z.enum(TRANSFER_SOURCES).nullable(),
});
export type ClearanceCase = z.infer<typeof ClearanceCase>;

/** The fee of a case: `SS Nov 2026`. */
export const caseFee = (one: Pick<ClearanceCase, 'payment_type' | 'payment_year' | 'payment_month'>): string =>
  [one.payment_type ?? '', formatPaidMonth(one, { short: true })].filter((part) => part !== '').join(' ');

export const clearanceList = defineList({
  name: 'clearance',
  fileName: () => 'payment-clearance',
  url: '/clearance',
  access: 'payments.clear',
  summary: 'Claims that wait and money without a claim, each with the reason, the oldest first',
  description:
    `The oldest ${CLEARANCE_REACH} claims and as much money are reached and counted; X-Total-Cut is true where there are more. A search by transaction ID, driver code or car ` +
    'number also finds cases that are decided.',
  tags: ['clearance'],
  row: ClearanceCase,
  filters: {
    search: textFilter('Transaction ID, driver code or car', 40, { anyCharacters: true }),
    reason: fixedFilter('Why it waits', z.enum(WAITING_REASONS).optional()),
  },
  sorts: ['since', '-since'],
  columns: [
    columnOf('since', 'Waits since', 'instant', { sort: 'since' }),
    columnOf('name', 'Driver'),
    columnOf('driver_code', 'Driver Code'),
    columnOf('car_number', 'Car'),
    { key: 'fee', header: 'For', kind: 'text', value: caseFee },
    columnOf('amount', 'Amount', 'money'),
    columnOf('transaction_id', 'Transaction ID'),
    { key: 'reason', header: 'Why it waits', kind: 'text', value: caseReasonText },
  ],
  reach: 2 * CLEARANCE_REACH,
  hasRollUp: true,
});
export const listClearance = clearanceList.page;
export const exportClearance = clearanceList.file;
