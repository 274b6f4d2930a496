import { expect, test } from 'vitest';
import { dueFrom, feeMoneyText } from './fee-money.ts';

const FEE = { price: '800.00', paid: '100.00', missing: '700.00', due_from: null };

test.each([
  [FEE, 'The fee costs 800.00; 100.00 is held towards it, and 700.00 is missing.'],
  [{ ...FEE, paid: '0.00', missing: '800.00' }, 'The fee costs 800.00; 800.00 is missing.'],
  [{ ...FEE, due_from: '2026-12-01' }, 'The fee costs 800.00, due from 1 Dec 2026; 100.00 is held towards it.'],
  [{ ...FEE, paid: '0.00', due_from: '2026-12-01' }, 'The fee costs 800.00, due from 1 Dec 2026.'],
  [{ ...FEE, price: null, missing: null }, 'The fee has no price yet, so money for it is credit until there is one.'],
])('%j in a sentence', (money, text) => {
  expect(feeMoneyText(money)).toBe(text);
});

test.each([
  [2026, 'DECEMBER', '2026-12-01'],
  [2027, 1, '2027-01-01'],
  [2026, 'NOVEMBER', null],
  [2026, 1, null],
  [null, null, null],
])('on 23 November 2026 %s %s is due from %s', (payment_year, payment_month, day) => {
  expect(dueFrom({ payment_year, payment_month }, '2026-11-23')).toBe(day);
});
