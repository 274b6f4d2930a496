import { z } from 'zod';
import { Day, Id } from '../common/fields.ts';
import {
  defineImport,
  IMPORT_COLUMNS,
  ImportSummary,
  importShape,
  mappingShape,
  suggestionShape,
} from '../common/imports.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, fixedFilter } from '../common/lists/filters.ts';

const tags = ['clearance'];
const access = 'payments.clear';

/** Characters of a word that says the direction of money; more of it says nothing. */
export const MAX_DIRECTION_WORD = 60;
/** Words of a column that says the direction of money. */
const MAX_DIRECTIONS = 40;

const STATEMENT_FIELDS = {
  labels: {
    date: 'Date',
    transaction_id: 'Transaction ID',
    amount: 'Amount',
    amount_out: 'Money out',
    direction: 'Type or direction',
    payer_name: 'Payer',
    payer_number: 'Mobile number',
    reference: 'Reference',
  },
  needed: ['date', 'transaction_id', 'amount'],
  days: ['date'],
} as const;
export type StatementField = keyof typeof STATEMENT_FIELDS.labels;

export const STATEMENT_MODES = ['momo', 'bank'] as const;
export const STATEMENT_MODE_LABELS = { momo: 'The MoMo account', bank: 'The bank account' } as const;

/** Which column of a statement says what. */
export const StatementMapping = z
  .strictObject({
    ...mappingShape(STATEMENT_FIELDS),
    mode: z.enum(STATEMENT_MODES),
    /** Words of the column of the direction, and whether that money came in. */
    directions: z
      .array(z.strictObject({ text: z.string().trim().max(MAX_DIRECTION_WORD), is: z.enum(['in', 'out']) }))
      .max(MAX_DIRECTIONS)
      .default([]),
  })
  .refine((mapping) => new Set(STATEMENT_FIELDS.needed.map((field) => mapping[field])).size === 3, {
    message: 'Date, transaction ID and amount stand in three columns of their own.',
    path: ['transaction_id'],
  });
export type StatementMapping = z.output<typeof StatementMapping>;

/** A mapping as far as the file or an earlier one of its kind suggests it. */
const SuggestedMapping = z.object({
  ...suggestionShape(STATEMENT_FIELDS),
  mode: z.enum(STATEMENT_MODES),
  directions: z.array(z.object({ text: z.string(), is: z.enum(['in', 'out']) })),
});
export type SuggestedMapping = z.output<typeof SuggestedMapping>;

/** Outcomes of lines that are money received, which an import records: the line clears a claim, or waits for a person. */
export const RECORDED_OUTCOMES = [
  'clears',
  'no_claim',
  'differs',
  'other_car',
  'paid',
  'disputed',
  'known',
  'known_differs',
] as const;

/** Outcomes of a line; the last three are left out. */
const LINE_OUTCOMES = [...RECORDED_OUTCOMES, 'repeated', 'outgoing', 'unreadable'] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];

/** Of lines before their import. */
const LINE_OUTCOME_LABELS = {
  clears: 'Clears a claim',
  no_claim: 'Waits: no claim',
  differs: 'Waits: amount differs',
  other_car: 'Waits: names another car',
  paid: 'Waits: fee already paid',
  disputed: 'Waits: claimed twice',
  known: 'Known already',
  known_differs: 'Waits: recorded with another amount',
  repeated: 'Twice in this file',
  outgoing: 'Money going out',
  unreadable: 'Unreadable',
} as const satisfies Record<LineOutcome, string>;

/** The outcome of a line in words, also of one that was imported. */
export const lineOutcomeLabel = (outcome: LineOutcome, { isImported }: { isImported: boolean }): string =>
  isImported && outcome === 'clears' ? 'Cleared a claim' : LINE_OUTCOME_LABELS[outcome];

