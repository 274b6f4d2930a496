import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject } from 'vitest';
import type { Db } from '#db/database.ts';
import { awaitLater } from '#lib/gather.ts';

/**
 * Kills a server in the middle of the import of this job, and gives the lines that it had done once
 * its connection has ended: its chunk ends with it, before another server may take the job over.
 */
export const killImporting = async (db: Db, job: string): Promise<number> => {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db);
  const program = join(import.meta.dirname, 'importing-server.ts');
  const server = spawn(process.execPath, [
    program,
    inject('socketDir'),
    rows[0]?.name ?? '',
    inject('poolerDir') ?? '',
  ]);
  const ended = awaitLater(once(server, 'exit'));
  const latest = db.selectFrom('jobs').select('done').where('name', '=', job).orderBy('id', 'desc').limit(1);
  const done = async () => (await latest.executeTakeFirstOrThrow()).done;
  await expect.poll(done, { interval: 5 }).toBeGreaterThan(0);
  server.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  const others = sql<{ count: string }>`
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle'
      AND pid <> pg_backend_pid()`;
  await expect.poll(async () => (await others.execute(db)).rows[0]?.count).toBe('0');
  return done();
};
