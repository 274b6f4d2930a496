import { expect, test } from 'vitest';
import { smsLength, smsParts } from './template-words.ts';

const a = (count: number): string => 'a'.repeat(count);

test.each([
  ['160 characters of GSM', a(160), 1],
  ['161 characters of GSM', a(161), 2],
  ['two parts of 153', a(306), 2],
  ['one more', a(307), 3],
  ['signs that take two places, 160 in all', `${a(150)}[]{}€`, 1],
  ['one more of them', `${a(151)}[]{}€`, 2],
  ['a sign of two places that would be cut in two', `${a(152)}€${a(151)}`, 2],
  ['one character more after it', `${a(152)}€${a(152)}`, 3],
  ['70 characters with one that GSM lacks', `${a(69)}ɔ`, 1],
  ['71 of them', `${a(70)}ɔ`, 2],
  ['134 of them', `${a(133)}₵`, 2],
  ['135 of them', `${a(134)}₵`, 3],
  ['an emoji, which is two units', `${a(68)}🚗`, 1],
  ['an emoji too many', `${a(69)}🚗`, 2],
])('%s', (_, text, parts) => {
  expect(smsParts(text)).toBe(parts);
});

test.each([
  ['GSM alone', 'Hello [1]', { parts: 1, used: 11, room: 149, outside: null }],
  ['one character that GSM lacks', 'Me da wo ase, Kwɛ', { parts: 1, used: 17, room: 53, outside: 'ɛ' }],
  ['the first of several', `₵5 ɔ`, { parts: 1, used: 4, room: 66, outside: '₵' }],
  ['a second part', a(200), { parts: 2, used: 200, room: 106, outside: null }],
  ['nothing', '', { parts: 1, used: 0, room: 160, outside: null }],
])('the length of %s says what is used, what is left, and what makes it longer', (_, text, length) => {
  expect(smsLength(text)).toEqual(length);
});
