import type { MemberStanding } from '@banbo/contract';
import { expect, test } from 'vitest';
import { nextPayment } from './next-payment.ts';

const STANDING: MemberStanding = {
  user: '7',
  fullname: 'AMA MENSAH',
  driver_code: 'DRV0000017',
  car_number: 'GR 2-11',
  mobile_number: '+233240000001',
  paid: '200.00',
  waiting: '1500.00',
  due_total: '2700.00',
  due: [
    {
      payment_type: 'DP',
      description: 'DEVICE PAYMENT',
      payment_year: null,
      payment_month: null,
      amount: '1500.00',
      waiting: '1500.00',
    },
    {
      payment_type: 'SS',
      description: 'MONTHLY SUBSCRIPTION',
      payment_year: 2026,
      payment_month: 'NOVEMBER',
      amount: '1200.00',
      waiting: '0.00',
    },
  ],
  unpriced_years: [],
  plan_price: '1200.00',
  first_month: '2026-11',
};

test('the form opens with the member and the first fee that nothing waits for', () => {
  expect(nextPayment(STANDING)).toEqual({
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
    pricing: { plan_price: '1200.00', first_month: '2026-11' },
  });
});

test('where something waits for every fee, the oldest is offered', () => {
  const due = STANDING.due.slice(0, 1);
  expect(nextPayment({ ...STANDING, due }).prefill).toMatchObject({ payment_type: 'DP', payment_month: '' });
});
