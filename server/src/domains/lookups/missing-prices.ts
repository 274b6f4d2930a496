import { type MissingPrices, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { unpricedTypes } from './payment-types.repo.ts';

/** Three months are enough to agree on prices and to enter them. */
const FIRST_MONTH = 10;

/** The prices that drivers' fees lack for this year and, from October on, for the next one. */
export const missingPrices = async (db: Db, now: Date): Promise<MissingPrices[]> => {
  const [year = 0, month = 0] = today(now).split('-').map(Number);
  const missing: MissingPrices[] = [];
  for (const asked of month >= FIRST_MONTH ? [year, year + 1] : [year]) {
    const descriptions = await unpricedTypes(db, asked);
    if (descriptions.length > 0) missing.push({ year: asked, descriptions });
  }
  return missing;
};
