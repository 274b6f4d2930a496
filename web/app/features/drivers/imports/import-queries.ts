import { getDriverImport } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { LOOK_MS, lookAtImport } from '~/components/table-import/look-at-import.ts';
import { read } from '~/lib/query-client.ts';

export const driverImportQuery = (id: string) =>
  queryOptions({
    ...read(getDriverImport, { params: { id } }),
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.taken_back?.status === 'running' ? LOOK_MS : lookAtImport(query)),
  });
