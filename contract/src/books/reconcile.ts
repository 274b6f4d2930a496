import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Instant, NetMoney } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, daysAtMost, defaultedFilter, fixedFilter, requiredDay } from '../common/lists/filters.ts';
import { Reason } from '../messages/reason.ts';
import { ENTRY_KIND_LABELS } from './chart.ts';

const endpoint = endpointsOf('books');

/** The accounts whose statements are imported, so that the books are held against them. */
export const STATED_ACCOUNTS = ['1000', '1020'] as const;
export type StatedAccount = (typeof STATED_ACCOUNTS)[number];
export const STATED_ACCOUNT_LABELS = { '1000': 'MoMo', '1020': 'Bank' } as const satisfies Record<
  StatedAccount,
  string
>;

/** `open → matched → reconciled`; undoing a reconciliation makes its lines matched again. */
export const LINE_STATES = ['open', 'matched', 'reconciled'] as const;
export type LineState = (typeof LINE_STATES)[number];
export const LINE_STATE_LABELS = {
  open: 'Open',
  matched: 'Matched',
  reconciled: 'Reconciled',
} as const satisfies Record<LineState, string>;

/** Days of one reconciliation and of one list. */
const rule = daysAtMost(93);

const account = defaultedFilter('Account', STATED_ACCOUNTS, (code) => STATED_ACCOUNT_LABELS[code]);
const days = {
  from: requiredDay('Days from', 'Please give the first day.'),
  to: requiredDay('Days to', 'Please give the last day.'),
};

/** A posting of an account that has statements. Money that went out is below zero. */
export const BookLine = z.object({
  /** The entry’s number and its line, `1201-2`. */
  id: z.string(),
  entry: Id,
  line: z.number().int(),
  day: Day,
  kind: z.string(),
  description: z.string(),
  amount: NetMoney,
  state: z.enum(LINE_STATES),
  /** Its line on a statement, once it is matched. */
  statement_day: Day.nullable(),
  statement_text: z.string().nullable(),
  /** Null of one that was matched by its transaction ID. */
  matched_by: z.string().nullable(),
  reconciliation: Id.nullable(),
});
export type BookLine = z.infer<typeof BookLine>;

export const bookLineList = defineList({
  name: 'book lines',
  url: '/book_lines',
  access: 'books.read',
  summary: 'What the books have of MoMo or the bank, held against the statements imported',
  description: 'Those that are open are in the books and on no statement.',
  tags: ['books'],
  row: BookLine,
  filters: {
    account,
    ...days,
    state: choiceFilter('State', 'All', LINE_STATES, (state) => LINE_STATE_LABELS[state]),
  },
  sorts: ['day', '-day'],
  columns: [
    columnOf('day', 'Day', 'day', { sort: 'day' }),
    columnOf('entry', 'Entry', 'number'),
    { key: 'kind', header: 'Kind', kind: 'text', value: ({ kind }) => ENTRY_KIND_LABELS[kind] ?? kind },
    columnOf('description', 'Description'),
    columnOf('amount', 'Amount', 'money'),
    { key: 'state', header: 'State', kind: 'text', value: ({ state }) => LINE_STATE_LABELS[state] },
    columnOf('statement_day', 'Day of Statement', 'day'),
    columnOf('statement_text', 'On the Statement'),
    columnOf('matched_by', 'Matched By'),
  ],
  rule,
  reach: 10_000,
});

/** A line of a statement that nothing in the books was matched with. */
export const StatedLine = z.object({
  /** The statement’s number and its line, `12-40`. */
  id: z.string(),
  statement: Id,
  line: z.number().int(),
  day: Day,
  transaction_id: z.string(),
  payer_name: z.string(),
  reference: z.string(),
  amount: NetMoney,
});
export type StatedLine = z.infer<typeof StatedLine>;

export const statedLineList = defineList({
  name: 'statement lines',
  url: '/stated_lines',
  access: 'books.read',
  summary: 'What statements have of MoMo or the bank that is not in the books',
  description:
    'Money that came in is recorded as a statement is imported, so these are mostly money that went out. A movement of several statements is listed once.',
  tags: ['books'],
  row: StatedLine,
  filters: { account, ...days, amount: fixedFilter('Amount', NetMoney.optional()) },
  sorts: ['day', '-day'],
  columns: [
    columnOf('day', 'Day', 'day', { sort: 'day' }),
    columnOf('transaction_id', 'Transaction ID'),
    columnOf('payer_name', 'Name'),
    columnOf('reference', 'Reference'),
    columnOf('amount', 'Amount', 'money'),
    columnOf('statement', 'Statement', 'number'),
    columnOf('line', 'Line', 'number'),
  ],
  rule,
  reach: 10_000,
});

