import {
  type DayOrder,
  formatMoney,
  fromPesewas,
  isWholePhone,
  MAX_DIRECTION_WORD,
  type StatementField,
  type StatementMapping,
} from '@banbo/contract';
import { readSided } from '#lib/table-file/read-amount.ts';
import { readDay } from '#lib/table-file/read-day.ts';

/** More than any payment; most likely another column than that of the amounts. */
const MAX_AMOUNT = 100_000_000n;

/** True for a phone number, or as many digits as an ID has, in the place of an amount. */
const isNumberNotAmount = (text: string): boolean => isWholePhone(text) || /^\d{10,}$/.test(text);

const CEDIS = /^(?:GH[SC₵¢]?|[₵¢]|(?:GHANA(?:IAN)? )?CEDIS?)$/i;

/** The currency in the name of a column, as in `Amount (USD)`; empty where it names none. */
export const currencyInName = (name: string): string =>
  /(?<![A-Z])(?:GHS|GHC|USD|EUR|GBP|NGN|XOF|CFA|ZAR|CNY)(?![A-Z])|[$€£₦¥]/i.exec(name)?.[0] ?? '';

const MAX_ID = 32;
/** Digits of a number that a spreadsheet keeps; it replaces further ones by zeros. */
const KEPT_DIGITS = 15;

/** True for a number that a spreadsheet may have rounded: only zeros follow the kept digits. */
const isRounded = (id: string): boolean => {
  if (!/^\d+$/.test(id) || id.length <= KEPT_DIGITS) return false;
  return id[KEPT_DIGITS - 1] !== '0' && [...id.slice(KEPT_DIGITS)].every((digit) => digit === '0');
};

