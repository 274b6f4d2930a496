import { DEVICE_PAYMENT, REGISTRATION_FEE, SUBSCRIPTION } from '@banbo/contract';

/** The listings that differ only in their payment type, their title and total label. */
export const PAYMENT_LISTS = {
  [REGISTRATION_FEE]: {
    title: 'Registration Fees',
    total: 'TOTAL REGISTRATION FEES',
    loading: 'Loading Registration Fees...',
  },
  [SUBSCRIPTION]: {
    title: 'Subscription Payments',
    total: 'TOTAL SUBSCRIPTION PAYMENTS',
    loading: 'Loading Subscription Payments...',
  },
  [DEVICE_PAYMENT]: {
    title: 'Device Payments',
    total: 'TOTAL DEVICE PAYMENTS',
    loading: 'Loading Device Payments...',
  },
} as const;

export type PaymentListName = keyof typeof PAYMENT_LISTS;
