import { type BookYear, formatDay, formatMonth, fromPesewas, type JournalLine, MONTHS, today } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { balancesOn, holdBooks, type LedgerAccount, openBooks, RETAINED_EARNINGS, readChart } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { yearsOfBooks } from './books-calendar.ts';
import { kindOf } from './chart.ts';
import { firstOpenMonth } from './close-month.ts';
import { countUnposted, yearEndOf } from './journals/journals.repo.ts';
import { postJournal } from './journals/post-journal.ts';
import { addJournal } from './journals/write-journal.ts';

/** The years that have entries, the newest first; this year always. */
export const showYears = async (db: Db, { now }: { now: Date }): Promise<number[]> => {
  const years = await yearsOfBooks(db, now);
  return years.length > 0 ? years : [now.getUTCFullYear()];
};

const lastDayOf = (year: number): string => `${year}-12-31`;

/** The lines that take the balances of income and expenses to retained earnings. */
const closingLines = (chart: readonly LedgerAccount[], balances: ReadonlyMap<string, bigint>): JournalLine[] => {
  const lineOf = (account: string, pesewas: bigint): JournalLine[] => {
    if (pesewas === 0n) return [];
    const side = pesewas > 0n ? 'debit' : 'credit';
    return [{ account, side, amount: fromPesewas(pesewas > 0n ? pesewas : -pesewas) }];
  };
  const own = chart.filter((account) => ['income', 'expense'].includes(kindOf(account)));
  const result = own.reduce((sum, { code }) => sum + (balances.get(code) ?? 0n), 0n);
  return [
    ...own.flatMap(({ code }) => lineOf(code, -(balances.get(code) ?? 0n))),
    ...lineOf(RETAINED_EARNINGS, result),
  ];
};

const linesOf = async (db: Db, year: number): Promise<JournalLine[]> => {
  const day = lastDayOf(year);
  return closingLines(await readChart(db), (await balancesOn(db, [day])).get(day) ?? new Map());
};

/** Why the year cannot be closed now, in a sentence. */
const whyNot = async (db: Db, year: number, now: Date): Promise<string | null> => {
  const day = lastDayOf(year);
  if (day >= today(now)) return `${year} is not over yet.`;
  const books = await openBooks(db);
  const [next, december] = [firstOpenMonth(books), `${year}-12`];
  if (books.oldest === null || books.oldest > december) return `There is nothing in the books of ${year}.`;
  if (next === null || next > december) {
    return `${formatMonth(december)} is closed. It must be open for the closing of the year.`;
  }
  if (next < december) return `${MONTHS[10]} ${year} must be closed before the year.`;
  const waiting = await countUnposted(db, { from: `${year}-01-01`, to: day });
  if (waiting > 0) {
    const what = waiting === 1 ? '1 journal' : `${waiting} journals`;
    return `${what} of ${year} ${waiting === 1 ? 'is' : 'are'} not posted yet. Please post or drop ${waiting === 1 ? 'it' : 'them'} first.`;
  }
  return (await linesOf(db, year)).length === 0 ? `There is no income and no expense of ${year} to close.` : null;
};

/** Is a year closed, and if not, why can it not be? */
export const showYear = async (db: Db, { year, now }: { year: number; now: Date }): Promise<BookYear> => {
  const closing = (await yearEndOf(db, lastDayOf(year))) ?? null;
  return { year, closing, why_not: closing === null ? await whyNot(db, year, now) : null };
};

/**
 * Posts the journal of 31 December that takes the balances of income and expenses to retained
 * earnings. Refused with 409 `conflict` where the year is closed already, is not over, or its
 * months are not closed up to November.
 */
export const closeYear = async (
  tx: Tx,
  { year, by, now }: { year: number; by: Caller; now: Date },
  deps: Parameters<typeof postJournal>[2],
): Promise<{ message: string; id: string }> => {
  // Nothing is posted between the reading of the balances and the closing.
  await holdBooks(tx);
  const day = lastDayOf(year);
  const before = await yearEndOf(tx, day);
  if (before) throw new Refusal('conflict', `${year} is closed already, by the journal ${before.number}.`);
  const why = await whyNot(tx, year, now);
  if (why !== null) throw new Refusal('conflict', why);
  const body = { day, description: `Closing of the year ${year}`, lines: await linesOf(tx, year) };
  const { id } = await addJournal(tx, { body, by, now }, 'year end');
  await postJournal(tx, { id, by, now }, deps);
  return { message: `${year} is closed: its result is in retained earnings on ${formatDay(day)}.`, id };
};
