import { paymentTypes } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';
import { TYPES_KEY } from '~/lib/payment-types.ts';

/** Where a missing type may be found. */
export const ALL_TYPES = { to: '/payment_types', label: 'See all payment types' };

export const paymentTypeQuery = (id: string) =>
  queryOptions({
    queryKey: [TYPES_KEY, 'one', id],
    queryFn: ({ signal }) => call(paymentTypes.show, { params: { id }, signal }),
  });

export const allTypesQuery = queryOptions({
  queryKey: [TYPES_KEY, 'all'],
  queryFn: ({ signal }) => call(paymentTypes.list, { signal }),
});
