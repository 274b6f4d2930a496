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

/** The two sides of the business: what drivers pay, and what land brings in. */
export const PAYER_SIDES = ['drivers', 'land'] as const;
export type PayerSide = (typeof PAYER_SIDES)[number];

/** How money comes in. A public claim is always one of MoMo. */
export const PAYMENT_MODES = ['momo', 'cash', 'bank', 'cheque'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

export const PAYMENT_MODE_LABELS = {
  momo: 'MoMo',
  cash: 'Cash',
  bank: 'Bank transfer',
  cheque: 'Cheque',
} as const satisfies Record<PaymentMode, string>;

/**
 * Why a cleared payment is reversed. For another car, its money stays and is placed anew; given
 * back, and where it never came, the money is no longer the company's.
 */
export type ReversalCause = 'wrong_car' | 'given_back' | 'never_came';

/** The causes that a person reverses for; money is given back by a refund. */
export const CHOSEN_CAUSES = ['wrong_car', 'never_came'] as const satisfies readonly ReversalCause[];
export type ChosenCause = (typeof CHOSEN_CAUSES)[number];

export const REVERSAL_CAUSE_LABELS = {
  wrong_car: 'Wrong car or fee',
  given_back: 'Money given back',
  never_came: 'Money never came',
} as const satisfies Record<ReversalCause, string>;

/** The reason of a reversal as it is kept and shown: `Money given back: he paid twice`. */
export const reversalInWords = (cause: ReversalCause, reason: string): string =>
  `${REVERSAL_CAUSE_LABELS[cause]}: ${reason}`;
