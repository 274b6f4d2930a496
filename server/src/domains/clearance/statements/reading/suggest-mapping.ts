import { createHash } from 'node:crypto';
import {
  type DayOrder,
  MAX_HEAD_LINES,
  NEEDED_STATEMENT_FIELDS,
  STATEMENT_FIELDS,
  type StatementField,
  type SuggestedMapping,
} from '@banbo/contract';
import type { TableRow } from '#lib/table-file/table-row.ts';
import { bothOrders } from './read-day.ts';

/** Names that columns have in statements of networks and banks, the likeliest first. */
const NAMES: Readonly<Record<StatementField, readonly RegExp[]>> = {
  date: [/^(transaction|trans|posting|payment|value)? ?date( ?(&|and|\/) ?time)?$/i, /^time ?stamp$/i, /date/i],
  transaction_id: [
    /^(financial )?(transaction|trans|txn|trx|tx)[ ._]?(id|no|number|ref)/i,
    /^(receipt|reference) (no|number|id)/i,
    /\bid$/i,
  ],
  amount: [/^amount( \(?(ghs|gh₵)\)?)?$/i, /^(credit|money in|paid in|cash in|deposits?)/i, /amount/i],
  amount_out: [/^(debit|money out|paid out|cash out|withdrawals?)/i],
  direction: [/^(payment|transaction|trans|txn) ?type$/i, /^(type|direction|dr ?\/ ?cr|cr ?\/ ?dr)$/i],
  payer_name: [/^(to ?\/ ?from|from ?\/ ?to|from name|payer( name)?|sender( name)?|customer( name)?|name|from)$/i],
  payer_number: [/^(from (no|number|msisdn)|msisdn|payer (no|number)|(mobile|phone|sender|account)( no| number)?)$/i],
  reference: [/^(reference|ref|narration|remarks?|description|details|message|note|particulars)$/i],
};

type Columns = Record<StatementField, number | null>;

/** The first column whose name fits, the likeliest name first; each column once. */
const columnsOf = (names: readonly string[]): Columns => {
  const taken = new Set<number>();
  const find = (field: StatementField): number | null => {
    for (const pattern of NAMES[field]) {
      const at = names.findIndex((name, column) => !taken.has(column) && pattern.test(name));
      if (at < 0) continue;
      taken.add(at);
      return at;
    }
    return null;
  };
  return Object.fromEntries(STATEMENT_FIELDS.map((field) => [field, find(field)])) as Columns;
};

const namedBy = (row: TableRow): number =>
  Object.values(columnsOf(row.cells)).filter((column) => column !== null).length;

/** The line of the column names: that of the first ones in which most are known; the first line where none are. */
const headerOf = (head: readonly TableRow[]): TableRow | undefined => {
  const named = head.map(namedBy);
  return head[named.indexOf(Math.max(...named))];
};

/** The order of a column's days; null where they fit both, or neither. */
const orderOf = (days: readonly string[]): DayOrder | null => {
  const both = days.map(bothOrders).filter((day) => day !== null);
  // Where no day is of that form, either order reads them alike.
  if (both.length === 0) return 'dmy';
  const [fitDayFirst, fitMonthFirst] = [both.every(({ dmy }) => dmy), both.every(({ mdy }) => mdy)];
  if (fitDayFirst === fitMonthFirst) return null;
  return fitDayFirst ? 'dmy' : 'mdy';
};

/** Suggests how to read a statement, by the names of its columns, its days and the signs of its amounts. */
export const suggestMapping = (rows: readonly TableRow[]): SuggestedMapping => {
  const header = headerOf(rows.slice(0, MAX_HEAD_LINES));
  const columns = columnsOf(header?.cells ?? []);
  const below = rows.filter(({ line }) => line > (header?.line ?? 0));
  const valuesOf = (column: number | null): string[] =>
    column === null ? [] : below.map(({ cells }) => cells[column] ?? '');
  const isSigned = valuesOf(columns.amount).some((amount) => /^(?:GH[S₵¢]|[₵¢])?\s*[-−(]\s*\d/i.test(amount));
  return {
    header_line: header?.line ?? 1,
    mode: 'momo',
    day_order: columns.date === null ? null : orderOf(valuesOf(columns.date)),
    ...columns,
    // Where signs say what went out, words need not.
    direction: isSigned ? null : columns.direction,
    directions: [],
  };
};

/** Knows statements with the same column names again. */
export const fingerprintOf = (names: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(names.map((name) => name.toLowerCase())))
    .digest('hex');

/** True when the first lines have room for a table: column names, and a line of at least as many cells as are needed. */
export const hasTable = (rows: readonly TableRow[]): boolean =>
  rows.filter(({ cells }) => cells.filter((cell) => cell !== '').length >= NEEDED_STATEMENT_FIELDS.length).length >= 2;
