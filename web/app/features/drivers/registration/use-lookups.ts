import { listIdentifications, listNationalities } from '@banbo/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';

// Asked without network too: the service worker may hold the last answer.
const networkMode = 'offlineFirst';

const nationalities = queryOptions({
  queryKey: ['nationality'],
  queryFn: ({ signal }) => call(listNationalities, { signal }),
  networkMode,
});
const identifications = queryOptions({
  queryKey: ['identification'],
  queryFn: ({ signal }) => call(listIdentifications, { signal }),
  networkMode,
});

type Lookup = {
  choices: string[];
  status: 'pending' | 'error' | 'success';
  trouble: string | undefined;
  onRetry: () => void;
};

export const useNationalities = (): Lookup => {
  const { data = [], status, error, refetch } = useQuery(nationalities);
  return {
    choices: data.map((row) => row.nationality),
    status,
    trouble: error?.message,
    onRetry: () => void refetch(),
  };
};

export const useIdentifications = (): Lookup => {
  const { data = [], status, error, refetch } = useQuery(identifications);
  return {
    choices: data.map((row) => row.identification),
    status,
    trouble: error?.message,
    onRetry: () => void refetch(),
  };
};
