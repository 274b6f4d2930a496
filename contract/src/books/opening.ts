import { z } from 'zod';
import { Day, Id, Money } from '../common/fields.ts';
import { defineImport, importEndpoints } from '../common/imports.ts';
import { columnOf } from '../common/lists/define-list.ts';

/** The outcomes of lines, in words of before their import. */
const OUTCOME_LABELS = {
  taken: 'Will be a line',
  nothing: 'Of 0.00',
  repeated: 'Twice in this file',
  refused: 'Refused',
} as const;
export type BalanceLineOutcome = keyof typeof OUTCOME_LABELS;

export const balanceLineLabel = (outcome: BalanceLineOutcome, { isImported }: { isImported: boolean }): string =>
  isImported && outcome === 'taken' ? 'A line of the journal' : OUTCOME_LABELS[outcome];

/** Opening balances out of a trial balance, which become one draft of a journal. */
export const balanceImports = defineImport({
  name: 'balance-imports',
  noun: 'balance_import',
  idKey: 'import_id',
  thing: 'list',
  kind: 'list of opening balances',
  url: '/balance_imports',
  access: 'books.write',
  tags: ['books'],
  fields: {
    labels: { account: 'Account', debit: 'Debit', credit: 'Credit' },
    needed: ['account', 'debit'],
    days: [],
  },
  own: {
    /** The day on which the books are taken over; null while nobody has said it. */
    day: Day.nullable().default(null),
  },
  rules: [
    [({ day }) => day !== null, 'day', 'Please give the day of the balances.'],
    [
      ({ account, debit, credit }) => new Set([account, debit, credit]).size === 3,
      'debit',
      'Account, debit and credit stand in columns of their own.',
    ],
  ],
  outcomes: OUTCOME_LABELS,
  takes: ['taken'],
  counted: {},
  row: {},
  columns: [],
  record: {
    /** The draft that was written of it. */
    journal_id: Id.nullable(),
  },
  line: { account: z.string(), debit: Money.nullable(), credit: Money.nullable() },
  lineColumns: [
    columnOf('line', 'Line', 'number', { sort: 'line' }),
    columnOf('account', 'Account'),
    columnOf('debit', 'Debit', 'money'),
    columnOf('credit', 'Credit', 'money'),
    { key: 'outcome', header: 'Outcome', kind: 'text', value: ({ outcome }) => OUTCOME_LABELS[outcome] },
    columnOf('reason', 'Why'),
  ],
  uploadsAnHour: 60,
  texts: {
    list: 'Lists of opening balances that were sent',
    lines: 'Lines of lists of opening balances',
    linesNote: '',
    start: 'They become one draft of a journal, which a person looks at and posts.',
  },
});
export const { mapping: BalanceMapping, suggestion: SuggestedBalanceMapping, record: BalanceImport } = balanceImports;
export type BalanceMapping = z.output<typeof BalanceMapping>;
export type SuggestedBalanceMapping = z.output<typeof SuggestedBalanceMapping>;
export type BalanceImport = z.output<typeof BalanceImport>;

export const balanceImportEndpoints = importEndpoints('BalanceImport', balanceImports, 'startBalanceImport');
