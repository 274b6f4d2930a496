import { ARREARS_AGES, type ArrearsAge, fromPesewas, today, toPesewas } from '@banbo/contract';
import { onPrimary } from '#db/connection/replica.ts';
import type { Db } from '#db/database.ts';
import { countDrivers, plannedDrivers } from '#domains/drivers';
import { creditOf } from '#domains/ledger';
import { readPaymentTypes, readPrices } from '#domains/prices';
import { uncoveredFees } from '../standing/due-fees.ts';
import { type CollectedSums, collectingOn } from './collected.ts';
import { readAllSituations, readSituations, type Situation, waitingAmounts } from './owed.repo.ts';
import { plansOf } from './plans-of.ts';

/** With this many drivers all debts are cached; for fewer they take some tenths of a second. */
const KEPT_FROM = 5000;
const KEPT_MS = 120_000;

/** Months count from year 0, twelve a year; money is text with two decimals. */
type Owed = {
  months: number;
  oldest_month: number | null;
  latest_month: number | null;
  months_amount: string;
  other_amount: string;
  age: ArrearsAge;
  /** Pesewas of all that is owed, less the credit. */
  total: bigint;
};

export type Debt = Owed & {
  driver_id: string;
  /** In pesewas. */
  credit: bigint;
  /** True of a registration whose first fee was never paid. */
  is_unpaid: boolean;
  /** The import whose debts nobody has released; its drivers are not reminded. */
  held_by: string | null;
  /** The sum of claims that wait to be cleared. */
  waiting: string;
  /** Its rank from 1, the smallest debt first. */
  place: number;
};

/** A month's number as in `Owed`. */
const numberOf = (year: number, month: number): number => year * 12 + month - 1;

/** The number of a day's month. */
export const monthNumber = (day: string): number => numberOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)));

