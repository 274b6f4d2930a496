import { expect, test } from 'vitest';
import { stillToSend } from './standing-parts.tsx';

const fee = (amount: string, waiting: string, missing = amount) => ({
  payment_type: 'SS',
  description: 'MONTHLY SUBSCRIPTION',
  payment_year: 2026,
  payment_month: 'NOVEMBER',
  amount,
  paid: '0.00',
  missing,
  waiting,
});

test('what waits for a fee is not asked for again, and too much for one lessens no other', () => {
  expect(stillToSend({ due: [fee('200.00', '200.00'), fee('2700.00', '0.00')] })).toBe('2700.00');
  expect(stillToSend({ due: [fee('200.00', '50.00'), fee('300.00', '900.00')] })).toBe('150.00');
  expect(stillToSend({ due: [fee('200.00', '300.00')] })).toBe('0.00');
  expect(stillToSend({ due: [fee('817.33', '217.33', '717.33')] })).toBe('500.00');
});
