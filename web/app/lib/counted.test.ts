import { expect, test } from 'vitest';
import { counted } from './counted.ts';

test('counts are grouped, with their noun', () => {
  expect([counted(1, 'driver'), counted(1200, 'driver'), counted(2, 'entry', 'entries')]).toEqual([
    '1 driver',
    '1,200 drivers',
    '2 entries',
  ]);
});
