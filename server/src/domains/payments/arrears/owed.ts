import { type ArrearsAge, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { countDrivers, planSpans } from '#domains/drivers';
import { dueTypesOn, plannedPrices } from '#domains/prices';
import { ageOf, totalOf } from './arrears-age.ts';
import { readAllOwed, readOwed, waitingAmounts } from './owed.repo.ts';
import type { Owed, OwedBy } from './owed-sql.repo.ts';

/** From so many drivers on, what all of them owe is kept for a while. Below, it takes some tenths of a second. */
const KEPT_FROM = 5000;
const KEPT_MS = 120_000;

const by = (day: string, ids?: readonly string[]): OwedBy => ({
  ids,
  plans: planSpans(day, ids),
  types: dueTypesOn(day),
  prices: plannedPrices,
});

/** A driver's debts, and the sum of their claims that wait to be cleared. */
export type Debt = Owed & {
  waiting: string;
  age: ArrearsAge;
  /** Pesewas. */
  total: bigint;
};

/** Makes debts of rows. Lists go through all of them, so whatever they ask of each is worked out once. */
const asDebts = (day: string, waiting: ReadonlyMap<string, string>) => {
  const now = new Date(day);
  return (owed: readonly Owed[]): Debt[] =>
    owed.map((one) => ({
      ...one,
      waiting: waiting.get(one.driver_id) ?? '0.00',
      age: ageOf(one, now),
      total: totalOf(one),
    }));
};

/** The debts of these of the current drivers now, by their ids, the oldest month first. */
export const debtsOf = async (db: Db, ids: readonly string[], now: Date): Promise<ReadonlyMap<string, Debt>> => {
  if (ids.length === 0) return new Map();
  const day = today(now);
  const debts = asDebts(day, await waitingAmounts(db, ids))(await readOwed(db, day, by(day, ids)));
  return new Map(debts.map((one) => [one.driver_id, one]));
};

const readAll = async (db: Db, day: string): Promise<readonly Debt[]> => {
  const toDebts = asDebts(day, await waitingAmounts(db));
  const debts: Debt[] = [];
  await readAllOwed(db, day, by(day), (batch) => debts.push(...toDebts(batch)));
  return debts;
};

/** Gives what all current drivers owe, the oldest month first. */
export type AllDebts = (db: Db, now: Date) => Promise<readonly Debt[]>;

/**
 * Where there are many drivers, their debts are worked out once for all who ask within two minutes, on this server, since that
 * goes through all payments; a failure is not kept.
 */
export const allDebts = (): AllDebts => {
  let kept: { day: string; until: number; debts: Promise<readonly Debt[]> } | null = null;
  return async (db, now) => {
    const day = today(now);
    if ((await countDrivers(db)) < KEPT_FROM) return readAll(db, day);
    if (kept?.day === day && now.getTime() < kept.until) return kept.debts;
    const mine = { day, until: now.getTime() + KEPT_MS, debts: readAll(db, day) };
    kept = mine;
    mine.debts.catch(() => {
      if (kept === mine) kept = null;
    });
    return mine.debts;
  };
};
