import { DEVICE_PAYMENT, REGISTRATION_FEE, SUBSCRIPTION } from '@banbo/contract';

/** The lists of payments of one type: the address of each, and what differs between them. */
export const FEE_LISTS = {
  registration_fees: {
    type: REGISTRATION_FEE,
    title: 'Registration Fees',
    total: 'TOTAL REGISTRATION FEES',
    loading: 'Loading Registration Fees...',
    isMonthly: false,
  },
  subscriptions: {
    type: SUBSCRIPTION,
    title: 'Subscription Payments',
    total: 'TOTAL SUBSCRIPTION PAYMENTS',
    loading: 'Loading Subscription Payments...',
    isMonthly: true,
  },
  device_payments: {
    type: DEVICE_PAYMENT,
    title: 'Device Payments',
    total: 'TOTAL DEVICE PAYMENTS',
    loading: 'Loading Device Payments...',
    isMonthly: false,
  },
} as const;

export type FeeListName = keyof typeof FEE_LISTS;
export type FeeList = (typeof FEE_LISTS)[FeeListName];
