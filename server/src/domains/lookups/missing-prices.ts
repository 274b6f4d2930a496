import { type MissingPrices, SUBSCRIPTION, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { unpricedTypes } from './payment-types.repo.ts';

/** Three months are enough to agree on prices and to enter them. */
const FIRST_MONTH = 10;

/**
 * The prices that drivers' fees lack for this year and, from October on, for the next one; of the years before, back to
 * `owedFrom`, the subscription's, since the other fees are owed at this year's price.
 */
export const missingPrices = async (db: Db, now: Date, owedFrom: number | null): Promise<MissingPrices[]> => {
  const [year = 0, month = 0] = today(now).split('-').map(Number);
  const missing: MissingPrices[] = [];
  const last = month >= FIRST_MONTH ? year + 1 : year;
  for (let asked = Math.min(owedFrom ?? year, year); asked <= last; asked += 1) {
    const types = await unpricedTypes(db, asked);
    const owed = asked < year ? types.filter(({ type_code }) => type_code === SUBSCRIPTION) : types;
    if (owed.length > 0) missing.push({ year: asked, descriptions: owed.map(({ description }) => description) });
  }
  return missing;
};
