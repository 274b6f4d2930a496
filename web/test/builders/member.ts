import type { MemberStanding } from '@banbo/contract';

/** A member without debts or waiting claims, unless told otherwise. */
export const standingOf = (given: Partial<MemberStanding> = {}): MemberStanding => ({
  user: '7',
  fullname: 'AMA MENSAH',
  driver_code: 'DRV0000017',
  car_number: 'GR 2-11',
  mobile_number: '+233240000001',
  paid: '200.00',
  waiting: '0.00',
  due_total: '0.00',
  due: [],
  unpriced_years: [],
  credit: '0.00',
  owed: '0.00',
  covered: [],
  brought_until: null,
  next_due: null,
  plans: [],
  first_month: '2026-11',
  ...given,
});

/** A month's subscription that the member owes and that no payment waits for. */
export const SUBSCRIPTION_DUE: MemberStanding['due'][number] = {
  payment_type: 'SS',
  description: 'MONTHLY SUBSCRIPTION',
  payment_year: 2026,
  payment_month: 'NOVEMBER',
  amount: '1200.00',
  paid: '0.00',
  missing: '1200.00',
  waiting: '0.00',
};

/** The payment form as it opens for that member and that month. */
export const PAYMENT_OPENING = {
  prefill: {
    driver_code: 'DRV0000017',
    car_number: 'GR 2-11',
    fullname: 'AMA MENSAH',
    mobile_number: '+233240000001',
    payment_type: 'SS',
    payment_year: '2026',
    payment_month: 'NOVEMBER',
    amount: '1200.00',
  },
  pricing: { plans: [{ plan: 'platinum' as const, from: '2026-11' }], first_month: '2026-11' },
};
