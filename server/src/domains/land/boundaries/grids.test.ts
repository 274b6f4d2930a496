import { type LonLat, PLOT_GRIDS, type PlotGrid } from '@banbo/contract';
import { expect, test } from 'vitest';
import { type EastNorth, fromGrid, toGrid } from './grids.ts';

/** Those of UTM by the series of Krüger, reckoned apart from the library. */
const PLACES: [place: string, lonLat: LonLat, feet: EastNorth, metres: EastNorth, utm30: EastNorth][] = [
  ['Accra', [-0.187, 5.6037], [1195354.266, 339057.637], [364346.578, 103339.952], [811654.205, 620144.518]],
  ['Kumasi', [-1.6244, 6.6885], [673449.999, 732485.685], [205270.535, 223256.535], [652049.264, 739526.466]],
  ['Tamale', [-0.8393, 9.4008], [957795.58, 1716269.85], [291938.859, 523113.212], [737277.574, 1039895.042]],
];

test.each(PLACES)(
  '%s has the known numbers of the grids, to the centimetre',
  (_, lonLat, gold_coast_feet, ghana_metres, utm_30) => {
    for (const [grid, known] of Object.entries({ gold_coast_feet, ghana_metres, utm_30 }) as [PlotGrid, EastNorth][]) {
      const [east, north] = toGrid(grid, lonLat);
      expect(Math.abs(east - known[0])).toBeLessThan(0.01);
      expect(Math.abs(north - known[1])).toBeLessThan(0.01);
      const [lon, lat] = fromGrid(grid, known);
      // A centimetre is 0.00000009 degrees.
      expect(Math.abs(lon - lonLat[0])).toBeLessThan(9e-8);
      expect(Math.abs(lat - lonLat[1])).toBeLessThan(9e-8);
    }
  },
);

test('Ho has the known numbers of zone 31', () => {
  const [east, north] = toGrid('utm_31', [0.4713, 6.6012]);
  expect([east.toFixed(2), north.toFixed(2)]).toEqual(['220383.11', '730372.95']);
});

test('there and back is the same point to a tenth of a millimetre, in every corner of the country', () => {
  const corners: LonLat[] = [
    [-3.1, 5.1],
    [1.19, 6.12],
    [-2.8, 10.9],
    [0.1, 11.1],
  ];
  for (const grid of PLOT_GRIDS) {
    for (const corner of corners) {
      const [lon, lat] = fromGrid(grid, toGrid(grid, corner));
      expect(Math.abs(lon - corner[0])).toBeLessThan(9e-10);
      expect(Math.abs(lat - corner[1])).toBeLessThan(9e-10);
    }
  }
});
