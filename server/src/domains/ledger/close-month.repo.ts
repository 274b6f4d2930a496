import { addMonths } from '@banbo/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { oldestMonthOf, oldestMonthWithin } from '#db/totals/read-totals.ts';
import { holdBooks } from './chart.repo.ts';

/** A closing of a month, which may have been taken back. `month` is its first day. */
export type Closing = Selectable<Tables['ledger_closings']>;

/** The first day that may be posted on, and the oldest month with an entry, `2026-10`. */
export type OpenBooks = { open_from: string; oldest: string | null };

export const openBooks = async (db: Db): Promise<OpenBooks> => {
  const { rows } = await sql<OpenBooks>`
    SELECT open_from, ${oldestMonthOf('ledger')} AS oldest FROM ledger_head`.execute(db);
  return rows[0] as OpenBooks;
};

/** The first month of a range, `2026-10`, with an entry; null without any. */
export const firstMonthWithEntries = async (db: Db, range: { from: string; to: string }): Promise<string | null> => {
  const { rows } = await sql<{ month: string | null }>`SELECT ${oldestMonthWithin('ledger', range)} AS month`.execute(
    db,
  );
  return rows[0]?.month ?? null;
};

/** `month` as `2026-10`. */
type Made = { month: string; by: string; now: Date };

const firstOf = (month: string): string => `${month}-01`;

const openFrom = async (tx: Tx, month: string): Promise<void> => {
  await tx
    .updateTable('ledger_head')
    .set({ open_from: firstOf(month) })
    .execute();
};

/** Closes a month, with open ones from `first` on. The caller holds the books; it is the next. */
export const closeLedgerMonth = async (
  tx: Tx,
  { month, first = month, by, now, left_reason = null }: Made & { first?: string; left_reason?: string | null },
): Promise<void> => {
  const { number, hash } = await holdBooks(tx);
  await sql`
    INSERT INTO ledger_closings (month, closed_at, closed_by, left_reason, last_entry, last_hash)
    SELECT month::date, ${now}, ${by}, ${left_reason}, ${number}, ${hash}
    FROM generate_series(${firstOf(first)}::date, ${firstOf(month)}::date, interval '1 month') AS month`.execute(tx);
  await openFrom(tx, addMonths(month, 1));
};

/** Opens the month that was closed last. */
export const reopenLedgerMonth = async (
  tx: Tx,
  { month, by, now, reason }: Made & { reason: string },
): Promise<void> => {
  await tx
    .updateTable('ledger_closings')
    .set({ reopened_at: now, reopened_by: by, reopen_reason: reason })
    .where('month', '=', firstOf(month))
    .where('reopened_at', 'is', null)
    .execute();
  await openFrom(tx, month);
};

/** The closings of months in a range, the newest first, reopened ones too. */
export const closingsBetween = (db: Db, { from, to }: { from: string; to: string }): Promise<Closing[]> =>
  db
    .selectFrom('ledger_closings')
    .selectAll()
    .where('month', '>=', from)
    .where('month', '<=', to)
    .orderBy('id', 'desc')
    .execute();

/** Entries for days of closed months that landed later: how many for each month, and where. */
export const lateEntries = async (
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<{ late_for: string; landed: string; count: number }[]> => {
  const { rows } = await sql<{ late_for: string; landed: string; count: number }>`
    SELECT date_trunc('month', late_for)::date AS late_for, date_trunc('month', day)::date AS landed,
      count(*)::integer AS count
    FROM ledger_entries WHERE late_for BETWEEN ${from}::date AND ${to}::date
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
  return rows;
};

/** The months of the books, by their first days, that were opened again in a span of time. */
export const monthsReopened = async (db: Db, { after, upTo }: { after: Date; upTo: Date }): Promise<string[]> => {
  const { rows } = await sql<{ month: string }>`
    SELECT DISTINCT month FROM ledger_closings
    WHERE reopened_at > ${after} AND reopened_at <= ${upTo} ORDER BY month`.execute(db);
  return rows.map(({ month }) => month);
};
