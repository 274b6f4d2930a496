import { type DriverSummary, driverList, type ListQuery, MAX_SEARCH_MATCHES } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { summary } from '../drivers.present.ts';
import { driversSql, idsBeginning } from './list-drivers.repo.ts';

/** All current drivers, or all removed ones, or those of them whose code, mobile and car number begin as typed in any usual spelling. */
export const driversSource: ListSource<ListQuery<typeof driverList>, DriverSummary> = listSource(
  driverList,
  driversSql,
  (rows) => rows.map(summary),
);

type Search = Partial<Record<'driver_code' | 'mobile_number' | 'car_number', string | undefined>>;

/** The ids of current drivers whose code, mobile and car number begin as typed; as many as the list of drivers counts. */
export const idsOfDrivers = (db: Db, search: Search): Promise<string[]> => idsBeginning(db, search, MAX_SEARCH_MATCHES);
