import type { PlanFrom } from '@banbo/contract';
import { expect, test } from 'vitest';
import { plansInWords, untilInWords } from './plan-form.tsx';

const PLANS: readonly PlanFrom[] = [
  { plan: 'standard', from: '2026-09' },
  { plan: 'platinum', from: '2027-03' },
  { plan: 'monthly', from: '2027-06' },
];

test.each([
  [PLANS.slice(0, 1), 'Now: Standard.'],
  [PLANS, 'Now: Standard; Platinum from March 2027 on; Monthly Subscription from June 2027 on.'],
  [PLANS.slice(1, 2), 'Now: no plan; Platinum from March 2027 on.'],
  [[], 'No plan is agreed yet.'],
])('a driver’s plans of now and later are named', (plans, words) => {
  expect(plansInWords(plans, '2026-11')).toBe(words);
});

test.each([
  ['monthly', '2027-01', 'until March 2027, when Platinum begins'],
  ['platinum', '2027-01', 'until June 2027, when Monthly Subscription begins'],
  ['standard', '2027-03', 'until June 2027, when Monthly Subscription begins'],
  ['standard', '2027-06', null],
])('%s from %s holds until another one begins', (plan, from, words) => {
  expect(untilInWords(PLANS, { plan, from })).toBe(words);
});
