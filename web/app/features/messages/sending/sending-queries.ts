import { getSending } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { read } from '~/lib/query-client.ts';

const REFRESH_MS = 15_000;

export const sendingQuery = queryOptions({
  ...read(getSending, {}),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});
