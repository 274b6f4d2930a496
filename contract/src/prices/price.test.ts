import { expect, test } from 'vitest';
import { type PlanFrom, planIn } from './plans.ts';
import {
  DEFAULT_PRICES,
  feesOn,
  formatMonthlyPrice,
  type LandPrice,
  landPriceIn,
  type Price,
  priceIn,
} from './price.ts';

const PRICES: readonly Price[] = [
  { type_code: 'RF', plan: null, amount: '210.00' },
  { type_code: 'SS', plan: 'monthly', amount: '320.00' },
  { type_code: 'SS', plan: 'platinum', amount: '1250.00' },
];

test.each([
  ['platinum', '1250.00'],
  ['monthly', '320.00'],
  ['no such plan', '320.00'],
  [null, '320.00'],
  ['standard', null],
])('a month on the plan %s costs %s', (plan, price) => {
  expect(priceIn(PRICES, 'SS', plan)).toBe(price);
});

test('a type that is not priced by plan costs the same on all, and one without a price has none', () => {
  for (const plan of [null, 'monthly', 'platinum']) expect(priceIn(PRICES, 'RF', plan)).toBe('210.00');
  expect(priceIn(PRICES, 'DP', null)).toBeNull();
});

test('a visitor is shown the year’s prices, and the built-in one where the year lacks one', () => {
  expect(feesOn(PRICES, 'standard')).toEqual({ registration: '210.00', subscription: '800.00', device: '1500.00' });
  expect(feesOn([], null)).toEqual({ registration: '200.00', subscription: '300.00', device: '1500.00' });
  expect(formatMonthlyPrice(priceIn(DEFAULT_PRICES, 'SS', 'platinum') ?? '')).toBe('GHS 1,200.00 a month');
});

test('a month has the plan that began last before it', () => {
  const plans: PlanFrom[] = [
    { plan: 'platinum', from: '2026-03' },
    { plan: 'standard', from: '2026-10' },
  ];
  const months = ['2026-02', '2026-03', '2026-09', '2026-10', '2027-01'];
  expect(months.map((month) => planIn(plans, month))).toEqual([null, 'platinum', 'platinum', 'standard', 'standard']);
});

const LAND: readonly LandPrice[] = [
  { type_code: 'CC2000', zone_id: null, land_use: null, amount: '400.00' },
  { type_code: 'CC2000', zone_id: null, land_use: 'commercial', amount: '900.00' },
  { type_code: 'CC2000', zone_id: '3', land_use: null, amount: '500.00' },
  { type_code: 'CC2000', zone_id: '3', land_use: 'commercial', amount: '1500.00' },
  { type_code: 'CC1000', zone_id: '4', land_use: null, amount: '7000.00' },
];

test.each([
  ['3', 'commercial', '1500.00', 'zone_and_use'],
  ['3', 'residential', '500.00', 'zone'],
  ['3', null, '500.00', 'zone'],
  ['4', 'commercial', '900.00', 'use'],
  [null, 'commercial', '900.00', 'use'],
  ['4', 'residential', '400.00', 'general'],
  [null, null, '400.00', 'general'],
] as const)('rent in zone %s for the use %s costs %s, by %s', (zone_id, land_use, amount, from) => {
  expect(landPriceIn(LAND, 'CC2000', { zone_id, land_use })).toEqual({ amount, from });
  expect(landPriceIn([...LAND].reverse(), 'CC2000', { zone_id, land_use })).toEqual({ amount, from });
});

test('a code without a price for a place has none, whatever other places cost', () => {
  expect(landPriceIn(LAND, 'CC1000', { zone_id: '3', land_use: 'residential' })).toBeNull();
  expect(landPriceIn(LAND, 'CC1000', { zone_id: null, land_use: null })).toBeNull();
  expect(landPriceIn(LAND, 'CC3000', { zone_id: '3', land_use: 'commercial' })).toBeNull();
});
