import type { DriverSummary, Page } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { summary } from './drivers.present.ts';
import { pageOfDrivers, searchDrivers } from './list-drivers.repo.ts';
import { searchPrefixes } from './search-prefixes.ts';

type Query = Page & {
  driver_code?: string | undefined;
  mobile_number?: string | undefined;
  car_number?: string | undefined;
};

/** All current drivers, or those whose code, mobile and car number begin as typed in any usual spelling. */
export const listDrivers = async (db: Db, query: Query): Promise<{ rows: DriverSummary[]; count: number }> => {
  const [first, ...others] = searchPrefixes(query);
  const { rows, count } = first ? await searchDrivers(db, [first, ...others], query) : await pageOfDrivers(db, query);
  return { rows: rows.map(summary), count };
};
