import { getDriverStanding } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { read } from './query-client.ts';

/** A driver's payments and debts, never kept, since colleagues clear payments all the time. */
export const driverStandingQuery = (id: string) =>
  queryOptions({ ...read(getDriverStanding, { params: { id } }), staleTime: 0 });
