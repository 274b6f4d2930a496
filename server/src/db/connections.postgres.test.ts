import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FreshDatabase } from '../../test/engines/fresh-database.ts';
import { startDatabase } from '../../test/harness.ts';

let it: FreshDatabase;
beforeAll(async () => {
  it = await startDatabase();
});
afterAll(() => it.close());

test('connections that the server cuts while idle are replaced, and nothing ends', async () => {
  const other = await it.another();
  // Several, so that the pool has idle ones.
  await Promise.all([1, 2, 3].map(() => sql`SELECT pg_sleep(0.01)`.execute(it.db)));
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(other.db);
  await other.close();
  const idle = () => sql`SELECT 1 AS one`.execute(it.db).then(({ rows }) => rows);
  // The news of a cut may still be on its way when a query takes that connection.
  await expect.poll(idle).toEqual([{ one: 1 }]);
});

test('no statement and no idle transaction holds a connection for ever', async () => {
  const { rows } = await sql`
    SELECT current_setting('statement_timeout') AS statement,
      current_setting('idle_in_transaction_session_timeout') AS idle`.execute(it.db);
  expect(rows).toEqual([{ statement: '15s', idle: '30s' }]);
});
