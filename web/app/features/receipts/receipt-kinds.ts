import { DEVICE_PAYMENT, REGISTRATION_FEE, SUBSCRIPTION } from '@banbo/contract';

/** The listings, which differ in the type they hold, their words, and whether they have a column for the month. */
export const RECEIPT_KINDS = {
  [REGISTRATION_FEE]: {
    title: 'Registration Fees',
    total: 'TOTAL REGISTRATION FEES',
    loading: 'Loading Registration Fees...',
    hasMonth: false,
  },
  [SUBSCRIPTION]: {
    title: 'Subscription Payments',
    total: 'TOTAL SUBSCRIPTION PAYMENTS',
    loading: 'Loading Subscription Payments...',
    hasMonth: true,
  },
  [DEVICE_PAYMENT]: {
    title: 'Device Payments',
    total: 'TOTAL DEVICE PAYMENTS',
    loading: 'Loading Device Payments...',
    hasMonth: false,
  },
} as const;

export type ReceiptKind = keyof typeof RECEIPT_KINDS;
