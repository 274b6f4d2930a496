import { getMemberStanding } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';

/** All that is paid and due for the car of the driver code, or with '' for the one that the member signed in with. */
export const standingQuery = (driverCode: string) =>
  queryOptions({
    queryKey: ['member', 'standing', driverCode],
    queryFn: ({ signal }) =>
      call(getMemberStanding, { query: driverCode === '' ? {} : { driver_code: driverCode }, signal }),
    // The member may come back from paying.
    staleTime: 0,
  });
