import { findPaymentType, getYearlyPrice, listYearlyPrices } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';
import { PRICES_KEY, TYPES_KEY } from '~/lib/payment-types.ts';

/** Where a missing price may be found. */
export const ALL_PRICES = { to: '/payment_list', label: 'See all yearly prices' };

export const priceQuery = (id: string) =>
  queryOptions({
    queryKey: [PRICES_KEY, 'one', id],
    queryFn: ({ signal }) => call(getYearlyPrice, { params: { id }, signal }),
  });

export const pricesOfYearQuery = (year: number) =>
  queryOptions({
    queryKey: [PRICES_KEY, 'of year', year],
    queryFn: ({ signal }) => call(listYearlyPrices, { query: { year }, signal }),
  });

/** The payment type of a code, with its description and whether it is priced by plan. */
export const typeByCodeQuery = (type_code: string) =>
  queryOptions({
    queryKey: [TYPES_KEY, 'by code', type_code],
    queryFn: ({ signal }) => call(findPaymentType, { body: { type_code }, signal }),
  });
