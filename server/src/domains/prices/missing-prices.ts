import { type MissingPrices, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { unpricedTypes } from './prices.repo.ts';

/** Three months are enough to agree on prices and to enter them. */
const FIRST_MONTH = 10;

/**
 * The prices that drivers' fees lack for this year and, from October on, for the next one; of the years before, back to
 * `owedFrom`, those of monthly fees, since the others are owed at this year's price.
 */
export const missingPrices = async (db: Db, now: Date, owedFrom: number | null): Promise<MissingPrices[]> => {
  const [year = 0, month = 0] = today(now).split('-').map(Number);
  const last = month >= FIRST_MONTH ? year + 1 : year;
  const types = await unpricedTypes(db, Math.min(owedFrom ?? year, year), last);
  const owed = types.filter((type) => type.year >= year || type.period === 'monthly');
  const byYear = Map.groupBy(owed, (type) => type.year);
  return [...byYear].map(([of, lacking]) => ({
    year: of,
    descriptions: lacking.map(({ description }) => description),
  }));
};
