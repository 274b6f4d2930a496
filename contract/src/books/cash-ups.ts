import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Instant, Money, NetMoney } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, daysAtMost, requiredDay, textFilter } from '../common/lists/filters.ts';
import { toPesewas } from '../common/pesewas.ts';
import { DENOMINATION_KINDS } from './denominations.ts';

const endpoint = endpointsOf('books');

/** `asked → refused → asked → closed`; a first count without a difference is `closed` at once. */
export const CASH_UP_STATUSES = ['asked', 'refused', 'closed'] as const;
export type CashUpStatus = (typeof CASH_UP_STATUSES)[number];

export const CASH_UP_STATUS_LABELS = {
  asked: 'Waits for approval',
  refused: 'To count again',
  closed: 'Closed',
} as const satisfies Record<CashUpStatus, string>;

/** A cash-up is handed in for one of so many days, today's included. */
export const CASH_UP_DAYS = 31;

/** More pieces of one denomination than a drawer holds. */
export const MAX_PIECES = 99_999;

const Pieces = z.strictObject({
  denomination: Id,
  pieces: z
    .number('Please enter a whole number.')
    .int('Please enter a whole number.')
    .min(0, 'Please enter a whole number, 0 or more.')
    .max(MAX_PIECES, `Please enter at most ${MAX_PIECES}.`),
});

/** A count of nothing has a zero in it, so that nobody hands in an empty form. */
export const NOTHING_COUNTED = 'Count your cash. Type 0 where there is none.';

const CashCount = z
  .array(Pieces)
  .min(1, NOTHING_COUNTED)
  .max(100)
  .refine(
    (given) => new Set(given.map(({ denomination }) => denomination)).size === given.length,
    'A denomination was counted twice.',
  );

/** Cash as it was counted: nothing in it says what was expected, or whose cash it is. */
export const CashUpInput = z.strictObject({ day: Day, counts: CashCount });
export type CashUpInput = z.infer<typeof CashUpInput>;

/** The sum of what was counted, in pesewas. */
export const countedPesewas = (counts: readonly { value: string; pieces: number }[]): bigint =>
  counts.reduce((sum, { value, pieces }) => sum + toPesewas(value) * BigInt(pieces), 0n);

export const CashUpRow = z.object({
  id: Id,
  number: z.string(),
  day: Day,
  /** The username. */
  clerk: z.string(),
  clerk_name: z.string(),
  status: z.enum(CASH_UP_STATUSES),
  status_reason: z.string().nullable(),
  /** Of the last count. Below zero where the clerk paid out more than they took. */
  expected: NetMoney,
  counted: Money,
  difference: NetMoney,
  /** How many times it was counted. */
  counts: z.number().int(),
  handed_in_at: Instant,
  agreed_by: z.string().nullable(),
  agreed_at: Instant.nullable(),
  is_alone: z.boolean(),
});
export type CashUpRow = z.infer<typeof CashUpRow>;

const days = { from: dayFilter('Days from'), to: dayFilter('Days to') };
const status = choiceFilter('State', 'All', CASH_UP_STATUSES, (one) => CASH_UP_STATUS_LABELS[one]);

const listed = {
  tags: ['books'],
  row: CashUpRow,
  sorts: ['-day', 'day'],
  columns: [
    columnOf('day', 'Day', 'day', { sort: 'day' }),
    columnOf('number', 'Number'),
    columnOf('clerk', 'Clerk'),
    columnOf('expected', 'Expected', 'money'),
    columnOf('counted', 'Counted', 'money'),
    columnOf('difference', 'Difference', 'money'),
    {
      key: 'status',
      header: 'State',
      kind: 'text',
      value: (row: { status: CashUpStatus }) => CASH_UP_STATUS_LABELS[row.status],
    },
    columnOf('counts', 'Times Counted', 'number'),
    columnOf('handed_in_at', 'Handed In', 'instant'),
    columnOf('agreed_by', 'Approved By'),
    columnOf('status_reason', 'Reason'),
  ],
  reach: 10_000,
} as const;

export const cashUpList = defineList({
  ...listed,
  name: 'cash-ups',
  url: '/cash_ups',
  access: 'books.read',
  summary: 'Cash-ups of all clerks, the newest day first',
  filters: { ...days, status, clerk: { ...textFilter('Clerk', 60), isSearch: true } },
});

export const ownCashUpList = defineList({
  ...listed,
  name: 'own cash-ups',
  url: '/own_cash_ups',
  access: 'payments.receive',
  summary: 'Cash-ups of the caller, the newest day first',
  filters: { ...days, status },
});

