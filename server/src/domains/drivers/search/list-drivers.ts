import { type DriverSummary, driverList, type ListQuery } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { summary } from '../drivers.present.ts';
import { driversSql } from './list-drivers.repo.ts';
import { SEARCH_PREFIXES } from './search-prefixes.ts';

/** All current drivers, or all removed ones, or those of them whose code, mobile and car number begin as typed in any usual spelling. */
export const driversSource: ListSource<ListQuery<typeof driverList>, DriverSummary> = listSource(
  driverList,
  driversSql(SEARCH_PREFIXES),
  (rows) => rows.map(summary),
);
