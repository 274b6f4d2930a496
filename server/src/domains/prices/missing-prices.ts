import { type MissingPrices, PLANS, planOf, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type MissingPlan, missingPlans } from './prices.repo.ts';

/** Three months are enough to agree on prices and to enter them. */
const FIRST_MONTH = 10;

/** A fee's description; where other plans have their price of it, with the names of those that have none. */
const nameOf = (description: string, lacking: readonly MissingPlan[]): string => {
  const plans = lacking.flatMap(({ plan }) => planOf(plan)?.name ?? []);
  const isWhole = plans.length === 0 || plans.length === PLANS.length;
  return isWhole ? description : `${description} (${plans.join(', ')})`;
};

const namesOf = (lacking: readonly MissingPlan[]): string[] =>
  [...Map.groupBy(lacking, ({ description }) => description)].map(([name, one]) => nameOf(name, one));

/** By name, the types of both sides that a year has no price for, and the plans of one that others have a price for. */
export const missingIn = async (db: Db, year: number): Promise<string[]> =>
  namesOf(await missingPlans(db, { first: year, last: year, of: 'all' }));

/**
 * The prices that drivers' fees lack for this year and, from October on, for the next one; of the years before, back to
 * `owedFrom`, those of monthly fees, since the others are owed at this year's price.
 */
export const missingPrices = async (db: Db, now: Date, owedFrom: number | null): Promise<MissingPrices[]> => {
  const [year = 0, month = 0] = today(now).split('-').map(Number);
  const last = month >= FIRST_MONTH ? year + 1 : year;
  const missing = await missingPlans(db, { first: Math.min(owedFrom ?? year, year), last, of: 'owed' });
  const owed = missing.filter((price) => price.year >= year || price.period === 'monthly');
  return [...Map.groupBy(owed, (price) => price.year)].map(([of, lacking]) => ({
    year: of,
    descriptions: namesOf(lacking),
  }));
};
