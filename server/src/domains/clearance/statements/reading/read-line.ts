import { type DayOrder, MAX_DIRECTION_WORD, type StatementField, type StatementMapping } from '@banbo/contract';
import { readDay } from '#lib/table-file/read-day.ts';
import { amountText, readAmount } from './read-amount.ts';
import { directionOf } from './read-direction.ts';
import { readTransactionId } from './read-id.ts';

/** The money of a line, as far as it could be read. */
export type LineMoney = {
  received_on: string | null;
  transaction_id: string;
  amount: string | null;
  payer_name: string;
  payer_number: string;
  reference: string;
};

/** Money that a line says was received, or why it says none. */
export type ReadLine = LineMoney & {
  outcome: 'received' | 'outgoing' | 'unreadable';
  reason: string;
  /** The other order of days, where the line's day fits that alone. */
  otherOrder?: DayOrder;
  /** A word of the direction that nobody has said the meaning of. */
  unknownDirection?: string;
};

const MAX_NAME = 100;
const MAX_NUMBER = 30;
const MAX_REFERENCE = 200;

const NOTHING = { received_on: null, transaction_id: '', amount: null };

/** Reads a line by the statement's mapping. Nothing is guessed: what could mean two things is unreadable, with why. */
export const readLine = (cells: readonly string[], mapping: StatementMapping, now: Date): ReadLine => {
  const cellOf = (field: StatementField): string => {
    const column = mapping[field];
    return column === null ? '' : (cells[column] ?? '');
  };
  const payer = {
    payer_name: cellOf('payer_name').slice(0, MAX_NAME),
    payer_number: cellOf('payer_number').slice(0, MAX_NUMBER),
    reference: cellOf('reference').slice(0, MAX_REFERENCE),
  };
  const unreadable = (reason: string, more: Partial<ReadLine> = {}): ReadLine => ({
    outcome: 'unreadable',
    reason,
    ...NOTHING,
    ...payer,
    ...more,
  });
  if (
    (['date', 'transaction_id', 'amount', 'amount_out', 'direction'] as const).some((field) => isFormula(cellOf(field)))
  ) {
    return unreadable('A formula stands here without its value. Please save the file again in the spreadsheet.');
  }

  const isOutAlone = cellOf('amount') === '' && cellOf('amount_out') !== '';
  const amount = readAmount(isOutAlone ? cellOf('amount_out') : cellOf('amount'));
  const id = readTransactionId(cellOf('transaction_id'));
  const day = readDay(cellOf('date'), { order: mapping.day_order, now });
  const read = { ...payer, received_on: day.day, transaction_id: id.id ?? '', amount: money(amount.pesewas) };
  if (amount.problem !== null) return unreadable(amount.problem, read);
  const word = cellOf('direction').slice(0, MAX_DIRECTION_WORD).trim();
  const direction = isOutAlone ? 'out' : directionOf(word, mapping, amount.pesewas);
  if (direction === null) {
    const more = { ...read, unknownDirection: word };
    return unreadable(`Nobody has said whether “${word}” is money in or out.`, more);
  }
  if (direction === 'out') return { ...read, outcome: 'outgoing', reason: 'Only money that came in is imported.' };
  if (day.problem !== null) return unreadable(day.problem, { ...read, ...(day.order && { otherOrder: day.order }) });
  if (id.problem !== null) return unreadable(id.problem, read);
  if (amount.pesewas === 0n) return unreadable('Its amount is 0.00.', read);
  return { ...read, outcome: 'received', reason: '' };
};

/** Text in a cell of CSV that only keeps a number's digits is no formula. */
const isFormula = (cell: string): boolean => cell.startsWith('=') && !/^="[^"]*"$/.test(cell);

/** Null for nothing, which is no amount of money. */
const money = (pesewas: bigint | null): string | null => (pesewas ? amountText(pesewas) : null);
