/** How money comes in. A public claim is always one of MoMo. */
export const PAYMENT_MODES = ['momo', 'cash', 'bank', 'cheque'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

export const PAYMENT_MODE_LABELS = {
  momo: 'MoMo',
  cash: 'Cash',
  bank: 'Bank transfer',
  cheque: 'Cheque',
} as const satisfies Record<PaymentMode, string>;
