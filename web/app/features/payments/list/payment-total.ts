import { groupThousands, PAYMENT_STATUS_LABELS, type PaymentStatus, WAITING_TO_BE_CLEARED } from '@banbo/contract';

type Totals = { amount: string | null; waiting: string | null };

const labelOf = (total: string, status: PaymentStatus | undefined): string => {
  if (status === undefined || status === 'cleared') return total;
  return status === 'submitted' ? WAITING_TO_BE_CLEARED : PAYMENT_STATUS_LABELS[status];
};

/**
 * The last row of a payment list: what the listed rows add up to under its own name. Only cleared money is the TOTAL; in the
 * list of all that stands, claims that wait are beside it and no part of it. `total` names the list's cleared money.
 */
export const paymentTotal = (total: string, status: PaymentStatus | undefined, totals: Totals | undefined) => {
  const waiting = status === undefined ? (totals?.waiting ?? '0.00') : '0.00';
  return {
    label: labelOf(total, status),
    value: groupThousands(totals?.amount ?? '0.00'),
    beside: waiting === '0.00' ? null : { label: WAITING_TO_BE_CLEARED, value: groupThousands(waiting) },
  };
};
