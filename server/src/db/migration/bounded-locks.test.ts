import { expect, test } from 'vitest';
import { STATEMENT_MS } from '../connection/connect.ts';
import { PATIENCE } from './bounded-locks.ts';

test('a migration gives up a lock before the queries that queue behind it are ended', () => {
  expect(PATIENCE.wait).toBeLessThan(STATEMENT_MS);
});
