import { today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { countDrivers, currentDrivers, planOfDriverIn } from '#domains/drivers';
import { dueTypesOn, plannedPrices } from '#domains/prices';
import { type Owed, type OwedBy, readAllOwed, readOwed, waitingAmounts } from './owed.repo.ts';

/** From so many drivers on, what all of them owe is kept for a while. Below, it takes some tenths of a second. */
const KEPT_FROM = 5000;
const KEPT_MS = 120_000;

const by = (day: string, ids?: readonly string[]): OwedBy => ({
  ids,
  drivers: currentDrivers(ids),
  types: dueTypesOn(day),
  prices: plannedPrices,
  planIn: planOfDriverIn,
});

/** A driver's debts, and the sum of their claims that wait to be cleared. */
export type Debt = Owed & { waiting: string };

const withWaiting = (owed: readonly Owed[], waiting: ReadonlyMap<string, string>): Debt[] =>
  owed.map((one) => ({ ...one, waiting: waiting.get(one.driver_id) ?? '0.00' }));

/** The debts of these of the current drivers now, by their ids. */
export const debtsOf = async (db: Db, ids: readonly string[], now: Date): Promise<ReadonlyMap<string, Debt>> => {
  if (ids.length === 0) return new Map();
  const day = today(now);
  const debts = withWaiting(await readOwed(db, day, by(day, ids)), await waitingAmounts(db, ids));
  return new Map(debts.map((one) => [one.driver_id, one]));
};

const readAll = async (db: Db, day: string): Promise<readonly Debt[]> =>
  withWaiting(await readAllOwed(db, day, by(day)), await waitingAmounts(db));

export type AllDebts = (db: Db, now: Date) => Promise<readonly Debt[]>;

/**
 * Gives what all current drivers owe. Where there are many it is worked out once for all who ask within two minutes, on this
 * server, since it goes through all payments; a failure is not kept.
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