/** Outcomes that a person looks at on the page of clearance. */
export const WAITING_OUTCOMES: readonly LineOutcome[] = [
  'no_claim',
  'differs',
  'other_car',
  'paid',
  'disputed',
  'known_differs',
];

export const Statement = ImportSummary.extend({
  ...importShape(
    StatementMapping,
    SuggestedMapping,
    z.object({ outcome: z.enum(LINE_OUTCOMES), lines: z.int(), amount: z.string() }),
  ),
  /** Words of the column of the direction of which nobody has said yet whether they mean money in or out. */
  unknown_directions: z.array(z.string()),
});
export type Statement = z.output<typeof Statement>;

export const statementImports = defineImport({
  name: 'statements',
  noun: 'statement',
  idKey: 'statement_id',
  url: '/statements',
  access,
  tags,
  row: ImportSummary,
  columns: IMPORT_COLUMNS,
  record: Statement,
  mapping: StatementMapping,
  fields: STATEMENT_FIELDS,
  takes: RECORDED_OUTCOMES,
  uploadsAnHour: 120,
  texts: {
    list: 'Statements of the company’s accounts, the newest first',
    upload: [
      'Send the statement of one of the company’s accounts, as CSV or XLSX',
      'Nothing of it is money yet: choose its columns, look at what would happen, and import it then.',
    ],
    show: 'A statement, how it is or could be read, and what becomes of its lines',
    map: [
      'Say which column of a statement is what, and see what an import would do',
      'Remembered for statements with the same column names. Records no money.',
    ],
    start: [
      'Import a statement as it was checked; it goes on by itself',
      'Lines that are known change nothing, so that an import may be repeated and statements may overlap.',
    ],
    cancel: 'Stop an import; what it has recorded stays, and it can go on later',
    discard: 'Discard a statement of which nothing was imported',
  },
});

const StatementLine = z.object({
  id: z.string(),
  statement: Id,
  /** Its number in the file, from 1. */
  line: z.int(),
  received_on: Day.nullable(),
  transaction_id: z.string(),
  amount: z.string().nullable(),
  payer_name: z.string(),
  payer_number: z.string(),
  reference: z.string(),
  outcome: z.enum(LINE_OUTCOMES),
  /** Names the claim, or says why the line waits or is left out. */
  reason: z.string(),
});
export type StatementLine = z.output<typeof StatementLine>;

export const statementLineList = defineList({
  name: 'statement-lines',
  url: '/statements/lines',
  access,
  summary: 'Lines of statements, with what becomes of each and why',
  description: 'Before an import it says what would happen, and afterwards what did.',
  tags,
  row: StatementLine,
  filters: {
    statement: fixedFilter('Statement', Id.optional()),
    outcome: choiceFilter('Outcome', 'All lines', LINE_OUTCOMES, (outcome) => LINE_OUTCOME_LABELS[outcome]),
  },
  sorts: ['line', '-line'],
  reach: 50_000,
  columns: [
    columnOf('line', 'Line', 'number', { sort: 'line' }),
    columnOf('received_on', 'Date', 'day'),
    columnOf('transaction_id', 'Transaction ID'),
    columnOf('amount', 'Amount', 'money'),
    columnOf('payer_name', 'Payer'),
    columnOf('payer_number', 'Mobile Number'),
    columnOf('reference', 'Reference'),
    { key: 'outcome', header: 'Outcome', kind: 'text', value: ({ outcome }) => LINE_OUTCOME_LABELS[outcome] },
    columnOf('reason', 'Why'),
  ],
});

export const statementEndpoints = {
  listStatements: statementImports.list.page,
  exportStatements: statementImports.list.file,
  listStatementLines: statementLineList.page,
  exportStatementLines: statementLineList.file,
  uploadStatement: statementImports.upload,
  getStatement: statementImports.show,
  mapStatement: statementImports.map,
  importStatement: statementImports.start,
  cancelStatement: statementImports.cancel,
  discardStatement: statementImports.discard,
} as const;
