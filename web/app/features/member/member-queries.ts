import { getMemberStanding, listOwnPayments } from '@banbo/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callList } from '~/lib/api.ts';

export const standingQuery = queryOptions({
  queryKey: ['member', 'standing'],
  queryFn: ({ signal }) => call(getMemberStanding, { signal }),
  staleTime: 30_000,
});

export const ownPaymentsQuery = (page: number, size: number) =>
  queryOptions({
    queryKey: ['member', 'payments', { page, size }],
    queryFn: ({ signal }) => callList(listOwnPayments, { query: { page, size }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

type Fee = { description: string; payment_month: string | null; payment_year: number | null };

/** What was or is to be paid, in words: `MONTHLY SUBSCRIPTION, OCTOBER 2026`. */
export const feeName = ({ description, payment_month, payment_year }: Fee): string =>
  payment_month && payment_year ? `${description}, ${payment_month} ${payment_year}` : description;
