import { getSending } from '@banbo/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';

const REFRESH_MS = 15_000;

export const sendingQuery = queryOptions({
  queryKey: ['outbox', 'sending'],
  queryFn: ({ signal }) => call(getSending, { signal }),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});

/** Asks anew for the outbox and all that is said of sending. */
export const refreshOutbox = (queries: QueryClient): Promise<unknown> =>
  queries.invalidateQueries({ queryKey: ['outbox'] });
