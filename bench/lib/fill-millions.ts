import pg from 'pg';
import { type Fill, fillDrivers, paymentsFrom } from './fill.ts';

/** Rows of one statement. */
const CHUNK = 500_000;

/** Sorting an index of a hundred million rows takes gigabytes, of memory and of the disk. */
const UNBOUNDED = [
  'SET statement_timeout = 0',
  'SET temp_file_limit = -1',
  "SET maintenance_work_mem = '2GB'",
  "SET work_mem = '256MB'",
  'SET synchronous_commit = off',
];

type Session = { run: (statement: string) => Promise<Record<string, string>[]>; end: () => Promise<void> };

const open = async (superuser: pg.PoolConfig): Promise<Session> => {
  const client = new pg.Client(superuser);
  await client.connect();
  for (const setting of UNBOUNDED) await client.query(setting);
  return { run: async (statement) => (await client.query(statement)).rows, end: () => client.end() };
};

/** Runs statements on two sessions, each the next one when its own has ended. */
const runOnTwo = async (superuser: pg.PoolConfig, statements: readonly string[], before: readonly string[] = []) => {
  const waiting = [...statements];
  const work = async (): Promise<void> => {
    const { run, end } = await open(superuser);
    for (const statement of before) await run(statement);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
    await end();
  };
  await Promise.all([work(), work()]);
};

/**
 * Fills an empty, migrated database with many millions of payments: without triggers and indexes,
 * which are built afterwards. Its totals are not counted yet, and have to be rebuilt.
 */
export const fillMillions = async (superuser: pg.PoolConfig, size: Fill): Promise<void> => {
  const { run, end } = await open(superuser);
  await fillDrivers(run, size);
  const indexes = await run(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'payments' AND indexname <> 'payments_pkey'`,
  );
  for (const { indexname } of indexes) await run(`DROP INDEX ${indexname}`);
  await run('ALTER TABLE payments SET (autovacuum_enabled = off)');
  const chunks = Array.from({ length: Math.ceil(size.payments / CHUNK) }, (_, chunk) =>
    paymentsFrom(chunk * CHUNK, (chunk + 1) * CHUNK, size),
  );
  await runOnTwo(superuser, chunks, ['SET session_replication_role = replica']);
  // Marks what is visible to all first: an index is built faster of it.
  await run('VACUUM payments');
  await runOnTwo(
    superuser,
    indexes.map(({ indexdef = '' }) => indexdef),
  );
  await run('ALTER TABLE payments RESET (autovacuum_enabled)');
  // As after a night: else PostgreSQL would begin to tidy up in the middle of a round.
  await run('VACUUM ANALYZE');
  await end();
};
