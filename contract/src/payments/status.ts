/** `submitted → cleared | rejected`; a cleared one may be `reversed`. */
export const PAYMENT_STATUSES = ['submitted', 'cleared', 'rejected', 'reversed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** One word a state, the same to drivers and staff. Money is never called received: only cleared money has been checked. */
export const PAYMENT_STATUS_LABELS = {
  submitted: 'Waiting',
  cleared: 'Cleared',
  rejected: 'Rejected',
  reversed: 'Reversed',
} as const satisfies Record<PaymentStatus, string>;

/** The label of `submitted` where there is room to say for what. */
export const WAITING_TO_BE_CLEARED = 'Waiting to be cleared';
