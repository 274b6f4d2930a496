import { getOfficeCounts } from '@banbo/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { read, refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';

const countsQuery = queryOptions({
  ...read(getOfficeCounts, {}),
  staleTime: 60_000,
});

/** How much waits behind the menu's items, by their path; nothing while it is not known. */
export const useOfficeCounts = (): Readonly<Record<string, number>> => {
  useLive(['claims', 'drivers', 'contact_messages'], () => refresh(getOfficeCounts));
  return useQuery(countsQuery).data?.counts ?? {};
};