/** Reads letters and digits without marks around them. Refuses what a spreadsheet has shortened. */
export const readTransactionId = (text: string): { id: string; problem: null } | { id: null; problem: string } => {
  const quoted = /^="(.*)"$/.exec(text);
  const id = (quoted?.[1] ?? text).replace(/^['#]/, '').replace(/\s/g, '').toUpperCase();
  if (id === '') return { id: null, problem: 'It has no transaction ID.' };
  const shown = `“${text.slice(0, 40)}”`;
  if (/^\d(?:[.,]\d+)?E\+?\d{1,2}$/.test(id) || isRounded(id)) {
    return { id: null, problem: `A spreadsheet has shortened the transaction ID to ${shown}.` };
  }
  const isUsable = id.length <= MAX_ID && /^[A-Z0-9]+$/.test(id) && /[1-9]/.test(id);
  return isUsable ? { id, problem: null } : { id: null, problem: `${shown} is not a transaction ID.` };
};

const IN = /^(?:c|cr|credit|in|incoming|money in|cash in|deposit|received|payment received|receive)$/i;
const OUT =
  /^(?:d|dr|debit|out|outgoing|money out|cash out|withdrawal|sent|fee|charge|charges|reversal|transfer out)$/i;

/** Whether a line is money in or out, by the meaning of its word; null if it has none. */
export const directionOf = (
  word: string,
  { direction, directions }: Pick<StatementMapping, 'direction' | 'directions'>,
  pesewas: bigint,
): 'in' | 'out' | null => {
  if (pesewas < 0n) return 'out';
  if (direction === null) return 'in';
  const said = directions.find(({ text }) => text.toLowerCase() === word.toLowerCase());
  if (said) return said.is;
  if (OUT.test(word)) return 'out';
  return IN.test(word) ? 'in' : null;
};

export type LineMoney = Record<'received_on' | 'amount' | 'balance', string | null> &
  Record<'transaction_id' | 'payer_name' | 'payer_number' | 'reference', string>;

export type ReadLine = LineMoney & {
  outcome: 'received' | 'outgoing' | 'unreadable';
  reason: string;
  /** The other order of days, where the line's day fits that alone. */
  otherOrder?: DayOrder;
  /** The word of the direction, where nobody has chosen in or out for it. */
  unknownDirection?: string;
  /** A phone number or an ID stands where the amount should. */
  hasNumberForAmount?: boolean;
  /** It has a day or an ID, and its money cannot be read. */
  mayBeMoney?: boolean;
};

/** Days before this one are slips of the pen, or of another file. */
const FIRST_DAY = '2020-01-01';

const KEPT = { payer_name: 100, payer_number: 30, reference: 200 } as const;

/**
 * Reads a line by the mapping, without guesses: one that could mean two things is unreadable. The
 * `columnCurrency` is that of lines without one of their own.
 */
export const readLine = (
  cells: readonly string[],
  mapping: StatementMapping,
  now: Date,
  columnCurrency = '',
): ReadLine => {
  const cellOf = (field: StatementField): string => {
    const column = mapping[field];
    return column === null ? '' : (cells[column] ?? '');
  };
  const text = (field: keyof typeof KEPT) => cellOf(field).slice(0, KEPT[field]);
  const payer = {
    ...{ payer_name: text('payer_name'), payer_number: text('payer_number'), reference: text('reference') },
    balance: balanceOf(cellOf('balance')),
  };
  const unreadable = (reason: string, more: Partial<ReadLine> = {}): ReadLine => ({
    ...{ outcome: 'unreadable', reason, received_on: null, transaction_id: '', amount: null },
    ...payer,
    mayBeMoney: Boolean(more.received_on || more.transaction_id),
    ...more,
  });
  if (
    (['date', 'transaction_id', 'amount', 'amount_out', 'direction'] as const).some((field) => isFormula(cellOf(field)))
  ) {
    const reason = 'A formula stands here without its value. Please save the file again in the spreadsheet.';
    return unreadable(reason, { mayBeMoney: true });
  }

  const isOutAlone = isNothing(cellOf('amount')) && !isNothing(cellOf('amount_out'));
  const amountText = isOutAlone ? cellOf('amount_out') : cellOf('amount');
  const amount = readSided(amountText);
  const id = readTransactionId(cellOf('transaction_id'));
  const day = readDay(cellOf('date'), { order: mapping.day_order, now, first: FIRST_DAY });
  const read = { ...payer, received_on: day.day, transaction_id: id.id ?? '', amount: money(amount.pesewas) };
  if (isNumberNotAmount(amountText)) {
    const reason = `“${amountText.slice(0, 30)}” looks like a phone number or an ID, not like an amount.`;
    return unreadable(reason, { ...read, amount: null, hasNumberForAmount: true });
  }
  if (amount.problem !== null) return unreadable(amount.problem, read);
  if (isOutAlone && amount.side === 'CR') {
    return unreadable(`“${amountText.slice(0, 30)}” stands among money out and says CR. Please check it.`, read);
  }
  const word = cellOf('direction').slice(0, MAX_DIRECTION_WORD).trim();
  const direction = isOutAlone ? 'out' : directionOf(word, mapping, amount.pesewas);
  if (direction === null) {
    return unreadable(`Please say whether “${word}” is money in or out.`, { ...read, unknownDirection: word });
  }
  if (direction === 'out') return { ...read, outcome: 'outgoing', reason: 'Only money that came in is imported.' };
  const currency = (cellOf('currency') || columnCurrency).trim().slice(0, 30);
  if (currency !== '' && !CEDIS.test(currency)) {
    return unreadable(`Its currency is “${currency}”; only Ghana cedis are imported.`, read);
  }
  if (day.problem !== null) return unreadable(day.problem, { ...read, ...(day.order && { otherOrder: day.order }) });
  if (id.problem !== null) return unreadable(id.problem, read);
  if (amount.pesewas === 0n) return unreadable('Its amount is 0.00.', { ...read, mayBeMoney: false });
  if (amount.pesewas > MAX_AMOUNT) {
    return unreadable(
      `${formatMoney(fromPesewas(amount.pesewas))} is more than GHS 1,000,000.00. Please check it.`,
      read,
    );
  }
  return { ...read, outcome: 'received', reason: '' };
};

/** Text in a cell of CSV that only keeps a number's digits is no formula. */
const isFormula = (cell: string): boolean => cell.startsWith('=') && !/^="[^"]*"$/.test(cell);

/** True without an amount, or with 0.00: some statements fill both columns. */
const isNothing = (cell: string): boolean => cell === '' || readSided(cell).pesewas === 0n;

const balanceOf = (cell: string): string | null => {
  const { pesewas } = readSided(cell);
  return pesewas === null ? null : fromPesewas(pesewas);
};

/** The amount without its sign; null for zero, which is not an amount of money. */
const money = (pesewas: bigint | null): string | null =>
  pesewas ? fromPesewas(pesewas < 0n ? -pesewas : pesewas) : null;
