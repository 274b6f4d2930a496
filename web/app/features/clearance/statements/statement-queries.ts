import { getStatement } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';

/** Milliseconds between two looks at an import that runs. */
const LOOK_MS = 1_500;

export const statementQuery = (id: string) =>
  queryOptions({
    queryKey: ['statements', 'one', id],
    queryFn: ({ signal }) => call(getStatement, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'importing' ? LOOK_MS : false),
  });
