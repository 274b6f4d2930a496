import { expect, test } from 'vitest';
import { bodyOfExpense, checkExpenseForm, isAboveLimit, newExpense, taxesOfForm } from './expense-values.ts';

const FUEL = {
  ...newExpense('2026-11-02'),
  ...{ payee: 'Goil', kind: '5090', paid_from: '1010', amount: '1,200', tax: 'included', description: 'Fuel' },
};

const VAT = { name: 'VAT', rate: '15.00', on_levies: false, is_reclaimable: true };
const NHIL = { ...VAT, name: 'NHIL', rate: '5.00', is_reclaimable: false };
const TERMS = { taxes: [{ from: '2026-01-01', taxes: [NHIL, VAT] }], reclaims_input_tax: true };

test('an amount is read as people write it, and each missing field says so', () => {
  expect(bodyOfExpense(FUEL).amount).toBe('1200.00');
  expect(checkExpenseForm(FUEL)).toEqual({});
  expect(Object.keys(checkExpenseForm(newExpense('2026-11-02')))).toEqual([
    ...['payee', 'kind', 'paid_from', 'amount', 'description'],
  ]);
  for (const amount of ['', 'much'])
    expect(checkExpenseForm({ ...FUEL, amount })).toEqual({ amount: 'Please enter the amount, like 300.00.' });
  expect(checkExpenseForm({ ...FUEL, amount: '0' })).toEqual({ amount: 'The amount must be more than 0.00.' });
});

test('the taxes of a form are shown with what is cost and what is reclaimed', () => {
  expect(taxesOfForm(FUEL, TERMS)).toEqual({
    net: '1000.00',
    taxes: [
      { name: 'NHIL', rate: '5.00', amount: '50.00', isReclaimed: false },
      { name: 'VAT', rate: '15.00', amount: '150.00', isReclaimed: true },
    ],
    ...{ cost: '1050.00', reclaimed: '150.00' },
  });
  expect(taxesOfForm(FUEL, { ...TERMS, reclaims_input_tax: false })).toMatchObject({ cost: '1200.00' });
  expect(taxesOfForm({ ...FUEL, tax: 'none' }, TERMS)).toBeNull();
  expect(taxesOfForm({ ...FUEL, amount: 'much' }, TERMS)).toBeNull();
  expect(taxesOfForm({ ...FUEL, day: '2025-12-31' }, TERMS)).toMatch(/none for this day/);
});

test('a person above the limit is told of the second one before it is sent', () => {
  expect([isAboveLimit('500.00', { limit: '500.00' }), isAboveLimit('500.01', { limit: '500.00' })]).toEqual([
    ...[false, true],
  ]);
});
