import { expect, test } from 'vitest';
import { type EastNorth, GOLD_COAST_FOOT } from './grids.ts';
import { areaMeasures, checkArea, perimeterOf } from './measure.ts';
import { signedArea } from './plane.ts';

const rectangle = (width: number, height: number): EastNorth[] => {
  const [east, north] = [364_346.578, 103_339.952];
  const [w, h] = [width * GOLD_COAST_FOOT, height * GOLD_COAST_FOOT];
  return [
    [east, north],
    [east + w, north],
    [east + w, north + h],
    [east, north + h],
  ];
};

test.each([
  [70, 100, 650.32, 0.1607, 0.065],
  [80, 100, 743.22, 0.1837, 0.0743],
  [100, 100, 929.03, 0.2296, 0.0929],
])('a plot of %d by %d feet has its known areas', (width, height, area_sqm, acres, hectares) => {
  expect(areaMeasures(signedArea(rectangle(width, height)))).toEqual({ area_sqm, acres, hectares });
});

test('the way around is that of all four sides', () => {
  expect(perimeterOf(rectangle(70, 100))).toBe(103.63);
});

test('an area fits to a hundredth, and to the last digit of an acre for a small plot', () => {
  expect(checkArea(650.32, 0.16 * 4_046.856)).toEqual({ given_sqm: 647.5, difference_percent: 0.44, fits: true });
  expect(checkArea(650.32, 671)).toMatchObject({ difference_percent: -3.08, fits: false });
  expect(checkArea(101_000, 100_000).fits).toBe(true);
  expect(checkArea(101_001, 100_000)).toMatchObject({ difference_percent: 1, fits: false });
});
