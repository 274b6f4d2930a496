import { clearanceFigures, showClearance } from '@banbo/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';

/** Cases come and go while somebody looks at them. */
export const REFRESH_MS = 15_000;

export const figuresQuery = queryOptions({
  queryKey: ['clearance', 'figures'],
  queryFn: ({ signal }) => call(clearanceFigures, { signal }),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});

export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: ['clearance', 'case', id],
    queryFn: ({ signal }) => call(showClearance, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });

/** Asks anew for all that a decision may have changed. */
export const refreshAfterDecision = (queries: QueryClient): Promise<unknown> =>
  Promise.all([['clearance'], ['payments'], ['dashboard']].map((queryKey) => queries.invalidateQueries({ queryKey })));
