import { clearanceFigures, showClearance } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { read } from '~/lib/query-client.ts';

/** Cases come and go while somebody looks at them. */
export const REFRESH_MS = 15_000;

export const figuresQuery = queryOptions({
  ...read(clearanceFigures, {}),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});

export const caseQuery = (id: string) =>
  queryOptions({
    ...read(showClearance, { params: { id } }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
