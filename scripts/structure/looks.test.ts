import { expect, test } from 'vitest';
import { LOOKS, looksFor } from '../../e2e/harness/looks.ts';
import { OFFICE_SCREENS } from '../../e2e/harness/office-screens.ts';

const names = OFFICE_SCREENS.map(([path]) => path.slice(1).replaceAll(/[/?=]/g, '-'));

test('the pages of the office share the six looks evenly, and each has all six in the deep circle', () => {
  const looks = names.map((name) => looksFor(name, false));
  expect(new Set(looks.map(({ length }) => length))).toEqual(new Set([1]));
  const share = names.length / LOOKS.length;
  for (const look of LOOKS) {
    const { length } = looks.filter(([only]) => only === look);
    expect(length, `${look.size}, ${look.light}`).toBeGreaterThan(0.8 * share);
  }
  expect(LOOKS).toHaveLength(6);
  expect(looksFor('dashboard', true)).toBe(LOOKS);
});
