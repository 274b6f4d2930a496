import { getPayingDriver, getPayment } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { read } from '~/lib/query-client.ts';

/** The driver of a code, for their payments. */
export const payingDriverQuery = (driver_code: string) => read(getPayingDriver, { params: { driver_code } });

/** One payment. Its state may have been changed a moment ago, so it is asked for each time. */
export const paymentQuery = (id: string) =>
  queryOptions({
    ...read(getPayment, { params: { id } }),
    staleTime: 0,
  });
