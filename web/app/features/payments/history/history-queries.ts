import { getPayingDriver, getPayment } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';

/** The driver of a code, for their payments. */
export const payingDriverQuery = (driver_code: string) =>
  queryOptions({
    queryKey: ['payments', 'driver', driver_code],
    queryFn: ({ signal }) => call(getPayingDriver, { params: { driver_code }, signal }),
  });

/** One payment. Its state may have been changed a moment ago, so it is asked for each time. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['payments', 'one', id],
    queryFn: ({ signal }) => call(getPayment, { params: { id }, signal }),
    staleTime: 0,
  });
