import { expect, test } from 'vitest';
import { isSpare } from './start.ts';

test.each([
  ['of a browser that tells nothing', undefined, true],
  ['of a house', { type: 'wifi', effectiveType: '4g' }, true],
  ['of a mobile network', { type: 'cellular', effectiveType: '4g' }, false],
  ['that is slow', { effectiveType: '3g' }, false],
  ['of somebody who saves data', { type: 'wifi', saveData: true }, false],
])('on a line %s pages that nobody asked for are fetched: %#', (_, line, may) => {
  expect(isSpare(line)).toBe(may);
});
