import { expect, test } from 'vitest';
import { bearingText, readBearing } from './bearing.ts';

test.each([
  [`45°30'15"`, 45.504166],
  ['45° 30′ 15″', 45.504166],
  [`45°30'15''`, 45.504166],
  ['45 30 15', 45.504166],
  ['45-30-15.5', 45.504305],
  ['045:30:15', 45.504166],
  [`45°30'`, 45.5],
  ['45 deg 30', 45.5],
  ['45.5', 45.5],
  ['45.5°', 45.5],
  ['45°', 45],
  ['359 59 59', 359.999722],
  ['360', 0],
  [`N45°30'E`, 45.5],
  [`S 45°30' E`, 134.5],
  ['S45-30W', 225.5],
  [`N 45°30' W`, 314.5],
])('%s is a bearing', (text, degrees) => {
  expect(readBearing(text)).toBeCloseTo(degrees, 5);
});

test.each(['', 'road', '361', '45 60 00', '45 30 60', `N95°E`, '1234', '45 30 15 20', 'N E'])('%s is none', (text) => {
  expect(readBearing(text)).toBeNull();
});

test('a bearing is told in degrees, minutes and seconds', () => {
  expect([45.504166666, 0.0002, 359.99999].map(bearingText)).toEqual([`45°30'15"`, `0°00'01"`, `0°00'00"`]);
});
