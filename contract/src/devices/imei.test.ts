import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  asksAboutDigit,
  FeedName,
  Imei,
  imeiOf,
  isImei,
  readImei,
  trackerLabel,
  WRONG_IMEI,
  withCheckDigit,
} from './imei.ts';

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

test.each([
  ' 49-015420-323751-8 ',
  '490154/20/323751/8',
  '49.0154.20.3237.518',
  '49 015420 323751 8',
  '49\u00a0015420\u2013323751\u20118',
  '49_015420_323751_8',
  '490154203237518.0',
  '490154203237518.00',
  '490154203237518/01',
  'IMEI:490154203237518',
  'IMEI: 49-015420-323751-8',
  'imei no. 490154203237518',
  'IMEI number: 490154203237518/78',
  'IMEI490154203237518',
  '４９０１５４２０３２３７５１８',
])('%j is read as the digits of its IMEI', (written) => {
  expect(Imei.parse(written)).toBe('490154203237518');
});

test.each(['359710042436064.0', 'IMEI:359710042436064'])('%j is an IMEI of a list', (written) => {
  expect(Imei.parse(written)).toBe('359710042436064');
});

test('an IMEI is read with any signs between its digits, before and behind it, and nothing is read into other digits', () => {
  const digits = fc.stringMatching(/^\d{15}$/);
  const between = fc.array(fc.constantFrom('', '', '', ' ', '-', '.', '/', '\u2013', ' - ', '\u00a0'), {
    minLength: 14,
    maxLength: 14,
  });
  const before = fc.constantFrom('', ' ', 'IMEI:', 'IMEI ', 'imei no: ', 'IMEI number ', 'IMEI=');
  const behind = fc.constantFrom('', ' ', '.0', '.000', '/01', ' /99');
  fc.assert(
    fc.property(digits, between, before, behind, (imei, signs, start, end) => {
      const written = [...imei].map((digit, at) => digit + (signs[at] ?? '')).join('');
      // Fewer digits as a decimal number are no IMEI.
      fc.pre(!/^\D*\d{1,14}\.0+$/.test(written.replace(/[\s\u2013-]/g, '')));
      expect(readImei(start + written + end)).toBe(imei);
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,14}$|^\d{16,20}$/), before, between, (other, start, signs) => {
      const written = [...other].map((digit, at) => digit + (signs[at] ?? '').replace(/[./]/, '')).join('');
      expect(readImei(start + written)).toBe(null);
    }),
    { numRuns: 500 },
  );
});

test('a last digit that does not fit is asked about, not refused', () => {
  expect(Imei.parse('355488020117586')).toBe('355488020117586');
  expect(asksAboutDigit({ imei: '355488020117586', feed_name: null })).toBe(true);
  expect(asksAboutDigit({ imei: '490154203237518', feed_name: '355488020117586' })).toBe(false);
  expect(asksAboutDigit({ imei: null, feed_name: '4710038911' })).toBe(false);
});

test.each(['056789012345', '4710038911', '82000001', 'ab-12', 'truck 7', 'Kɔfi’s taxi'])(
  '%j is a name in the feed',
  (name) => {
    expect(FeedName.parse(` ${name} `)).toBe(name);
    expect(imeiOf({ imei: null, feed_name: name })).toBe(null);
    expect(trackerLabel(name)).toBe(name);
  },
);

test('fifteen digits are an IMEI where the name is asked for, too', () => {
  expect(imeiOf({ imei: null, feed_name: '490154203237518' })).toBe('490154203237518');
  expect(imeiOf({ imei: '356938035643809', feed_name: '490154203237518' })).toBe('356938035643809');
  expect(trackerLabel('490154203237518')).toBe('IMEI 490154203237518');
});

test.each(['', ' ', 'a'.repeat(65), 'a\u200bb', 'a\u0000'])('%j is no name', (name) => {
  expect(FeedName.safeParse(name).success).toBe(false);
});

test.each([
  ['49015420323751', WRONG_IMEI],
  ['056789012345', WRONG_IMEI],
  ['4710038911', WRONG_IMEI],
  ['490154203237518/1', WRONG_IMEI],
  ['49015420323751.0', WRONG_IMEI],
  ['4.90154203237518E+14', WRONG_IMEI],
  ['49015420323\u200b7518', WRONG_IMEI],
  ['4901542032375180', WRONG_IMEI],
  ['49015420323751O', WRONG_IMEI],
  ['٤٩٠١٥٤٢٠٣٢٣٧٥١٨', WRONG_IMEI],
  ['', WRONG_IMEI],
  [' '.repeat(61), WRONG_IMEI],
])('%j is none, and a sentence says why', (typed, sentence) => {
  expect(Imei.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([sentence]);
});
