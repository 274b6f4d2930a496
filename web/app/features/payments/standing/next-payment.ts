import type { MemberStanding } from '@banbo/contract';
import type { PaymentOpening } from '~/lib/payment-opening.ts';

/**
 * The payment form as 'Pay now' opens it: the member, and of what is due the first fee that no claim waits for, so that
 * nobody types what their page has just shown.
 */
export const nextPayment = (standing: MemberStanding): PaymentOpening => {
  const { driver_code, car_number, fullname, mobile_number, plans, first_month, due } = standing;
  const next = due.find(({ waiting }) => waiting === '0.00') ?? due[0];
  return {
    prefill: {
      driver_code,
      car_number,
      fullname,
      mobile_number,
      payment_type: next?.payment_type ?? '',
      payment_year: String(next?.payment_year ?? ''),
      payment_month: next?.payment_month ?? '',
      amount: next?.amount ?? '',
    },
    pricing: { plans, first_month },
  };
};
