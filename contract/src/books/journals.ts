import { z } from 'zod';
import { today } from '../common/calendar.ts';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Instant, Money, PositiveMoney } from '../common/fields.ts';
import { formatMoney } from '../common/formats.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, textFilter } from '../common/lists/filters.ts';
import { fromPesewas, MAX_WHOLE_DIGITS, toPesewas } from '../common/pesewas.ts';
import { isPlainText, unseenIn } from '../common/text.ts';
import { Reason } from '../messages/reason.ts';
import { Attachment } from './attachments.ts';
import { AccountCode } from './chart.ts';

const endpoint = endpointsOf('books');

/** `draft → posted`, or `draft → asked → posted` where it takes two; `posted → reversed`. */
export const JOURNAL_STATUSES = ['draft', 'asked', 'posted', 'reversed', 'dropped'] as const;
export type JournalStatus = (typeof JOURNAL_STATUSES)[number];

export const JOURNAL_STATUS_LABELS = {
  draft: 'Draft',
  asked: 'Waits for approval',
  posted: 'Posted',
  reversed: 'Reversed',
  dropped: 'Dropped',
} as const satisfies Record<JournalStatus, string>;

export const JOURNAL_KINDS = ['general', 'opening', 'recurring', 'year end'] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];

export const JOURNAL_KIND_LABELS = {
  general: 'Journal',
  opening: 'Opening balances',
  recurring: 'Recurring',
  'year end': 'Year end',
} as const satisfies Record<JournalKind, string>;

/**
 * Accounts whose postings are of records alone, with these in words, so that the records say what
 * each balance is made of (docs/product/books.md, rule 7).
 */
export const ACCOUNTS_OF_RECORDS: ReadonlyMap<string, string> = new Map([
  ['1100', 'refunds'],
  ['1300', 'ground rent and its payments'],
  ['2000', 'payments and refunds'],
  ['2010', 'money received and payments'],
  ['2020', 'refunds'],
  ...['2301', '2302', '2303', '2304', '4950'].map((code): [string, string] => [code, 'shares of stool land']),
  ['5110', 'cash-ups'],
]);

export const JOURNAL_SIDES = ['debit', 'credit'] as const;

/** More lines than anybody checks by eye. */
export const MAX_JOURNAL_LINES = 100;

export const JournalLine = z.strictObject({
  account: AccountCode,
  side: z.enum(JOURNAL_SIDES, 'Please choose debit or credit.'),
  amount: PositiveMoney,
});
export type JournalLine = z.infer<typeof JournalLine>;

/** The first day of the books of any company that uses this. */
const FIRST_DAY = '2000-01-01';

/** A day that something can be posted on: not before the books begin, and not in the future. */
export const BookDay = Day.refine((day) => day >= FIRST_DAY, 'The books begin on 1 Jan 2000.').refine(
  (day) => day <= today(),
  'The day is in the future.',
);

/** A line that says what a record of the books is for. */
export const BookDescription = z
  .string()
  .trim()
  .min(3, 'Please say in a few words what it is for.')
  .max(200)
  .refine(isPlainText, unseenIn('The description'));

const lines = z
  .array(JournalLine)
  .max(MAX_JOURNAL_LINES, `A journal has at most ${MAX_JOURNAL_LINES} lines. Please write several.`);

/** A journal as it is written. It may be kept as a draft before its lines balance. */
export const JournalInput = z.strictObject({ day: BookDay, description: BookDescription, lines });
export type JournalInput = z.infer<typeof JournalInput>;

/** Debits and credits in pesewas. */
export const sidesOf = (given: readonly JournalLine[]): { debit: bigint; credit: bigint } => {
  const sums = { debit: 0n, credit: 0n };
  for (const { side, amount } of given) sums[side] += toPesewas(amount);
  return sums;
};

/** The largest sum of a side: NUMERIC(14,2). */
const MOST_PESEWAS = 10n ** BigInt(MAX_WHOLE_DIGITS + 2) - 1n;

