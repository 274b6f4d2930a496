import { expect, test } from 'vitest';
import { lackOfRoom } from './open-newest-base.ts';

test('the room that a backup needs to be opened is said with what there is', () => {
  expect(lackOfRoom('/srv/banbo/data', { needed: 1_240_000_000, free: 1_190_000_000 })).toBe(
    '/srv/banbo/data has no room to open a backup beside the database: 1.2 GB are needed, and 1.2 GB are free',
  );
  expect(lackOfRoom('/srv/banbo/data', { needed: 1_240_000_000, free: 1_240_000_000 })).toBeNull();
});
