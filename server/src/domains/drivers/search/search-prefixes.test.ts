import { expect, test } from 'vitest';
import { searchPrefixes } from './search-prefixes.ts';

test.each([
  ['DRV 0001', 'DRV0001'],
  ['drv', 'DRV'],
  ['0001', 'DRV0001'],
  ['%', null],
])('a driver code typed %j begins %j', (driver_code, value) => {
  expect(searchPrefixes({ driver_code })).toEqual([{ field: 'driver_code', value }]);
});

test.each([
  ['024 12', '+2332412'],
  ['24 12', '+2332412'],
  ['0', '+233'],
  ['233', '+233'],
  ['+233 (24)', '+23324'],
  ['+2', '+2'],
  ['+44', '+44'],
  ['x', null],
])('a mobile number typed %j begins %j', (mobile_number, value) => {
  expect(searchPrefixes({ mobile_number })).toEqual([{ field: 'mobile_number', value }]);
});

test('what is left empty is not searched by', () => {
  expect(searchPrefixes({})).toEqual([]);
  expect(searchPrefixes({ driver_code: ' ', mobile_number: '', car_number: 'gr-12' })).toEqual([
    { field: 'car_key', value: 'GR12' },
  ]);
});
