import { expect, test } from 'vitest';
import { SEARCH_PREFIXES } from './find-drivers.repo.ts';

test.each([
  ['DRV 0001', 'DRV0001'],
  ['drv', 'DRV'],
  ['0001', 'DRV0001'],
  ['%', null],
])('a driver code typed %j begins %j', (typed, value) => {
  expect(SEARCH_PREFIXES.driver_code(typed)).toBe(value);
});

test.each([
  ['gr-12', 'GR12'],
  ['--', null],
])('a car number typed %j begins %j', (typed, value) => {
  expect(SEARCH_PREFIXES.car_number(typed)).toBe(value);
});
