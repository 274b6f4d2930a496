import { expect, test } from 'vitest';
import { planPriceOf, planSubscriptionPrice, subscriptionPrice } from './plans.ts';

test.each([
  ['platinum', '1200.00'],
  ['standard', '800.00'],
  ['monthly', '320.00'],
  ['no such plan', '320.00'],
  [null, '320.00'],
])('a month of the plan %s costs %s when the list says 320.00', (plan, price) => {
  expect(subscriptionPrice('320.00', planPriceOf(plan))).toBe(price);
  expect(planSubscriptionPrice('320.00', plan)).toBe(price);
});

test('a gap in the list leaves a plan its own price', () => {
  expect(subscriptionPrice(null, planPriceOf('platinum'))).toBe('1200.00');
  expect(subscriptionPrice(null, null)).toBeNull();
});
