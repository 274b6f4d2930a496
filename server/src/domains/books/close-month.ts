import {
  addMonths,
  type BookMonth,
  type BookMonths,
  formatMonth,
  type LeftToDo,
  mayOpenAddress,
  monthDays,
  type Permitted,
  today,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { countMoneyLeft, isStatementImporting } from '#domains/clearance';
import { loginsOf } from '#domains/identity';
import {
  type Closing,
  closeLedgerMonth,
  closingsBetween,
  firstMonthWithEntries,
  holdBooks,
  lateEntries,
  type OpenBooks,
  openBooks,
  reopenLedgerMonth,
} from '#domains/ledger';
import { countClaimsOf } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { presentOf } from '#lib/values.ts';
import { countOpenCashUps } from './cash-up/cash-ups.repo.ts';
import { cashUpsMissing } from './cash-up/clerks-cash.ts';
import { countWaitingExpenses } from './expenses/expenses.repo.ts';
import { countUnposted } from './journals/journals.repo.ts';

const monthOf = (day: string): string => addMonths(day, 0);

/** Nothing is closed while the books begin at the first of all days. */
const NEVER_CLOSED = '0001-01-01';

/** The first month that is not closed, over or not; null before the first entry. */
export const firstOpenMonth = ({ open_from, oldest }: OpenBooks): string | null =>
  open_from === NEVER_CLOSED ? oldest : monthOf(open_from);

/** Months that close together: the last one, which people choose, and empty ones before it. */
type Closable = { first: string; next: string };

/**
 * The next month to close, over or not, with the months without entries before it; null before the
 * first entry. A December is chosen by itself where its year has entries, so that the year can be
 * closed before it.
 */
const closableMonths = async (db: Db, books: OpenBooks, now: Date): Promise<Closable | null> => {
  const first = firstOpenMonth(books);
  const last = addMonths(today(now), -1);
  if (first === null || first >= last) return first === null ? null : { first, next: first };
  const next = (await firstMonthWithEntries(db, { from: first, to: last })) ?? last;
  const [january, december] = [`${first.slice(0, 4)}-01`, `${first.slice(0, 4)}-12`];
  const isCut = next > december && (await firstMonthWithEntries(db, { from: january, to: first })) !== null;
  return { first, next: isCut ? december : next };
};

/** The first month whose matters are settled before a month closes: it, or empty ones before it. */
const settledFrom = (month: string, closable: Closable | null): string =>
  closable && month >= closable.first && month <= closable.next ? closable.first : month;

const lastClosedOf = ({ open_from }: OpenBooks): string | null =>
  open_from === NEVER_CLOSED ? null : addMonths(open_from, -1);

/** The matters of some months that are left to do, each with the page that lists them. */
const mattersOf = async (db: Db, first: string, month: string): Promise<(LeftToDo & { path: string })[]> => {
  const days = { from: monthDays(first).from, to: monthDays(month).to };
  const query = `from=${days.from}&to=${days.to}`;
  const { open, missing } = await countMoneyLeft(db, days);
  return [
    {
      what: `Claims of ${formatMonth(month)} waiting`,
      count: await countClaimsOf(db, { from: first, to: month }),
      path: `/payment_transactions?status=submitted&${query}`,
    },
    { what: 'Money received that has paid nothing', count: open, path: `/money_received?status=open&${query}` },
    { what: 'Money that is not on its statement', count: missing, path: `/money_received?status=missing&${query}` },
    {
      what: 'Journals that are not posted',
      count: await countUnposted(db, days),
      path: `/journals?${query}`,
    },
    {
      what: 'Expenses that wait for approval',
      count: await countWaitingExpenses(db, days),
      path: `/expenditure?status=asked&${query}`,
    },
    {
      what: 'Cash-ups that are not closed',
      count: await countOpenCashUps(db, days),
      path: `/cash_ups?${query}`,
    },
    {
      what: 'Days of clerks without a closed cash-up',
      count: await cashUpsMissing(db, days),
      path: `/missing_cash_ups?${query}`,
    },
  ];
};

/** The same for a reader, without the pages that they may not open. */
export const leftOfMonth = async (
  db: Db,
  { month, by, now }: { month: string; by: Permitted; now: Date },
): Promise<LeftToDo[]> => {
  const first = settledFrom(month, await closableMonths(db, await openBooks(db), now));
  return (await mattersOf(db, first, month)).map((matter) => ({
    ...matter,
    path: mayOpenAddress(by, matter.path) ? matter.path : null,
  }));
};

type MonthFacts = { books: OpenBooks; next: string | null; now: Date };

const stateOf = (month: string, { books, next, now }: MonthFacts): BookMonth['state'] => {
  if (books.open_from > `${month}-01`) return 'closed';
  if (month > monthOf(today(now))) return 'to come';
  return month === next && month < monthOf(today(now)) ? 'next' : 'open';
};

/** The months of a year, with their last closing and what came late. */
export const showMonths = async (
  db: Db,
  { query: { year }, now }: { query: { year: number }; now: Date },
): Promise<BookMonths> => {
  const books = await openBooks(db);
  const range = { from: `${year}-01-01`, to: `${year}-12-31` };
  const closings = new Map<string, Closing>();
  for (const closing of (await closingsBetween(db, range)).toReversed()) closings.set(monthOf(closing.month), closing);
  const people = await loginsOf(
    db,
    presentOf([...closings.values()].flatMap(({ closed_by, reopened_by }) => [closed_by, reopened_by])),
  );
  const late = Map.groupBy(await lateEntries(db, range), ({ late_for }) => monthOf(late_for));
  const nameOf = (id: string | null): string | null => (id === null ? null : (people.get(id) ?? ''));
  const next = (await closableMonths(db, books, now))?.next ?? null;
  const months = Array.from({ length: 12 }, (_, n): BookMonth => {
    const month = addMonths(range.from, n);
    const closing = closings.get(month);
    return {
      month,
      state: stateOf(month, { books, next, now }),
      closed_at: closing?.closed_at.toISOString() ?? null,
      closed_by: nameOf(closing?.closed_by ?? null),
      left_reason: closing?.left_reason ?? null,
      reopened_at: closing?.reopened_at?.toISOString() ?? null,
      reopened_by: nameOf(closing?.reopened_by ?? null),
      reopen_reason: closing?.reopen_reason ?? null,
      late: (late.get(month) ?? []).map(({ landed, count }) => ({ landed: monthOf(landed), count })),
    };
  });
  const isOver = next !== null && next < monthOf(today(now));
  return { months, next: isOver ? next : null, last_closed: lastClosedOf(books) };
};

type Asked<Body> = { month: string; body: Body; by: Caller; now: Date };

const subjectOf = (month: string) => ({ kind: 'book month', id: month, name: formatMonth(month) });

/**
 * Closes the next month, and months without entries before it. Refused with 409 `conflict` for
 * another month or one that goes on, and while a statement is imported; with 422 `refused` where
 * something is left to do and no reason is given.
 */
export const closeMonth = async (
  tx: Tx,
  { month, body: { reason }, by, now }: Asked<{ reason?: string | undefined }>,
): Promise<string> => {
  // Everything that posts waits from here on, so that what is checked is what is closed.
  await holdBooks(tx);
  const books = await openBooks(tx);
  const name = formatMonth(month);
  if (books.open_from > `${month}-01`) throw new Refusal('conflict', `${name} is closed already.`);
  if (month >= monthOf(today(now))) throw new Refusal('conflict', `${name} is not over yet.`);
  const closable = await closableMonths(tx, books, now);
  if (closable === null) throw new Refusal('conflict', 'There is nothing in the books yet.');
  const { first, next } = closable;
  if (month < first || month > next) {
    throw new Refusal('conflict', `Months close in their order: ${formatMonth(next)} is the next.`);
  }
  if (await isStatementImporting(tx)) {
    throw new Refusal('conflict', 'A statement is being imported. Please close the month once it is done.');
  }
  const left = (await mattersOf(tx, first, month)).filter(({ count }) => count > 0);
  if (left.length > 0 && reason === undefined) {
    const [first] = left;
    throw new Refusal(
      'refused',
      `Something is left to do (${first?.what}: ${first?.count}). Please give a reason to close ${name} all the same.`,
    );
  }
  const left_reason = left.length > 0 ? (reason ?? null) : null;
  await closeLedgerMonth(tx, { first, month, by: by.accountId, now, left_reason });
  const after = {
    ...(left_reason !== null && { reason: left_reason }),
    ...(first < month && { from: first }),
    left: left.map(({ what, count }) => `${what}: ${count}`),
  };
  await audit(tx, by, { action: 'books.close_month', subject: subjectOf(month), after }, now);
  const closed = first < month ? `${formatMonth(first)} to ${name} are` : `${name} is`;
  return `${closed} closed. What comes late is posted in ${formatMonth(addMonths(month, 1))}.`;
};

/** Opens the month that was closed last again. Refused with 409 `conflict` for another one. */
export const reopenMonth = async (
  tx: Tx,
  { month, body: { reason }, by, now }: Asked<{ reason: string }>,
): Promise<string> => {
  await holdBooks(tx);
  const last = lastClosedOf(await openBooks(tx));
  if (last !== month) {
    const why =
      last === null
        ? 'No month is closed.'
        : `Only the month that was closed last can be opened: ${formatMonth(last)}.`;
    throw new Refusal('conflict', why);
  }
  await reopenLedgerMonth(tx, { month, by: by.accountId, now, reason });
  await audit(tx, by, { action: 'books.reopen_month', subject: subjectOf(month), after: { reason } }, now);
  return `${formatMonth(month)} is open again.`;
};
