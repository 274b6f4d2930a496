/** `submitted → cleared | rejected`; a cleared one may be `reversed`. */
export const PAYMENT_STATUSES = ['submitted', 'cleared', 'rejected', 'reversed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * One word for each state, the same for drivers and staff. No label says 'received': only cleared
 * money has been checked.
 */
export const PAYMENT_STATUS_LABELS = {
  submitted: 'Waiting',
  cleared: 'Cleared',
  rejected: 'Rejected',
  reversed: 'Reversed',
} as const satisfies Record<PaymentStatus, string>;

/** The label of `submitted` in places with room for the whole phrase. */
export const WAITING_TO_BE_CLEARED = 'Waiting to be cleared';

/** How money comes in. A public claim is always one of MoMo. */
export const PAYMENT_MODES = ['momo', 'cash', 'bank', 'cheque'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

export const PAYMENT_MODE_LABELS = {
  momo: 'MoMo',
  cash: 'Cash',
  bank: 'Bank transfer',
  cheque: 'Cheque',
} as const satisfies Record<PaymentMode, string>;
