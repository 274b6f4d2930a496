import { getDriverImport } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { LOOK_MS, lookAtImport } from '~/components/table-import/look-at-import.ts';
import { call } from '~/lib/api.ts';

export const driverImportQuery = (id: string) =>
  queryOptions({
    queryKey: ['driver-imports', 'one', id],
    queryFn: ({ signal }) => call(getDriverImport, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.taken_back?.status === 'running' ? LOOK_MS : lookAtImport(query)),
  });
