import { z } from 'zod';
import { Day, Id } from '../common/fields.ts';
import { IMPORT_COLUMNS, ImportSummary } from '../common/imports.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, fixedFilter } from '../common/lists/filters.ts';
import { LINE_OUTCOME_LABELS, LINE_OUTCOMES } from './statement-outcomes.ts';

const tags = ['clearance'];

export const StatementSummary = ImportSummary;
export type StatementSummary = ImportSummary;

export const statementList = defineList({
  name: 'statements',
  url: '/statements',
  access: 'payments.clear',
  summary: 'Statements of the company’s accounts, the newest first',
  tags,
  row: StatementSummary,
  filters: {},
  sorts: ['-uploaded_at', 'uploaded_at'],
  reach: 10_000,
  columns: IMPORT_COLUMNS,
});

export const StatementLine = z.object({
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
  access: 'payments.clear',
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
