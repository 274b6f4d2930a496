import { getMemberStanding } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';

export const standingQuery = queryOptions({
  queryKey: ['member', 'standing'],
  queryFn: ({ signal }) => call(getMemberStanding, { signal }),
  // The member may come back from paying.
  staleTime: 0,
});
