import { expect, test } from 'vitest';
import { Imei, isImei, WRONG_CHECK_DIGIT, WRONG_IMEI, withCheckDigit } from './imei.ts';

test.each(['490154203237518', '356938035643809', '000000000000000'])('%s is an IMEI', (imei) => {
  expect(isImei(imei)).toBe(true);
  expect(withCheckDigit(imei.slice(0, 14))).toBe(imei);
});

test('every single wrong digit, and every swap of unlike neighbours but 0 and 9, is noticed', () => {
  const imei = '490154203237518';
  for (let at = 0; at < 15; at += 1) {
    for (const digit of '0123456789') {
      const typed = imei.slice(0, at) + digit + imei.slice(at + 1);
      expect(isImei(typed), typed).toBe(digit === imei[at]);
    }
  }
  for (let at = 0; at < 14; at += 1) {
    const [one, other] = [imei[at] ?? '', imei[at + 1] ?? ''];
    const swapped = imei.slice(0, at) + other + one + imei.slice(at + 2);
    const isUnseen = one === other || ['09', '90'].includes(one + other);
    expect(isImei(swapped), swapped).toBe(isUnseen);
  }
});

test('an IMEI may be typed with what stands between its parts', () => {
  expect(Imei.parse(' 49-015420-323751-8 ')).toBe('490154203237518');
  expect(Imei.parse('490154/20/323751/8')).toBe('490154203237518');
});

test.each([
  ['490154203237519', WRONG_CHECK_DIGIT],
  ['49015420323751', WRONG_IMEI],
  ['4901542032375180', WRONG_IMEI],
  ['49015420323751O', WRONG_IMEI],
  ['٤٩٠١٥٤٢٠٣٢٣٧٥١٨', WRONG_IMEI],
  ['', WRONG_IMEI],
  [' '.repeat(41), WRONG_IMEI],
])('%j is none, and a sentence says why', (typed, sentence) => {
  expect(Imei.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([sentence]);
});
