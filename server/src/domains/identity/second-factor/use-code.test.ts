import { describe, expect, test } from 'vitest';
import { codeOfStep, isAppCode, matchingStep, stepAt, toBase32 } from './use-code.ts';

/** Secret and moments of RFC 6238, appendix B; apps show the last six of its eight digits. */
const SECRET = Buffer.from('12345678901234567890');

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at second %i the code is the one of the standard', (seconds, code) => {
  expect(codeOfStep(SECRET, stepAt(new Date(seconds * 1000)))).toBe(code.slice(2));
});

test('the secret is written as apps read it', () => {
  expect(toBase32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(toBase32(Buffer.from('foob'))).toBe('MZXW6YQ');
});

describe('a code', () => {
  const now = new Date(1_234_567_890_000);
  const at = (away: number) => matchingStep(SECRET, codeOfStep(SECRET, stepAt(now) + away), now);

  test('is good for the step before and after, for clocks that differ, and no longer', () => {
    expect([-2, -1, 0, 1, 2].map((away) => at(away) !== null)).toEqual([false, true, true, true, false]);
    expect(at(1)).toBe(stepAt(now) + 1);
  });

  test('may have the space that apps show, and nothing but six digits', () => {
    const code = codeOfStep(SECRET, stepAt(now));
    expect(matchingStep(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, now)).toBe(stepAt(now));
    for (const other of ['', '12345', '1234567', 'K7QX9-M2P4T', '１２３４５６']) expect(isAppCode(other)).toBe(false);
  });
});
