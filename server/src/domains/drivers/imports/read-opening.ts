import { addMonths, type DayOrder, fromPesewas, MONTHS, today } from '@banbo/contract';
import { readAmount } from '#lib/table-file/read-amount.ts';
import { readDay } from '#lib/table-file/read-day.ts';

/** Nothing before `billed_from`, a month's first day, is owed, but for `amount`, `"-50.00"`. */
export type ReadOpening = { billed_from: string; amount: string };

type Field = 'paid_until' | 'opening_balance';
type Unread = { problem: string; order?: DayOrder | undefined };
type Problem = Unread & { field: Field };

/** Years after this one for which nobody has paid anywhere. */
const YEARS_AHEAD = 2;
/** Larger balances are slips: a phone number, or a row's sum. */
const MOST = 100_000_000n;

const monthNamed = (name: string): number =>
  MONTHS.findIndex((month) => month.toUpperCase().startsWith(name.toUpperCase())) + 1;

const monthText = (year: string, month: string | number): string | null => {
  const number = Number(month);
  return number >= 1 && number <= 12 ? `${year}-${String(number).padStart(2, '0')}` : null;
};

/** A month such as 10/2026, 2026-10, October 2026 or Oct-26; null for another text. */
const plainMonth = (text: string): string | null => {
  const last = /^(\d{1,2})[/.-](\d{4})$/.exec(text);
  if (last) return monthText(last[2] ?? '', last[1] ?? '');
  const first = /^(\d{4})[/.-](\d{1,2})$/.exec(text);
  if (first) return monthText(first[1] ?? '', first[2] ?? '');
  const named = /^([a-z]{3,9})\.?[ ,/-]*(\d{4})$|^([a-z]{3})-(\d{2})$/i.exec(text);
  if (!named) return null;
  const [, name, year, short, digits] = named;
  return monthText(year ?? `20${digits}`, monthNamed(name ?? short ?? ''));
};

type Reading = { order: DayOrder; registered_on: string | null; now: Date };

/** The month that is paid, by itself or by one of its days. */
const readPaidUntil = (text: string, { order, registered_on, now }: Reading): string | Unread => {
  const latest = `${Number(today(now).slice(0, 4)) + YEARS_AHEAD}-12-31`;
  const read = readDay(text, { order, now, last: '9999-12-31' });
  const month = plainMonth(text) ?? read.day?.slice(0, 7);
  if (month === undefined && read.day === null && read.order) return read;
  if (month === undefined) return { problem: `“${text.slice(0, 30)}” is not a month. Write it as 10/2026.` };
  if (month > latest.slice(0, 7)) return { problem: `${month} is too far ahead.` };
  if (registered_on && month < registered_on.slice(0, 7)) return { problem: 'It is before the month of registering.' };
  return month;
};

/** The amount that a driver owes, below zero for credit, as money text. */
const readBalance = (text: string): string | Unread => {
  const { pesewas, problem } = readAmount(text);
  if (problem !== null) return { problem: `${problem} Write 200.00 for what is owed, and -200.00 for credit.` };
  if (pesewas > MOST || pesewas < -MOST) return { problem: 'It is above 1,000,000.00.' };
  return fromPesewas(pesewas);
};

/**
 * Reads how a member stood at the take-over; null where a line says nothing of it. A balance alone
 * has in it all that was due up to the present month.
 */
export const readOpening = (
  paidUntil: string,
  balance: string,
  reading: Reading,
): { read: ReadOpening | null; problems: Problem[] } => {
  if (paidUntil === '' && balance === '') return { read: null, problems: [] };
  const month = paidUntil === '' ? today(reading.now).slice(0, 7) : readPaidUntil(paidUntil, reading);
  const amount = balance === '' ? '0.00' : readBalance(balance);
  if (typeof month === 'string' && typeof amount === 'string') {
    return { read: { billed_from: `${addMonths(`${month}-01`, 1)}-01`, amount }, problems: [] };
  }
  const problems = [
    ...(typeof month === 'string' ? [] : [{ field: 'paid_until' as const, ...month }]),
    ...(typeof amount === 'string' ? [] : [{ field: 'opening_balance' as const, ...amount }]),
  ];
  return { read: null, problems };
};
