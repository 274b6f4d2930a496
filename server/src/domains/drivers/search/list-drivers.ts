import type { DriverSummary, Page } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { summary } from '../drivers.present.ts';
import { pageOfDrivers, pageOfRemoved, searchDrivers } from './list-drivers.repo.ts';
import { searchPrefixes } from './search-prefixes.ts';

type Query = Page & {
  driver_code?: string | undefined;
  mobile_number?: string | undefined;
  car_number?: string | undefined;
  removed?: 'true' | undefined;
};

/**
 * All current drivers, or all removed ones, or those of them whose code, mobile and car number begin with the input in
 * any usual spelling.
 */
export const listDrivers = async (db: Db, query: Query): Promise<{ rows: DriverSummary[]; count: number }> => {
  const [first, ...others] = searchPrefixes(query);
  const among = query.removed ? 'removed' : 'current';
  const all = query.removed ? pageOfRemoved : pageOfDrivers;
  const { rows, count } = first
    ? await searchDrivers(db, { among, prefixes: [first, ...others] }, query)
    : await all(db, query);
  return { rows: rows.map(summary), count };
};
