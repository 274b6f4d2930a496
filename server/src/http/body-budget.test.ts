import { expect, test } from 'vitest';
import { createBodyBudget } from './body-budget.ts';

test('there is no more room than the budget, and what is given back can be taken again', () => {
  const budget = createBodyBudget(10, 10);
  const giveBack = budget.take('a', 6);
  expect(budget.take('b', 5)).toBeNull();
  expect(budget.take('b', 4)).not.toBeNull();
  giveBack?.();
  expect(budget.take('c', 6)).not.toBeNull();
  expect(budget.take('c', 1)).toBeNull();
});

test('one sender has its share, and leaves the rest to others', () => {
  const budget = createBodyBudget(10, 4);
  expect(budget.take('a', 4)).not.toBeNull();
  expect(budget.take('a', 1)).toBeNull();
  expect(budget.take('b', 4)).not.toBeNull();
});

test('room that is given back twice counts once', () => {
  const budget = createBodyBudget(10, 10);
  const giveBack = budget.take('a', 5);
  budget.take('a', 5);
  giveBack?.();
  giveBack?.();
  expect(budget.take('b', 6)).toBeNull();
  expect(budget.take('b', 5)).not.toBeNull();
});