/** One count of a cash-up, as it was handed in. */
const CashUpCount = z.object({
  attempt: z.number().int(),
  handed_in_at: Instant,
  /** Why it was counted again; null of the first count. */
  reason: z.string().nullable(),
  expected: NetMoney,
  counted: Money,
  difference: NetMoney,
  /** The books' last entry at that moment, and the first 16 digits of its hash. */
  head_entry: z.string(),
  head_hash: z.string(),
  pieces: z.array(z.object({ value: Money, kind: z.enum(DENOMINATION_KINDS), pieces: z.number().int() })),
});
export type CashUpCount = z.infer<typeof CashUpCount>;

export const CashUpRecord = CashUpRow.extend({
  /** The newest first. */
  all_counts: z.array(CashUpCount),
  /** The approval that waits. */
  approval_id: Id.nullable(),
  /** The entry of the difference in the books. */
  entry: Id.nullable(),
  is_own: z.boolean(),
});
export type CashUpRecord = z.infer<typeof CashUpRecord>;

export const handInCash = endpoint('POST /cash_ups', 'payments.receive', {
  summary: 'Hand in the caller’s own cash of a day, counted by denomination',
  description:
    'The server says what it expected once the count is handed in, and not before. One a clerk and day; ' +
    'it has the cash since the clerk’s last one. A difference waits for another person.',
  errors: ['conflict', 'refused'],
  idempotent: true,
  example: { day: '2026-11-20', counts: [{ denomination: '1', pieces: 0 }] },
  body: CashUpInput,
  created: Done.extend({ id: Id }),
});

export const countCashAgain = endpoint('POST /own_cash_ups/:id/count', 'payments.receive', {
  summary: 'Count the cash of a cash-up again that was not approved',
  description: 'The former counts stay. Another person approves it, also without a difference.',
  errors: ['not_found', 'conflict', 'refused'],
  body: z.strictObject({ counts: CashCount }),
});

const found = { errors: ['not_found'], answer: CashUpRecord } as const;
/** A document costs some hundredths of a second to draw. */
const DRAWN = [{ by: 'caller', max: 60, seconds: 60 }] as const;
const drawn = { limits: DRAWN, errors: ['not_found'], file: ['application/pdf'] } as const;

export const showCashUp = endpoint('GET /cash_ups/:id', 'books.read', { ...found, summary: 'A cash-up of any clerk' });
export const showOwnCashUp = endpoint('GET /own_cash_ups/:id', 'payments.receive', {
  ...found,
  summary: 'A cash-up of the caller',
});
export const getCashUpPdf = endpoint('GET /cash_ups/:id/pdf', 'books.read', {
  ...drawn,
  summary: 'A cash-up of any clerk as PDF, with the hash of the books',
});
export const getOwnCashUpPdf = endpoint('GET /own_cash_ups/:id/pdf', 'payments.receive', {
  ...drawn,
  summary: 'A cash-up of the caller as PDF, with the hash of the books',
});

/** A day on which a clerk had cash that no closed cash-up has. */
export const MissingCashUp = z.object({
  /** The clerk's account and the day, `12-2026-11-20`. */
  id: z.string(),
  day: Day,
  clerk: z.string(),
  count: z.number().int(),
  /** Null of cash that the caller is still to count. */
  amount: NetMoney.nullable(),
});
export type MissingCashUp = z.infer<typeof MissingCashUp>;

export const missingCashUpList = defineList({
  name: 'missing cash-ups',
  url: '/missing_cash_ups',
  access: 'books.read',
  summary: 'Days and clerks with cash that no closed cash-up has',
  tags: ['books'],
  row: MissingCashUp,
  filters: {
    from: requiredDay('Days from', 'Please give the first day.'),
    to: requiredDay('Days to', 'Please give the last day.'),
  },
  sorts: ['day', '-day'],
  columns: [
    columnOf('day', 'Day', 'day', { sort: 'day' }),
    columnOf('clerk', 'Clerk'),
    columnOf('count', 'Times', 'number'),
    columnOf('amount', 'Net Cash', 'money'),
  ],
  rule: daysAtMost(93),
});

export const cashUpEndpoints = {
  listCashUps: cashUpList.page,
  exportCashUps: cashUpList.file,
  listOwnCashUps: ownCashUpList.page,
  exportOwnCashUps: ownCashUpList.file,
  handInCash,
  countCashAgain,
  showCashUp,
  showOwnCashUp,
  getCashUpPdf,
  getOwnCashUpPdf,
  listMissingCashUps: missingCashUpList.page,
  exportMissingCashUps: missingCashUpList.file,
} as const;