/** A month's number as `2026-09`. */
export const monthText = (number: number): string =>
  `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;

const ageOf = (oldest: number | null, day: string): ArrearsAge => {
  if (oldest === null) return 'fees';
  return ARREARS_AGES[Math.min(3, monthNumber(day) - oldest)] ?? 'current';
};

const sumUp = (due: ReturnType<typeof uncoveredFees>['due'], day: string): Owed => {
  const months = new Set<number>();
  let [monthly, other] = [0n, 0n];
  for (const { payment_year, payment_month, amount } of due) {
    if (payment_year === null || payment_month === null) {
      other += toPesewas(amount);
      continue;
    }
    months.add(numberOf(payment_year, payment_month));
    monthly += toPesewas(amount);
  }
  const oldest = months.size === 0 ? null : Math.min(...months);
  return {
    months: months.size,
    oldest_month: oldest,
    latest_month: months.size === 0 ? null : Math.max(...months),
    months_amount: fromPesewas(monthly),
    other_amount: fromPesewas(other),
    age: ageOf(oldest, day),
    total: monthly + other,
  };
};

type Beside = { waiting: ReadonlyMap<string, string>; credits: ReadonlyMap<string, bigint> };

/**
 * Works out what drivers owe on a day, once for all drivers in the same situation. Drivers whose
 * credit covers all of it owe nothing.
 */
const asDebts = async (db: Db, day: string, { waiting, credits }: Beside) => {
  const types = await readPaymentTypes(db);
  const first = Math.min(...types.map(({ due_from }) => Number(due_from.slice(0, 4))));
  const price = await readPrices(db, { first, last: Number(day.slice(0, 4)) });
  const known = new Map<string, Owed | null>();
  const owedBy = ({ registered_in, plans, covered, billed_from, owed: debt }: Situation): Owed | null => {
    const name = `${registered_in};${plans};${covered};${billed_from};${debt}`;
    const before = known.get(name);
    if (before !== undefined) return before;
    const opening = billed_from === null ? null : { billed_from, owed: debt };
    const asked = { types, price, plans: plansOf(plans), registered_on: `${registered_in}-01`, opening, day };
    const { due } = uncoveredFees(asked, new Set(covered?.split(',')));
    const owed = due.length === 0 ? null : sumUp(due, day);
    known.set(name, owed);
    return owed;
  };
  return (situations: readonly Situation[]): Debt[] =>
    situations.flatMap((situation) => {
      const { driver_id, is_unpaid, held_by } = situation;
      const credit = credits.get(driver_id) ?? 0n;
      // Credit that was paid out, and whose money never came, is owed also where no fee is.
      const owed = owedBy(situation) ?? (credit < 0n ? sumUp([], day) : null);
      if (!owed || owed.total <= credit) return [];
      const beside = { credit, waiting: waiting.get(driver_id) ?? '0.00', place: 0 };
      return { driver_id, is_unpaid, held_by, ...owed, ...beside, total: owed.total - credit };
    });
};

/** Ranks debts and sorts them: the oldest month first, debts without months last. */
const ordered = (debts: Debt[]): Debt[] => {
  for (const [index, debt] of debts.toSorted((one, other) => Number(one.total - other.total)).entries()) {
    debt.place = index + 1;
  }
  const monthOf = ({ oldest_month }: Debt): number => oldest_month ?? Number.MAX_SAFE_INTEGER;
  return debts.sort((one, other) => monthOf(one) - monthOf(other));
};

/** The debts of these current drivers by id, the oldest month first. */
export const debtsOf = async (db: Db, ids: readonly string[], now: Date): Promise<ReadonlyMap<string, Debt>> => {
  if (ids.length === 0) return new Map();
  const beside = { waiting: await waitingAmounts(db, ids), credits: await creditOf(db, ids) };
  const toDebts = await asDebts(db, today(now), beside);
  const debts = toDebts(await readSituations(db, { ids, drivers: plannedDrivers(ids) }));
  return new Map(ordered(debts).map((one) => [one.driver_id, one]));
};

/** The pesewas that these current drivers, or all, owe by today, whatever credit they have. */
export const owedByDrivers = async (db: Db, of: readonly string[] | 'all', now: Date): Promise<bigint> => {
  const ids = of === 'all' ? undefined : of;
  const toDebts = await asDebts(db, today(now), { waiting: new Map(), credits: new Map() });
  const situations = await readSituations(db, { ...(ids && { ids }), drivers: plannedDrivers(ids) });
  return toDebts(situations).reduce((sum, { total }) => sum + total, 0n);
};

/** The debts of all current drivers, the oldest month first, and what was collected of dues. */
type AllOwed = { debts: readonly Debt[]; collected: CollectedSums };

const readAll = async (db: Db, day: string): Promise<AllOwed> => {
  const toDebts = await asDebts(db, day, { waiting: await waitingAmounts(db), credits: await creditOf(db) });
  const collecting = await collectingOn(db, day);
  const debts: Debt[] = [];
  await readAllSituations(db, { drivers: plannedDrivers(), coveredBy: collecting.before_day }, (batch) => {
    debts.push(...toDebts(batch));
    collecting.add(batch);
  });
  return { debts: ordered(debts), collected: collecting.sums() };
};

export type ReadAllOwed = (db: Db, now: Date) => Promise<AllOwed>;

/** Caches what many drivers owe for two minutes, since it needs all payments; no failures. */
export const allOwed = (): ReadAllOwed => {
  let kept: { day: string; until: number; owed: Promise<AllOwed> } | null = null;
  return async (db, now) => {
    const day = today(now);
    if ((await countDrivers(db)) < KEPT_FROM) return readAll(db, day);
    if (kept?.day === day && now.getTime() < kept.until) return kept.owed;
    const mine = { day, until: now.getTime() + KEPT_MS, owed: onPrimary(() => readAll(db, day)) };
    kept = mine;
    mine.owed.catch(() => {
      if (kept === mine) kept = null;
    });
    return mine.owed;
  };
};

/** Reads the debts of all current drivers, the oldest month first. */
export type AllDebts = (db: Db, now: Date) => Promise<readonly Debt[]>;

export const allDebts =
  (owed = allOwed()): AllDebts =>
  async (db, now) =>
    (await owed(db, now)).debts;
