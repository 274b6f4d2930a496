import { expect, test } from 'vitest';
import { EMPTY_PAYMENT } from './payment-values.ts';
import { oldMonth } from './use-payment.ts';

const TYPES = [
  { type_code: 'RF', period: 'once', required_type: null },
  { type_code: 'SS', period: 'monthly', required_type: 'RF' },
] as const;
const PRICING = { plans: [], first_month: '2026-11' };
const paying = (payment_year: string, payment_month: string) => ({
  ...EMPTY_PAYMENT,
  payment_type: 'SS',
  payment_year,
  payment_month,
});

test.each([
  ['2024', 'JANUARY', 'January 2024'],
  ['2026', 'OCTOBER', 'October 2026'],
  ['2026', 'NOVEMBER', null],
  ['2026', 'DECEMBER', null],
  ['2027', 'JANUARY', null],
])('of a driver who registered in November 2026, the month %s %s is doubted as %s', (year, month, doubted) => {
  expect(oldMonth(paying(year, month), TYPES, PRICING)).toBe(doubted);
});

test('nothing is doubted of a fee without a month, or of a driver who was not looked up', () => {
  expect(oldMonth({ ...paying('2024', 'JANUARY'), payment_type: 'RF' }, TYPES, PRICING)).toBeNull();
  expect(oldMonth(paying('2024', 'JANUARY'), TYPES, null)).toBeNull();
});
