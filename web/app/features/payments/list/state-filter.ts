import {
  ALL_STATES,
  type Filter,
  PAYMENT_STATUS_LABELS,
  PAYMENT_STATUSES,
  type PaymentStatus,
  paymentList,
} from '@banbo/contract';

/** The states of a list that has all of them unless one is chosen. */
export const everyState: Filter = {
  ...paymentList.filters.status,
  choices: [
    { value: ALL_STATES, label: 'All states' },
    ...PAYMENT_STATUSES.map((value) => ({ value, label: PAYMENT_STATUS_LABELS[value] })),
  ],
};

/** The one state that a list is of, if it is of one. */
export const stateOf = (filter: string): PaymentStatus | undefined => PAYMENT_STATUSES.find((one) => one === filter);
