import { listPaymentTypes, paymentTypes } from '@banbo/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from './api.ts';
import { useLive } from './live/use-live.ts';

/** Stands first in the keys of all that is read of payment types, as in their list's. */
export const TYPES_KEY = paymentTypes.words.many;
/** Stands first in the keys of all that is read of yearly prices. */
export const PRICES_KEY = 'payment_list';

/** The types that drivers pay, which all screens of the office share. */
export const driversTypesQuery = queryOptions({
  queryKey: [TYPES_KEY, 'drivers'],
  queryFn: ({ signal }) => call(listPaymentTypes, { query: { side: 'drivers' }, signal }),
});

/** Drops what was read of types and prices as soon as anybody changes one; what is shown is read anew. */
export const useCurrentPrices = (): void => {
  const queries = useQueryClient();
  useLive(['prices'], () =>
    Promise.all([TYPES_KEY, PRICES_KEY].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  );
};
