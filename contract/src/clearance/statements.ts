import { z } from 'zod';
import { Day, Id } from '../common/fields.ts';
import { defineImport } from '../common/imports.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, fixedFilter } from '../common/lists/filters.ts';

const tags = ['clearance'];
const access = 'payments.clear';

/** Characters that are read of a word that says the direction of money. */
export const MAX_DIRECTION_WORD = 60;
/** Words that a mapping explains of the column of the direction. */
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

export const STATEMENT_MODE_LABELS = { momo: 'The MoMo account', bank: 'The bank account' } as const;

/** The outcomes of lines, in words of before their import. */
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
} as const;
export type LineOutcome = keyof typeof LINE_OUTCOME_LABELS;
const LINE_OUTCOMES = Object.keys(LINE_OUTCOME_LABELS) as [LineOutcome, ...LineOutcome[]];
/** Outcomes of lines that are no money received; the money of all others is recorded. */
const LEFT_OUT: readonly LineOutcome[] = ['repeated', 'outgoing', 'unreadable'];

/** The outcome of a line in words, also of one that was imported. */
export const lineOutcomeLabel = (outcome: LineOutcome, { isImported }: { isImported: boolean }): string =>
  isImported && outcome === 'clears' ? 'Cleared a claim' : LINE_OUTCOME_LABELS[outcome];

export const statementImports = defineImport({
  name: 'statements',
  noun: 'statement',
  idKey: 'statement_id',
  thing: 'statement',
  kind: 'statement',
  url: '/statements',
  access,
  tags,
  fields: STATEMENT_FIELDS,
  own: {
    mode: z.enum(['momo', 'bank']),
    /** Words of the column of the direction, and whether that money came in. */
    directions: z
      .array(z.strictObject({ text: z.string().trim().max(MAX_DIRECTION_WORD), is: z.enum(['in', 'out']) }))
      .max(MAX_DIRECTIONS)
      .default([]),
  },
  rules: [
    [
      ({ date, transaction_id, amount }) => new Set([date, transaction_id, amount]).size === 3,
      'transaction_id',
      'Date, transaction ID and amount stand in three columns of their own.',
    ],
  ],
  outcomes: LINE_OUTCOMES,
  takes: LINE_OUTCOMES.filter((outcome) => !LEFT_OUT.includes(outcome)),
  counted: { amount: z.string() },
  row: {},
  columns: [],
  record: {
    /** Words of the column of the direction that nobody has explained yet. */
    unknown_directions: z.array(z.string()),
  },
  uploadsAnHour: 120,
  texts: {
    list: 'Statements of the company’s accounts',
    start: 'Lines that are known change nothing, so that an import may be repeated and statements may overlap.',
  },
});
export const StatementMapping = statementImports.mapping;
export type StatementMapping = z.output<typeof StatementMapping>;
export const SuggestedMapping = statementImports.suggestion;
export type SuggestedMapping = z.output<typeof SuggestedMapping>;
export const Statement = statementImports.record;
export type Statement = z.output<typeof Statement>;

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
