/** `submitted → cleared | rejected`; a cleared one may be `reversed`. */
export const PAYMENT_STATUSES = ['submitted', 'cleared', 'rejected', 'reversed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * One word for each state, the same for drivers and staff. No label says 'received': only cleared money has been
 * checked.
 */
export const PAYMENT_STATUS_LABELS = {
  submitted: 'Waiting',
  cleared: 'Cleared',
  rejected: 'Rejected',
  reversed: 'Reversed',
} as const satisfies Record<PaymentStatus, string>;

/** The label of `submitted` in places with room for the whole phrase. */
export const WAITING_TO_BE_CLEARED = 'Waiting to be cleared';
