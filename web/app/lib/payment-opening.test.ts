import { expect, test } from 'vitest';
import { PAYMENT_OPENING } from '../../test/builders/member.ts';
import { readPaymentOpening } from './payment-opening.ts';

test('a payment that was opened is read again after a reload', () => {
  expect(readPaymentOpening(structuredClone(PAYMENT_OPENING))).toEqual(PAYMENT_OPENING);
  expect(readPaymentOpening({ ...PAYMENT_OPENING, pricing: null })).toEqual({ ...PAYMENT_OPENING, pricing: null });
});

test('an opening of a version that named the pricing otherwise keeps its fields', () => {
  const { prefill, pricing: terms } = PAYMENT_OPENING;
  expect(readPaymentOpening({ prefill, terms })).toEqual({ prefill, pricing: null });
});

test.each([null, undefined, 7, 'payer', PAYMENT_OPENING.prefill, { prefill: { amount: 7 } }])(
  '%j opens nothing',
  (kept) => {
    expect(readPaymentOpening(kept)).toBeNull();
  },
);
