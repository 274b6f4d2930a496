import { expect, test } from 'vitest';
import { mayDisturb } from './sending-hours.ts';
import { smsParts } from './sms-parts.ts';

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
  ['2026-11-20T07:59:59Z', false],
  ['2026-11-20T08:00:00Z', true],
  ['2026-11-20T18:59:59Z', true],
  ['2026-11-20T19:00:00Z', false],
  ['2026-11-21T12:00:00Z', true],
  ['2026-11-22T12:00:00Z', false],
])('on %s a reminder may go out: %s', (now, may) => {
  expect(mayDisturb(new Date(now))).toBe(may);
});
