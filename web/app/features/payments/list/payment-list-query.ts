import { listPayments, PAYMENT_STATUSES, type PaymentStatus } from '@banbo/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callList } from '~/lib/api.ts';
import type { PaymentListName } from './payment-lists.ts';

/** A status out of the address, or none. */
export const asStatus = (text: string): PaymentStatus | undefined => PAYMENT_STATUSES.find((status) => status === text);

type Asked = { kind: PaymentListName; status: PaymentStatus | undefined; page: number; size: number };

export const paymentListQuery = ({ kind, status, page, size }: Asked) =>
  queryOptions({
    queryKey: ['payments', 'list', { kind, status, page, size }],
    queryFn: ({ signal }) =>
      callList(listPayments, { query: { payment_type: kind, page, size, ...(status && { status }) }, signal }),
    placeholderData: keepPreviousData,
  });
