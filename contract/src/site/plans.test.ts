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

test('a month of a year without prices has none on any plan', () => {
  expect(subscriptionPrice(null, planPriceOf('platinum'))).toBeNull();
  expect(subscriptionPrice(null, null)).toBeNull();
});
