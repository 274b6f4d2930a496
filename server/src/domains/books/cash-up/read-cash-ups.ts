import {
  type CashUpCount,
  type CashUpRecord,
  type CashUpRow,
  cashUpList,
  fromPesewas,
  missingCashUpList,
  ownCashUpList,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { type StaffHolders, waitingApproval } from '#domains/approvals';
import { entriesOfRecord } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { cashDifference } from './approve-cash-up.ts';
import { type CashUp, cashUpById, cashUpsSql, countsOf, missingSql, ownCashUpsSql, piecesOf } from './cash-ups.repo.ts';
import { CASH_UP_RELATIONS } from './clerks-cash.ts';

const present = async (db: Db, rows: readonly CashUp[], { named }: StaffHolders): Promise<CashUpRow[]> => {
  const people = await named(
    db,
    rows.flatMap(({ clerk_id, agreed_by }) => [clerk_id, agreed_by]),
  );
  return rows.map((row) => ({
    ...{ id: row.id, number: row.number, day: row.day, status: row.status, status_reason: row.status_reason },
    ...{ expected: row.expected, counted: row.counted, difference: fromPesewas(cashDifference(row)) },
    clerk: people.get(row.clerk_id)?.username ?? '',
    clerk_name: people.get(row.clerk_id)?.fullname ?? '',
    counts: row.attempt,
    handed_in_at: row.handed_in_at.toISOString(),
    agreed_by: row.agreed_by === null ? null : (people.get(row.agreed_by)?.fullname ?? ''),
    agreed_at: row.agreed_at?.toISOString() ?? null,
    is_alone: row.is_alone,
  }));
};

export const cashUpSource = (staff: StaffHolders) =>
  listSource(cashUpList, cashUpsSql(CASH_UP_RELATIONS), (rows, db) => present(db, rows, staff));

/** The cash-ups of one account. */
export const ownCashUpSource = (staff: StaffHolders) =>
  listSource(ownCashUpList, ownCashUpsSql, (rows, db) => present(db, rows, staff));

/** As an account sees them, whose own cash has no amount until it is counted. */
export const missingCashUpSource = listSource(
  missingCashUpList,
  missingSql(CASH_UP_RELATIONS),
  (rows, _, viewer: string) =>
    rows.map(({ clerk_id, is_counted, ...row }) =>
      is_counted || clerk_id !== viewer ? row : { ...row, amount: null },
    ),
);

/** The first digits of a hash that papers show. */
const SHOWN_DIGITS = 16;

const readCounts = async (db: Db, id: string): Promise<CashUpCount[]> => {
  const pieces = Map.groupBy(await piecesOf(db, id), ({ attempt }) => attempt);
  return (await countsOf(db, id)).map((count) => ({
    ...{ attempt: count.attempt, reason: count.reason, expected: count.expected, counted: count.counted },
    difference: fromPesewas(cashDifference(count)),
    handed_in_at: count.handed_in_at.toISOString(),
    head_entry: count.head_entry,
    head_hash: count.head_hash.toString('hex').slice(0, SHOWN_DIGITS),
    pieces: (pieces.get(count.attempt) ?? []).map(({ value, kind, pieces: n }) => ({ value, kind, pieces: n })),
  }));
};

type Asked = { id: string; by: Caller };

/** A cash-up with its counts; null where there is none. */
export const showCashUp = async (db: Db, { id, by }: Asked, staff: StaffHolders): Promise<CashUpRecord | null> => {
  const cashUp = await cashUpById(db, id);
  const [row] = cashUp ? await present(db, [cashUp], staff) : [];
  if (!cashUp || !row) return null;
  const waiting = await waitingApproval(db, { kind: 'books.cash_up', subjectId: id });
  const [entry] = await entriesOfRecord(db, 'cash-up', id);
  return {
    ...row,
    all_counts: await readCounts(db, id),
    approval_id: waiting?.id ?? null,
    entry: entry?.number ?? null,
    is_own: cashUp.clerk_id === by.accountId,
  };
};

/** The same of the caller alone: null for the cash-up of anybody else. */
export const showOwnCashUp = async (db: Db, asked: Asked, staff: StaffHolders): Promise<CashUpRecord | null> => {
  const cashUp = await showCashUp(db, asked, staff);
  return cashUp?.is_own ? cashUp : null;
};
