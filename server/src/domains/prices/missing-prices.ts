import { type MissingPrices, PLANS, planOf, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { missingPlans } from './prices.repo.ts';

/** Three months are enough to agree on prices and to enter them. */
const FIRST_MONTH = 10;

type Missing = Awaited<ReturnType<typeof missingPlans>>;

/** A fee's description; where other plans have their price of it, with the names of those that have none. */
const nameOf = (description: string, lacking: Missing): string => {
  const plans = lacking.flatMap(({ plan }) => planOf(plan)?.name ?? []);
  const isWhole = plans.length === 0 || plans.length === PLANS.length;
  return isWhole ? description : `${description} (${plans.join(', ')})`;
};

/**
 * The prices that drivers' fees lack for this year and, from October on, for the next one; of the years before, back to
 * `owedFrom`, those of monthly fees, since the others are owed at this year's price.
 */
export const missingPrices = async (db: Db, now: Date, owedFrom: number | null): Promise<MissingPrices[]> => {
  const [year = 0, month = 0] = today(now).split('-').map(Number);
  const last = month >= FIRST_MONTH ? year + 1 : year;
  const missing = await missingPlans(db, Math.min(owedFrom ?? year, year), last);
  const owed = missing.filter((price) => price.year >= year || price.period === 'monthly');
  return [...Map.groupBy(owed, (price) => price.year)].map(([of, lacking]) => ({
    year: of,
    descriptions: [...Map.groupBy(lacking, ({ description }) => description)].map(([name, one]) => nameOf(name, one)),
  }));
};
