import { addDays, addMonths, fromPesewas, type ListedMoney, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { owedAfterCredit } from '../credit/due-by-credit.ts';
import { readStandings, type Standing, type StandingDriver } from './read-standings.ts';
import { lastPayments } from './standing.repo.ts';

type Month = { payment_year: number | null; payment_month: number | null };

const monthsOf = (fees: readonly Month[]): string[] =>
  fees.flatMap(({ payment_year: year, payment_month: month }) =>
    year === null || month === null ? [] : `${year}-${String(month).padStart(2, '0')}`,
  );

/**
 * The last day of the month before the first one that is not paid; null where no month is paid for,
 * or where one has no price, so that it is not known whether it is due.
 */
export const coveredUntil = (
  { due, next_due, unpriced_years, opening }: Pick<Standing, 'due' | 'next_due' | 'unpriced_years' | 'opening'>,
  registered_on: string,
): string | null => {
  const [unpaid] = monthsOf([...due, ...(next_due ? [next_due] : [])]).toSorted();
  if (unpaid === undefined || unpriced_years.length > 0) return null;
  const first = opening && !opening.owed ? addMonths(opening.billed_from, -1) : (opening?.billed_from ?? registered_on);
  return addMonths(unpaid, -1) < first.slice(0, 7) ? null : addDays(`${unpaid}-01`, -1);
};

/** Debt, cover and last payment of current drivers now, by their ids. */
export const moneyOfDrivers = async (
  db: Db,
  drivers: readonly StandingDriver[],
  now: Date,
): Promise<ReadonlyMap<string, ListedMoney>> => {
  if (drivers.length === 0) return new Map();
  const standings = await readStandings(db, drivers, today(now));
  const last = await lastPayments(
    db,
    drivers.map(({ id }) => id),
  );
  return new Map(
    drivers.flatMap(({ id, registered_on }) => {
      const standing = standings.get(id);
      if (!standing) return [];
      const covered_until = coveredUntil(standing, registered_on);
      const money = { owed: fromPesewas(owedAfterCredit(standing)), covered_until, last_payment: last.get(id) ?? null };
      return [[id, money]] as const;
    }),
  );
};
