import { MAX_HEAD_LINES, type StatementField, type SuggestedMapping } from '@banbo/contract';
import { type ColumnNames, columnsByName, headerOf } from '#lib/table-file/name-columns.ts';
import { orderOf } from '#lib/table-file/read-day.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';

/** Names that columns have in statements of networks and banks, the likeliest first. */
const NAMES: ColumnNames<StatementField> = {
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

const columnsOf = (head: readonly TableRow[]) => {
  const header = headerOf(head, NAMES);
  return { header, columns: columnsByName(header?.cells ?? [], NAMES) };
};

/** The columns whose values the suggestion looks at, by the first lines. */
export const lookedAtColumns = (head: readonly TableRow[]): (number | null)[] => {
  const { date, amount } = columnsOf(head).columns;
  return [date, amount];
};

/** Suggests how to read a statement, by the names of its columns, its days and the signs of its amounts. */
export const suggestMapping = async (rows: readonly TableRow[]): Promise<SuggestedMapping> => {
  const { header, columns } = columnsOf(rows.slice(0, MAX_HEAD_LINES));
  const below = rows.filter(({ line }) => line > (header?.line ?? 0));
  const valuesOf = (column: number | null): string[] =>
    column === null ? [] : below.map(({ cells }) => cells[column] ?? '');
  const isSigned = valuesOf(columns.amount).some((amount) => /^(?:GH[S₵¢]|[₵¢])?\s*[-−(]\s*\d/i.test(amount));
  return {
    header_line: header?.line ?? 1,
    mode: 'momo',
    day_order: columns.date === null ? null : await orderOf(valuesOf(columns.date)),
    ...columns,
    // Where signs say what went out, words need not.
    direction: isSigned ? null : columns.direction,
    directions: [],
  };
};
