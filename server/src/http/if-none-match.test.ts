import { expect, test } from 'vitest';
import { holdsVersion } from './headers.ts';

const holds = (held: string | undefined, tag = '"two"'): boolean =>
  holdsVersion({ headers: held === undefined ? {} : { 'if-none-match': held } }, tag);

test.each(['"two"', 'W/"two"', '"one", "two"', '"one",W/"two"', '*'])('a caller with %s has the version', (held) => {
  expect(holds(held)).toBe(true);
});

test.each([undefined, '', '"one"', 'two', '"two', 'w/"two"', '"TWO"'])('a caller with %s does not', (held) => {
  expect(holds(held)).toBe(false);
});

test('a weak tag of our own is found, too', () => {
  expect(holds('"two"', 'W/"two"')).toBe(true);
});
