import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject } from 'vitest';
import type { Db } from '#db/database.ts';

/** Starts a program of this folder as another process, which gets the test's database to open. */
export const startBeside = async (db: Db, program: string): Promise<ChildProcess> => {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db);
  const place = [inject('socketDir'), rows[0]?.name ?? '', inject('poolerDir') ?? ''];
  return spawn(process.execPath, [join(import.meta.dirname, program), ...place]);
};

/** Waits until no other connection works on the database: those of a killed process end late. */
export const othersHaveEnded = (db: Db): Promise<void> => {
  const others = sql<{ count: string }>`
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle'
      AND pid <> pg_backend_pid()`;
  return expect.poll(async () => (await others.execute(db)).rows[0]?.count).toBe('0');
};
