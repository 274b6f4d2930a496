import { getStatement } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { lookAtImport } from '~/components/table-import/look-at-import.ts';
import { call } from '~/lib/api.ts';

export const statementQuery = (id: string) =>
  queryOptions({
    queryKey: ['statements', 'one', id],
    queryFn: ({ signal }) => call(getStatement, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: lookAtImport,
  });
