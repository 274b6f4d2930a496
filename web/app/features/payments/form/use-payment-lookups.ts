import { listPaymentList, listPaymentTypes } from '@banbo/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';
import { soon } from '~/lib/time-limit.ts';

// Asked without network too: the service worker may hold the last answer.
const networkMode = 'offlineFirst';

const types = queryOptions({
  queryKey: ['payment_types', 'drivers'],
  queryFn: ({ signal }) => call(listPaymentTypes, { query: { side: 'drivers' }, signal }),
  networkMode,
});
const prices = queryOptions({
  queryKey: ['payment_list', 'all years'],
  queryFn: ({ signal }) => call(listPaymentList, { signal }),
  networkMode,
});

/** The payment types for drivers, from the server. */
export const usePaymentTypes = () => {
  const { data = [], status, error, refetch } = useQuery(types);
  return { types: data, status, trouble: error?.message, onRetry: () => void refetch() };
};

/**
 * All years' prices: `listed` is undefined until they come, and until then the amount is simply not filled in. `awaited` gives
 * them once they are there, or undefined where they do not come soon.
 */
export const usePrices = () => {
  const queries = useQueryClient();
  const { data: listed } = useQuery(prices);
  return { listed, awaited: async () => (await soon(queries.ensureQueryData(prices))) ?? undefined };
};
