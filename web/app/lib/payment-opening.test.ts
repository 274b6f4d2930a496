import { expect, test } from 'vitest';
import { readPaymentOpening } from './payment-opening.ts';

const OPENING = {
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
};

test('a payment that was opened is read again after a reload', () => {
  expect(readPaymentOpening(structuredClone(OPENING))).toEqual(OPENING);
  expect(readPaymentOpening({ ...OPENING, pricing: null })).toEqual({ ...OPENING, pricing: null });
});

test('an opening of a version that named the pricing otherwise keeps its fields', () => {
  const { prefill, pricing: terms } = OPENING;
  expect(readPaymentOpening({ prefill, terms })).toEqual({ prefill, pricing: null });
});

test.each([null, undefined, 7, 'payer', OPENING.prefill, { prefill: { amount: 7 } }])('%j opens nothing', (kept) => {
  expect(readPaymentOpening(kept)).toBeNull();
});
