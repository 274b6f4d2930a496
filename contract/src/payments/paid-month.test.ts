import { expect, test } from 'vitest';
import { formatPaidMonth } from './paid-month.ts';

test('a subscription says its month, long or short', () => {
  const paid = { payment_year: 2026, payment_month: 'NOVEMBER' };
  expect(formatPaidMonth(paid)).toBe('November 2026');
  expect(formatPaidMonth(paid, { short: true })).toBe('Nov 2026');
});

test('a fee that is not paid by month says none', () => {
  expect(formatPaidMonth({ payment_year: null, payment_month: null })).toBe('');
  expect(formatPaidMonth({})).toBe('');
});
