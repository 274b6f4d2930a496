import type { TrackerDots } from '@banbo/contract';
import { expect, test } from 'vitest';
import { carStore } from './car-store.ts';

const dots = (id: string[], given: Partial<TrackerDots> = {}): TrackerDots => ({
  at: new Date().toISOString(),
  id,
  lat: id.map(() => 5.6),
  lon: id.map(() => -0.2),
  course: id.map(() => -1),
  moving: id.map(() => 1),
  age: id.map(() => 0),
  silent: id.map(() => 30),
  alarms: [],
  ...given,
});

test('a view’s cars replace those of before, but for those that are kept', () => {
  const store = carStore();
  store.replace(dots(['1', '2']), new Set());
  store.replace(dots(['3']), new Set(['1']));
  expect(store.dots().map(({ id }) => id)).toEqual(['1', '3']);
});

test('states are those of the server’s clock, however wrong the device’s own is', () => {
  const store = carStore();
  const at = new Date(Date.now() + 5 * 3_600_000).toISOString();
  store.replace(dots(['1', '2', '3'], { at, age: [60, 31 * 60, 60], alarms: [[2, 'powerCut', 60]] }), new Set());
  expect(store.dots().map(({ state }) => state)).toEqual(['moving', 'silent', 'alarm']);
  expect(store.alarmOf('3')).toBe('powerCut');
});
