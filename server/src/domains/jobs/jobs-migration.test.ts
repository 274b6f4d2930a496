import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startDatabase } from '../../../test/harness.ts';
import { MIGRATIONS } from '../../db/migration/migrate.ts';
import { jobServer } from './job-server.ts';

const HOUR = 3_600_000;
const BEGUN = new Date('2026-11-20T10:00:00Z');

test('an update runs no job before its time, and those that ran every hour go on hourly', async () => {
  const it = await startDatabase();
  onTestFinished(() => it.close());
  await sql`DROP TABLE jobs`.execute(it.db);
  await sql`ALTER TABLE prompts DROP COLUMN server`.execute(it.db);
  await sql`CREATE TABLE job_runs (name text PRIMARY KEY, begun_at timestamptz NOT NULL)`.execute(it.db);
  await sql`INSERT INTO job_runs VALUES ('sweep photos', ${BEGUN}), ('forget counts', ${BEGUN})`.execute(it.db);
  for (const file of ['0018_jobs.sql', '0027_authors_of_jobs.sql', '0080_servers_that_ended.sql']) {
    await sql.raw(await readFile(join(MIGRATIONS, file), 'utf8')).execute(it.db);
  }
  await sql`ALTER TABLE jobs RENAME COLUMN claim TO hold`.execute(it.db);
  const runs: string[] = [];
  const job = (name: string, everyMs: number, hour: number) => ({
    name,
    everyMs,
    run: async () => runs.push(`${name} at ${hour}`),
  });
  for (const hour of [0.9, 1, 23.9, 24]) {
    await jobServer({
      db: it.db,
      now: () => new Date(BEGUN.getTime() + hour * HOUR),
      recurring: [job('sweep photos', 24 * HOUR, hour), job('forget counts', HOUR, hour)],
      onError: (_, error) => expect.unreachable(String(error)),
    }).runDue();
  }
  expect(runs.toSorted()).toEqual(['forget counts at 1', 'forget counts at 23.9', 'sweep photos at 24']);
});
