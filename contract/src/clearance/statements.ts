import { z } from 'zod';
import { Day } from '../common/fields.ts';
import { defineImport, importEndpoints } from '../common/imports.ts';
import { columnOf } from '../common/lists/define-list.ts';
import { NetworkCode } from '../site/schemas.ts';

/** Characters that are read of a word that says the direction of money. */
export const MAX_DIRECTION_WORD = 60;
/** Words that a mapping explains of the column of the direction. */
const MAX_DIRECTIONS = 40;

export const STATEMENT_MODE_LABELS = { momo: 'The MoMo account', bank: 'The bank account' } as const;

/** The outcomes of lines, in words of before their import. */
const LINE_OUTCOME_LABELS = {
  clears: 'Clears a claim',
  no_claim: 'Waits: no claim',
  differs: 'Waits: amount differs',
  below_price: 'Waits: below the price',
  other_car: 'Waits: names another car',
  paid: 'Waits: fee already paid',
  disputed: 'Waits: claimed twice',
  two_networks: 'Waits: ID of two networks',
  waits: 'Waits: a person decides',
  known: 'Already known',
  known_differs: 'Waits: recorded differently',
  repeated: 'Twice in this file',
  outgoing: 'Money going out',
  unreadable: 'Unreadable',
} as const;
export type LineOutcome = keyof typeof LINE_OUTCOME_LABELS;

export const lineOutcomeLabel = (outcome: LineOutcome, { isImported }: { isImported: boolean }): string =>
  isImported && outcome === 'clears' ? 'Cleared a claim' : LINE_OUTCOME_LABELS[outcome];

export const statementImports = defineImport({
  name: 'statements',
  noun: 'statement',
  idKey: 'statement_id',
  thing: 'statement',
  kind: 'statement',
  url: '/statements',
  access: 'payments.clear',
  tags: ['clearance'],
  fields: {
    labels: {
      date: 'Date',
      transaction_id: 'Transaction ID',
      amount: 'Amount',
      amount_out: 'Money out',
      fee: 'Fee',
      balance: 'Balance',
      direction: 'Type or direction',
      currency: 'Currency',
      payer_name: 'Payer',
      payer_number: 'Mobile number',
      reference: 'Reference',
    },
    needed: ['date', 'transaction_id', 'amount'],
    days: ['date'],
  },
  own: {
    mode: z.enum(['momo', 'bank']),
    /** The network of the MoMo account; null where one account takes all MoMo money. */
    network: NetworkCode.nullable().default(null),
    /** The whole days that the statement is of, as it says itself. */
    covers_from: Day.nullable().default(null),
    covers_to: Day.nullable().default(null),
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
    [
      ({ balance, amount, fee, amount_out }) => balance === null || ![amount, fee, amount_out].includes(balance),
      'balance',
      'The balance stands in a column of its own.',
    ],
    [
      ({ covers_from, covers_to }) => (covers_from === null) === (covers_to === null),
      'covers_to',
      'Please give the first and the last day of the statement, or neither.',
    ],
    [
      ({ covers_from, covers_to }) => covers_from === null || covers_to === null || covers_from <= covers_to,
      'covers_to',
      'The last day is before the first one.',
    ],
  ],
  outcomes: LINE_OUTCOME_LABELS,
  // The money of all lines but repeated, outgoing and unreadable ones is recorded.
  takes: [
    'clears',
    'no_claim',
    'differs',
    'below_price',
    'other_car',
    'paid',
    'disputed',
    'two_networks',
    'waits',
    'known',
    'known_differs',
  ],
  // The books are held against what went out, and against days on which nothing came.
  keeps: ['outgoing'],
  counted: { amount: z.string() },
  row: {},
  columns: [],
  record: {
    /** Words of the direction column for which nobody has chosen in or out yet. */
    unknown_directions: z.array(z.string()),
    /** The first and the last day of which it has all money; null where it covers none. */
    covers_from: Day.nullable(),
    covers_to: Day.nullable(),
    /** Says which days it covers, or why none. */
    coverage_note: z.string(),
  },
  line: {
    received_on: Day.nullable(),
    transaction_id: z.string(),
    amount: z.string().nullable(),
    /** The account's balance after the line; below 0 for a debt. */
    balance: z.string().nullable(),
    payer_name: z.string(),
    payer_number: z.string(),
    reference: z.string(),
  },
  lineColumns: [
    columnOf('line', 'Line', 'number', { sort: 'line' }),
    columnOf('received_on', 'Date', 'day'),
    columnOf('transaction_id', 'Transaction ID'),
    columnOf('amount', 'Amount', 'money'),
    columnOf('balance', 'Balance', 'money'),
    columnOf('payer_name', 'Payer', 'name'),
    columnOf('payer_number', 'Mobile Number'),
    columnOf('reference', 'Reference'),
    { key: 'outcome', header: 'Outcome', kind: 'text', value: ({ outcome }) => LINE_OUTCOME_LABELS[outcome] },
    columnOf('reason', 'Why'),
  ],
  uploadsAnHour: 120,
  texts: {
    list: 'Statements of the company’s accounts',
    lines: 'Lines of statements',
    linesNote: '',
    start: 'Lines that are known change nothing, so that an import may be repeated and statements may overlap.',
  },
});
export const { mapping: StatementMapping, suggestion: SuggestedMapping, record: Statement } = statementImports;
export type StatementField = keyof typeof statementImports.fields.labels;
export type StatementMapping = z.output<typeof StatementMapping>;
export type SuggestedMapping = z.output<typeof SuggestedMapping>;
export type Statement = z.output<typeof Statement>;

export const statementEndpoints = importEndpoints('Statement', statementImports, 'importStatement');
