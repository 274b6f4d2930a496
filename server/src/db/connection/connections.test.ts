import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FreshDatabase } from '../../../test/database/fresh-database.ts';
import { startDatabase } from '../../../test/harness.ts';
import type { Db } from '../database.ts';

let it: FreshDatabase;
beforeAll(async () => {
  it = await startDatabase();
});
afterAll(() => it.close());

/** Ends every connection to the database but that of `db`, which must have one. */
const cutOthers = (db: Db) =>
  sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(db);

/** The outcome of a query: its rows, or its error's code. */
const outcome = (db: Db): Promise<unknown> =>
  sql`SELECT 1 AS one`.execute(db).then(
    ({ rows }) => rows,
    (error: { code?: string }) => error.code,
  );

test('connections that the server cuts while idle are replaced, and nothing ends', async () => {
  const other = it.another();
  // Several at once, so that the pool has idle connections.
  await Promise.all([1, 2, 3].map(() => sql`SELECT pg_sleep(0.01)`.execute(it.db)));
  await cutOthers(other.db);
  await other.close();
  // A query may take a connection whose end is not known here yet.
  await expect.poll(() => outcome(it.db)).toEqual([{ one: 1 }]);
});

test('a connection that is cut within a transaction fails that transaction, and nothing else', async () => {
  const other = it.another();
  await sql`CREATE TABLE cuts (cut integer)`.execute(it.db);
  const work = it.db.transaction().execute(async (tx) => {
    await sql`INSERT INTO cuts VALUES (1)`.execute(tx);
    await cutOthers(other.db);
    await sql`INSERT INTO cuts VALUES (2)`.execute(tx);
  });
  await expect(work).rejects.toThrow();
  await other.close();
  const count = async () => (await sql<{ count: string }>`SELECT count(*) FROM cuts`.execute(it.db)).rows[0]?.count;
  await expect.poll(() => count().catch(() => 'cut')).toBe('0');
});

test('no statement and no idle transaction holds a connection for ever', async () => {
  const { rows } = await sql`
    SELECT current_setting('statement_timeout') AS statement,
      current_setting('idle_in_transaction_session_timeout') AS idle`.execute(it.db);
  expect(rows).toEqual([{ statement: '15s', idle: '30s' }]);
});

test('a session on a PostgreSQL with its own settings compiles no statement and shares none among workers', async () => {
  await sql`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET jit = on', current_database());
    EXECUTE format('ALTER DATABASE %I SET max_parallel_workers_per_gather = 2', current_database());
  END $$`.execute(it.db);
  const other = it.another();
  const { rows } = await sql`
    SELECT current_setting('jit') AS jit, current_setting('max_parallel_workers_per_gather') AS workers`.execute(
    other.db,
  );
  await other.close();
  expect(rows).toEqual([{ jit: 'off', workers: '0' }]);
});

test('the statement of a page is planned a few times for its values, and not anew at each call', async () => {
  await sql`INSERT INTO limit_counts (name, subject, starts_at, ends_at, count)
    SELECT 'page', n::text, now(), now(), 1 FROM generate_series(1, 2000) AS n`.execute(it.db);
  await sql`ANALYZE limit_counts`.execute(it.db);
  const plans = await it.db.connection().execute(async (db) => {
    const page = () => db.selectFrom('limit_counts').select('subject').where('name', '=', 'page').orderBy('subject');
    for (let call = 0; call < 20; call += 1) await page().limit(20).offset(0).execute();
    const { rows } = await sql<{ anew: string }>`
      SELECT custom_plans::text AS anew FROM pg_prepared_statements
      WHERE statement LIKE 'select%limit_counts%'`.execute(db);
    return rows;
  });
  expect(plans).toEqual([{ anew: '5' }]);
});