export const listStatedLines = statedLineList.page;

export const ReconciledPeriod = z
  .strictObject({ account: z.enum(STATED_ACCOUNTS), from: Day, to: Day })
  .refine(rule.holds, { message: rule.message, path: [rule.path] });
export type ReconciledPeriod = z.infer<typeof ReconciledPeriod>;

const BookLineName = z.strictObject({ entry: Id, line: z.number().int().min(1).max(100) });

export const matchSameMoney = endpoint('POST /book_lines/match_same', 'books.write', {
  summary: 'Match what the books and the statements have as the same money',
  description: 'By the money that a line of a statement recorded or showed, where the amount is the same.',
  body: ReconciledPeriod,
});

export const matchBookLine = endpoint('POST /book_lines/match', 'books.write', {
  summary: 'Match a line of the books with a line of a statement by hand',
  description: 'Of the same account and the same amount, each line once.',
  errors: ['not_found', 'conflict', 'refused'],
  body: BookLineName.extend({ statement: Id, statement_line: z.number().int().min(1) }),
});

export const unmatchBookLine = endpoint('POST /book_lines/unmatch', 'books.write', {
  summary: 'Take a match back that is not reconciled',
  errors: ['not_found', 'conflict'],
  body: BookLineName,
});

export const Reconciliation = z.object({
  id: Id,
  account: z.enum(STATED_ACCOUNTS),
  from_day: Day,
  to_day: Day,
  lines: z.number().int(),
  made_by: z.string(),
  made_at: Instant,
  undone_by: z.string().nullable(),
  undone_at: Instant.nullable(),
  undo_reason: z.string().nullable(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

export const reconciliationList = defineList({
  name: 'reconciliations',
  url: '/reconciliations',
  access: 'books.read',
  summary: 'Reconciliations of MoMo and the bank, the newest first, undone ones too',
  tags: ['books'],
  row: Reconciliation,
  filters: { account: choiceFilter('Account', 'All', STATED_ACCOUNTS, (code) => STATED_ACCOUNT_LABELS[code]) },
  sorts: ['-made_at', 'made_at'],
  columns: [
    columnOf('made_at', 'Reconciled', 'instant', { sort: 'made_at' }),
    {
      key: 'account',
      header: 'Account',
      kind: 'text',
      value: (row: { account: StatedAccount }) => STATED_ACCOUNT_LABELS[row.account],
    },
    columnOf('from_day', 'Days From', 'day'),
    columnOf('to_day', 'Days To', 'day'),
    columnOf('lines', 'Lines', 'number'),
    columnOf('made_by', 'By'),
    columnOf('undone_at', 'Undone', 'instant'),
    columnOf('undone_by', 'Undone By'),
    columnOf('undo_reason', 'Reason'),
  ],
  reach: 10_000,
});

export const reconcilePeriod = endpoint('POST /reconciliations', 'books.approve', {
  summary: 'Reconcile the matched lines of some days, so that nobody changes them',
  description:
    'By somebody who has not written, posted or matched any of them, or by the only person there is. Open lines stay open.',
  errors: ['conflict', 'refused'],
  idempotent: true,
  example: { account: '1000', from: '2026-11-01', to: '2026-11-03' },
  body: ReconciledPeriod,
  created: Done.extend({ id: Id }),
});

export const undoReconciliation = endpoint('POST /reconciliations/:id/undo', 'books.approve', {
  summary: 'Undo a reconciliation: its lines stay matched and are no longer reconciled',
  errors: ['not_found', 'conflict'],
  body: z.strictObject({ reason: Reason }),
});

export const reconcileEndpoints = {
  listBookLines: bookLineList.page,
  exportBookLines: bookLineList.file,
  listStatedLines,
  exportStatedLines: statedLineList.file,
  matchSameMoney,
  matchBookLine,
  unmatchBookLine,
  listReconciliations: reconciliationList.page,
  exportReconciliations: reconciliationList.file,
  reconcilePeriod,
  undoReconciliation,
} as const;
