import { expect, test } from 'vitest';
import { isPhoneLike, phonePrefix } from './phone-prefix.ts';

test.each([
  ['024 12', '+2332412'],
  ['24 12', '+2332412'],
  ['0', '+233'],
  ['233', '+233'],
  ['00233 24', '+23324'],
  ['+233 (24)', '+23324'],
  ['+233 (0)24', '+23324'],
  ['024–470', '+23324470'],
  ['tel:+233244700110', '+233244700110'],
  ['244700110.0', '+233244700110'],
  ['+2', '+2'],
  ['+44', '+44'],
  ['0044 74', '+4474'],
  ['x', null],
])('a phone number typed %j begins %j', (typed, value) => expect(phonePrefix(typed)).toBe(value));

test.each(['024', '+233 (0)24–470', '024/4700110', '024‑470'])('%j may begin a number', (typed) => {
  expect(isPhoneLike(typed)).toBe(true);
});

test.each(['', '-', 'GR 12', '24a'])('%j begins none', (typed) => expect(isPhoneLike(typed)).toBe(false));
