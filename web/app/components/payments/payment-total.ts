import {
  groupThousands,
  PAYMENT_STATUS_LABELS,
  PAYMENT_STATUSES,
  type PaymentStatus,
  WAITING_TO_BE_CLEARED,
} from '@banbo/contract';

type Totals = { amount: string | null; waiting: string | null };

const labelOf = (total: string, status: PaymentStatus | undefined): string => {
  if (status === undefined || status === 'cleared') return total;
  return status === 'submitted' ? WAITING_TO_BE_CLEARED : PAYMENT_STATUS_LABELS[status];
};

/**
 * The last row of a payment list: the sum of its rows. `total` names the sum of cleared money; the
 * list of all states shows the sum that waits beside it.
 */
export const paymentTotal = (total: string, status: PaymentStatus | undefined, totals: Totals | undefined) => {
  const waiting = status === undefined ? (totals?.waiting ?? '0.00') : '0.00';
  return {
    label: labelOf(total, status),
    value: groupThousands(totals?.amount ?? '0.00'),
    beside: waiting === '0.00' ? null : { label: WAITING_TO_BE_CLEARED, value: groupThousands(waiting) },
  };
};

/** The state of a list's filter, if it is one state. */
export const stateOf = (filter: string): PaymentStatus | undefined => PAYMENT_STATUSES.find((one) => one === filter);
