import { encodeRings, type Ring, type ZoneMap } from '@banbo/contract';
import { expect, test } from 'vitest';
import { countStates, findPlots, inOrder, inWords, plotsOfZone } from './zone-plots.ts';

const ring = (lon: number): Ring => [
  [lon, 5.6],
  [lon + 0.0002, 5.6],
  [lon + 0.0002, 5.6002],
  [lon, 5.6],
];

const MAP: ZoneMap = {
  ...{ zone_id: '3', states: ['free', 'applied', 'held', 'blocked'], blocks: ['Block B', ''] },
  ...{ id: [7, 1, 5], plot_number: ['10', '2', '10 A'], block: [0, 0, 1], state: '203' },
  ...{ rings: encodeRings([ring(-0.07), ring(-0.0698), ring(-0.0696)]), without_boundary: 0, left_out: 0 },
};
const PLOTS = plotsOfZone(MAP);
const names = (plots: readonly { id: string }[]) => plots.map(({ id }) => id);

test('the columns of the answer become plots with their own numbers, blocks, states and corners', () => {
  expect(PLOTS.map(({ ring: _, ...plot }) => plot)).toEqual([
    { id: '7', name: '10', block: 'Block B', state: 'held' },
    { id: '8', name: '2', block: 'Block B', state: 'free' },
    { id: '13', name: '10 A', block: '', state: 'blocked' },
  ]);
  expect(PLOTS[1]?.ring[0]).toEqual([-0.0698, 5.6]);
  expect(countStates(PLOTS)).toEqual({ free: 1, applied: 0, held: 1, blocked: 1 });
});

test('plots stand by block and number as people count', () => {
  expect(inOrder(PLOTS).map(inWords)).toEqual(['10 A', 'Block B, 2', 'Block B, 10']);
});

test('a plot is found by its number, or by block and number, however it is typed', () => {
  expect(names(findPlots(PLOTS, '10'))).toEqual(['7', '13']);
  expect(names(findPlots(PLOTS, '10-a'))).toEqual(['13']);
  expect(names(findPlots(PLOTS, 'block b 2'))).toEqual(['8']);
  expect(names(findPlots(PLOTS, 'B2'))).toEqual(['8']);
  expect(names(findPlots(PLOTS, '  '))).toHaveLength(3);
  expect(findPlots(PLOTS, '?')).toEqual([]);
  expect(findPlots(PLOTS, '11')).toEqual([]);
});
