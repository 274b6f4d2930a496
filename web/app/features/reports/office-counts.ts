import { getOfficeCounts } from '@banbo/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';
import { useLive } from '~/lib/live/use-live.ts';

const countsQuery = queryOptions({
  queryKey: ['office counts'],
  queryFn: ({ signal }) => call(getOfficeCounts, { signal }),
  staleTime: 60_000,
});

/** How much waits behind the menu's items, by their path; nothing while it is not known. */
export const useOfficeCounts = (): Readonly<Record<string, number>> => {
  const queries = useQueryClient();
  useLive(['claims', 'drivers', 'contact_messages'], () => queries.invalidateQueries(countsQuery));
  return useQuery(countsQuery).data?.counts ?? {};
};
