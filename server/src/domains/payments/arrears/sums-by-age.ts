import { ARREARS_AGES, fromPesewas } from '@banbo/contract';
import type { Debt } from './owed.ts';

const sumOf = (debts: readonly Debt[]) => ({
  count: debts.length,
  amount: fromPesewas(debts.reduce((sum, { total }) => sum + total, 0n)),
});

/** How many drivers owe something and how much, in all and by age. */
export const sumsByAge = (debts: readonly Debt[]) => ({
  all: sumOf(debts),
  ages: ARREARS_AGES.map((age) => ({ age, ...sumOf(debts.filter((one) => one.age === age)) })),
});
