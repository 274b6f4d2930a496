import { expect, test } from 'vitest';
import { PAYMENT_OPENING, SUBSCRIPTION_DUE, standingOf } from '../../../../test/builders/member.ts';
import { nextPayment } from './standing-parts.tsx';

const DEVICE_WAITING = {
  payment_type: 'DP',
  description: 'DEVICE PAYMENT',
  payment_year: null,
  payment_month: null,
  amount: '1500.00',
  paid: '0.00',
  missing: '1500.00',
  waiting: '1500.00',
};

const openingWith = (due: ReturnType<typeof standingOf>['due']) =>
  nextPayment(standingOf({ waiting: '1500.00', due, plans: PAYMENT_OPENING.pricing.plans }));

test('the form opens with the member and the first fee that nothing waits for', () => {
  expect(openingWith([DEVICE_WAITING, SUBSCRIPTION_DUE])).toEqual(PAYMENT_OPENING);
});

test('of a fee that is paid in part the form opens with the missing rest', () => {
  const part = { ...SUBSCRIPTION_DUE, paid: '200.00', missing: '1000.00' };
  expect(openingWith([part]).prefill.amount).toBe('1000.00');
  expect(openingWith([part]).missing).toBe('1000.00');
  expect(openingWith([SUBSCRIPTION_DUE]).missing).toBeUndefined();
});

test('where something waits for every fee, the oldest is offered', () => {
  expect(openingWith([DEVICE_WAITING]).prefill).toMatchObject({ payment_type: 'DP', payment_month: '' });
});
