import { expect, test } from 'vitest';
import { placeAt } from './trail-time.ts';

const place = (minute: number) => ({
  ...{ at: new Date(Date.UTC(2026, 10, 25, 8, minute)).toISOString(), latitude: 5.6, longitude: -0.2 },
  ...{ speed_kmh: minute, course: null },
});

test('the place of a moment is the last one before it', () => {
  const places = [place(0), place(1), place(5), place(9)] as const;
  const speedAt = (minute: number) => placeAt([...places], Date.UTC(2026, 10, 25, 8, minute)).speed_kmh;
  expect([-3, 0, 0.5, 4.9, 5, 9, 60].map(speedAt)).toEqual([0, 0, 0, 1, 5, 9, 9]);
});
