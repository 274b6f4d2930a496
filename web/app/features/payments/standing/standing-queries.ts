import { getDriverStanding } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';

export const driverStandingQuery = (id: string) =>
  queryOptions({
    queryKey: ['drivers', 'standing', id],
    queryFn: ({ signal }) => call(getDriverStanding, { params: { id }, signal }),
    // Payments are cleared all the time.
    staleTime: 0,
  });
