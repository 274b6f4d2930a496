import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Day, Id, NetMoney } from '../common/fields.ts';
import { EXPORT_MEDIA_TYPES } from '../common/lists/define-list.ts';
import { AccountCode } from './chart.ts';

const endpoint = endpointsOf('books');

/** The statements of the books, in the order of their pages. */
export const STATEMENT_PARTS = ['income', 'balance', 'trial', 'months'] as const;
export type StatementPart = (typeof STATEMENT_PARTS)[number];

export const STATEMENT_PART_LABELS = {
  income: 'Income statement',
  balance: 'Balance sheet',
  trial: 'Trial balance',
  months: 'Month by month',
} as const satisfies Record<StatementPart, string>;

/** The most months that stand side by side. */
export const MAX_STATEMENT_MONTHS = 12;

/** Days of a statement or of revenue, both ends included. */
export const BookDays = z
  .strictObject({ from: Day, to: Day })
  .refine(({ from, to }) => from <= to, { error: 'The last day is before the first.', path: ['to'] })
  .refine(({ from }) => from >= '2000-01-01', { error: 'The books begin on 1 Jan 2000.', path: ['from'] })
  .refine(({ to }) => to <= '2200-12-31', { error: 'The books end in 2200.', path: ['to'] });
export type BookDays = z.infer<typeof BookDays>;

/** A figure as people read it, and the page of its rows, where it is not the sum of others here. */
const Figure = z.object({ amount: NetMoney, path: z.string().nullable() });

/**
 * A line of a statement. `section` begins a part of it, `heading` sums up the accounts under it,
 * `sum` a section, and `result` is what the statement leads to.
 */
const LineOfStatement = z.object({
  kind: z.enum(['section', 'heading', 'account', 'sum', 'result']),
  depth: z.number().int(),
  code: AccountCode.nullable(),
  name: z.string(),
  /** One a column; null where the column is not for the line. None of a section. */
  figures: z.array(Figure.nullable()),
  /** Of the first column against the second, `+37%`; null where there is nothing to compare. */
  change: z.string().nullable(),
});
export type BookStatementLine = z.infer<typeof LineOfStatement>;

/** A statement as a table. Every account's figure has its rows in the account's statement. */
export const BookStatement = z.object({
  part: z.enum(STATEMENT_PARTS),
  /** `Income statement, 1 Jan to 31 Oct 2026` */
  title: z.string(),
  /** The headers of the figures. */
  columns: z.array(z.string()),
  /** True where the change stands behind the columns. */
  has_change: z.boolean(),
  lines: z.array(LineOfStatement),
  /** True where nothing was posted that it would show. */
  is_empty: z.boolean(),
});
export type BookStatement = z.infer<typeof BookStatement>;

const params = z.object({ part: z.enum(STATEMENT_PARTS) });
const EXCLUDED =
  'The closing of a year is no income or expense, nor is its reversal: neither is in an income statement.';

export const showBookStatement = endpoint('GET /book_statements/:part', 'books.read', {
  mayLag: 'answer',
  summary: 'A statement of the books for a range of days, beside the year before',
  description: `Computed from kept balances. The year before is left out where it has no figure. ${EXCLUDED} Month by month takes at most ${MAX_STATEMENT_MONTHS} months.`,
  errors: ['refused'],
  params,
  query: BookDays,
  answer: BookStatement,
});

export const STATEMENT_FORMATS = ['pdf', 'xlsx'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

export const saveBookStatement = endpoint('GET /book_statements/:part/file', 'books.read', {
  summary: 'A statement of the books as PDF or XLSX',
  limits: [{ by: 'caller', max: 60, seconds: 60 }],
  errors: ['refused'],
  params,
  query: BookDays.safeExtend({ format: z.enum(STATEMENT_FORMATS) }),
  file: ['application/pdf', EXPORT_MEDIA_TYPES.xlsx],
});

/** A year of the books and its closing entry. */
export const BookYear = z.object({
  year: z.number().int(),
  /** The journal that closes it, until it is reversed. */
  closing: z.object({ id: Id, number: z.string() }).nullable(),
  /** Why it cannot be closed now, in a sentence; null where it can, and where it is. */
  why_not: z.string().nullable(),
});
export type BookYear = z.infer<typeof BookYear>;

const Year = z.coerce.number().int().min(2000).max(2200);
const ofYear = z.object({ year: Year });

export const listBookYears = endpoint('GET /book_years', 'books.read', {
  summary: 'The years that have entries, the newest first, this year always',
  answer: z.array(z.number().int()),
});

export const showBookYear = endpoint('GET /book_years/:year', 'books.read', {
  summary: 'Is a year of the books closed, and if not, why can it not be?',
  params: ofYear,
  answer: BookYear,
});

export const closeBookYear = endpoint('POST /book_years/:year/close', 'books.close', {
  summary: 'Take the balances of income and expenses to retained earnings',
  description:
    'A journal of 31 December. Possible once the year is over and December is the next month to close; undone only ' +
    'by its reversal.',
  errors: ['conflict', 'refused'],
  params: ofYear,
  answer: Done.extend({ id: Id }),
});
