import { getStatement } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { lookAtImport } from '~/components/table-import/look-at-import.ts';
import { read } from '~/lib/query-client.ts';

export const statementQuery = (id: string) =>
  queryOptions({
    ...read(getStatement, { params: { id } }),
    staleTime: 0,
    refetchInterval: lookAtImport,
  });
