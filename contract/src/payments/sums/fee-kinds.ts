import { defaultedFilter } from '../../common/lists/filters.ts';
import { DEVICE_PAYMENT, REGISTRATION_FEE, SUBSCRIPTION } from '../../prices/specified-types.ts';

/** The kinds of payments that have a list each, named as its page is. */
export const FEE_KINDS = ['registration_fees', 'subscriptions', 'device_payments'] as const;
export type FeeKind = (typeof FEE_KINDS)[number];

/** The payment type of each kind, and the name of its list. */
export const FEES: Readonly<Record<FeeKind, { type: string; title: string }>> = {
  registration_fees: { type: REGISTRATION_FEE, title: 'Registration Fees' },
  subscriptions: { type: SUBSCRIPTION, title: 'Subscription Payments' },
  device_payments: { type: DEVICE_PAYMENT, title: 'Device Payments' },
};

export const kindFilter = defaultedFilter('Payments', FEE_KINDS, (kind) => FEES[kind].title);
