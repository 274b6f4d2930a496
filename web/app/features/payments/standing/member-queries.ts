import { formatPaidMonth, getMemberStanding, listOwnPayments } from '@banbo/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callList } from '~/lib/api.ts';

export const standingQuery = queryOptions({
  queryKey: ['member', 'standing'],
  queryFn: ({ signal }) => call(getMemberStanding, { signal }),
  // The member may come back from paying.
  staleTime: 0,
});

export const ownPaymentsQuery = (page: number, size: number) =>
  queryOptions({
    queryKey: ['member', 'payments', { page, size }],
    queryFn: ({ signal }) => callList(listOwnPayments, { query: { page, size }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

type Fee = { description: string; payment_month: string | null; payment_year: number | null };

/** Names what was or is to be paid: `MONTHLY SUBSCRIPTION, October 2026`. */
export const feeName = (fee: Fee): string =>
  [fee.description, formatPaidMonth(fee)].filter((part) => part !== '').join(', ');
