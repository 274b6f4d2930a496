import { expect, test } from 'vitest';
import { paymentTotal } from './payment-total.ts';

const TOTALS = { amount: '11450.00', waiting: '12600.00' };

test('cleared money is the total, and what waits stands beside it', () => {
  expect(paymentTotal('TOTAL REGISTRATION FEES', undefined, TOTALS)).toEqual({
    label: 'TOTAL REGISTRATION FEES',
    value: '11,450.00',
    beside: { label: 'Waiting to be cleared', value: '12,600.00' },
  });
});

test.each([
  ['submitted', 'Waiting to be cleared'],
  ['cleared', 'TOTAL REGISTRATION FEES'],
  ['rejected', 'Rejected'],
  ['reversed', 'Reversed'],
] as const)('a list of those %s says what they add up to as %s, and nothing beside it', (status, label) => {
  expect(paymentTotal('TOTAL REGISTRATION FEES', status, TOTALS)).toEqual({ label, value: '11,450.00', beside: null });
});