/** Why a journal cannot be posted yet, in a sentence; null when it can. */
export const whyNotPosted = (given: readonly JournalLine[]): string | null => {
  const { debit, credit } = sidesOf(given);
  if (given.length < 2 || debit === 0n || credit === 0n) return 'A journal needs a debit and a credit at least.';
  if (debit > MOST_PESEWAS || credit > MOST_PESEWAS) return 'The sum of the lines is too large.';
  const apart = debit > credit ? debit - credit : credit - debit;
  if (apart > 0n) return `Debits and credits are not equal: ${formatMoney(fromPesewas(apart))} apart.`;
  return null;
};

export const JournalRow = z.object({
  id: Id,
  number: z.string(),
  kind: z.enum(JOURNAL_KINDS),
  day: Day,
  description: z.string(),
  status: z.enum(JOURNAL_STATUSES),
  status_reason: z.string().nullable(),
  amount: Money,
  made_by: z.string(),
  made_at: Instant,
  posted_by: z.string().nullable(),
  posted_at: Instant.nullable(),
  is_alone: z.boolean(),
});
export type JournalRow = z.infer<typeof JournalRow>;

export const journalList = defineList({
  name: 'journals',
  url: '/journals',
  access: 'books.read',
  summary: 'Journals that people wrote, the newest day first',
  tags: ['books'],
  row: JournalRow,
  filters: {
    status: choiceFilter('State', 'All', JOURNAL_STATUSES, (status) => JOURNAL_STATUS_LABELS[status]),
    number: { ...textFilter('Number', 20, { anyCharacters: true }), isSearch: true },
    from: dayFilter('Days from'),
    to: dayFilter('Days to'),
  },
  sorts: ['-day', 'day'],
  columns: [
    columnOf('day', 'Day', 'day', { sort: 'day' }),
    columnOf('number', 'Number'),
    { key: 'kind', header: 'Kind', kind: 'text', value: ({ kind }) => JOURNAL_KIND_LABELS[kind] },
    columnOf('description', 'Description'),
    columnOf('amount', 'Amount', 'money'),
    { key: 'status', header: 'State', kind: 'text', value: ({ status }) => JOURNAL_STATUS_LABELS[status] },
    columnOf('made_by', 'Written By'),
    columnOf('posted_by', 'Posted By'),
    columnOf('status_reason', 'Reason'),
  ],
  reach: 10_000,
});

export const JournalRecord = JournalRow.extend({
  lines: z.array(JournalLine.extend({ name: z.string() })),
  /** Another person approves it, or once it is posted its reversal. */
  needs_approval: z.boolean(),
  /** The approval that waits. */
  approval_id: Id.nullable(),
  /** The entry in the books, and that which took it back. */
  entry: Id.nullable(),
  reversal: Id.nullable(),
  attachments: z.array(Attachment),
});
export type JournalRecord = z.infer<typeof JournalRecord>;

export const showJournal = endpoint('GET /journals/:id', 'books.read', {
  summary: 'A journal with its lines and its place in the books',
  errors: ['not_found'],
  answer: JournalRecord,
});

export const addJournal = endpoint('POST /journals', 'books.write', {
  summary: 'Write a journal, as a draft',
  errors: ['refused'],
  idempotent: true,
  example: { day: '2026-11-02', description: 'Rent of the office', lines: [] },
  body: JournalInput,
  created: Done.extend({ id: Id }),
});

export const editJournal = endpoint('PATCH /journals/:id', 'books.write', {
  summary: 'Change a draft',
  errors: ['not_found', 'conflict', 'refused'],
  body: JournalInput,
});

export const postJournal = endpoint('POST /journals/:id/post', 'books.write', {
  summary: 'Post a draft, or ask for its approval where it takes two people',
  description: 'It takes two where it touches money, income, equity or taxes, or is for a month before this one.',
  errors: ['not_found', 'conflict', 'refused', 'not_permitted'],
});

export const JOURNAL_ENDS = ['drop', 'reverse'] as const;

export const endJournal = endpoint('POST /journals/:id/end', 'books.write', {
  summary: 'Drop a draft, or reverse a posted journal, with a reason',
  description:
    'The opposite entry names the first. It is posted today, or once another person approves it where the journal ' +
    'takes two people; that of a year end is posted on 31 December, by those who close the books.',
  errors: ['not_found', 'conflict', 'refused', 'not_permitted'],
  body: z.strictObject({ change: z.enum(JOURNAL_ENDS), reason: Reason }),
});
