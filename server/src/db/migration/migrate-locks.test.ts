import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import type { FreshDatabase } from '../../../test/database/fresh-database.ts';
import { startDatabase } from '../../../test/harness.ts';
import { StartRefusal } from '../../lib/refusal.ts';
import { DATABASE } from '../cluster/make-cluster.ts';
import { MIGRATIONS, migrate } from './migrate.ts';

const PATIENCE = { wait: 3_000, pause: 500, tries: 2 };

let it: FreshDatabase;
let folder: string;
let reader: pg.Client;
beforeEach(async () => {
  it = await startDatabase();
  folder = await mkdtemp(join(tmpdir(), 'banbo-migrations-'));
  for (const name of await readdir(MIGRATIONS)) await copyFile(join(MIGRATIONS, name), join(folder, name));
  await writeFile(join(folder, '9999_notes.sql'), 'ALTER TABLE drivers ADD COLUMN notes text');
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(it.db);
  reader = new pg.Client({
    host: inject('socketDir'),
    user: DATABASE,
    database: rows[0]?.name,
    application_name: 'report',
  });
  reader.on('error', () => {});
  await reader.connect();
});
afterEach(async () => {
  await reader.end();
  await it.close();
  await rm(folder, { recursive: true });
});

const noSeed = async () => {};
const hasNotes = async (): Promise<boolean> => {
  const { rows } =
    await sql`SELECT FROM pg_attribute WHERE attrelid = 'drivers'::regclass AND attname = 'notes'`.execute(it.db);
  return rows.length === 1;
};

test('a migration gives up on a table that somebody reads, names who it is, and keeps nobody waiting for long', async () => {
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM drivers');
  const { rows } = await reader.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  let over = false;
  const migrating = migrate(it.db, noSeed, folder, { patience: PATIENCE })
    .catch((error) => error)
    .finally(() => {
      over = true;
    });
  let read = 0;
  while (!over) {
    await sql`SELECT count(*) FROM drivers`.execute(it.db);
    read += 1;
  }
  const refusal = await migrating;
  expect(refusal).toBeInstanceOf(StartRefusal);
  expect(refusal.message).toMatch(
    new RegExp(
      `^The database cannot be brought up to date: the session ${rows[0]?.pid} of PostgreSQL \\(report, in a transaction ` +
        'since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC\\) holds a table that changes\\. ' +
        'Wait for its end, or end it, and start again$',
    ),
  );
  expect(read).toBeGreaterThan(1);
  expect(await hasNotes()).toBe(false);

  await reader.query('COMMIT');
  await migrate(it.db, noSeed, folder, { patience: PATIENCE });
  expect(await hasNotes()).toBe(true);
  const settings = await sql`SELECT current_setting('lock_timeout') AS lock,
    current_setting('statement_timeout') AS statement`.execute(it.db);
  expect(settings.rows).toEqual([{ lock: '0', statement: '15s' }]);
});

test('a migration tries again, so that one whose lock is given back meanwhile runs', async () => {
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM drivers');
  const patience = { wait: 1_000, pause: 1_000, tries: 1_000 };
  const migrating = awaitLater(migrate(it.db, noSeed, folder, { patience }));
  const isWaiting = async (): Promise<boolean> => {
    const { rows } = await sql`
      SELECT FROM pg_locks WHERE NOT granted AND relation = 'drivers'::regclass AND mode = 'AccessExclusiveLock'`.execute(
      it.db,
    );
    return rows.length > 0;
  };
  await expect.poll(isWaiting, { interval: 10 }).toBe(true);
  await expect.poll(isWaiting, { interval: 10 }).toBe(false);
  await reader.query('COMMIT');
  await migrating;
  expect(await hasNotes()).toBe(true);
});

test('a database that goes away while it is brought up to date is refused in one line', async () => {
  const seed = async (db: typeof it.db) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
    await reader.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await sql`SELECT 1`.execute(db);
  };
  const failure = await migrate(it.db, seed, folder).catch((error) => error);
  expect(failure).toBeInstanceOf(StartRefusal);
  expect(failure.message).toMatch(/^The database went away while it was brought up to date: .+$/);
});

test('a user who may not change the database is refused in one line', async () => {
  await sql`REVOKE ALL ON kysely_migration FROM banbo`.execute(it.db);
  const failure = await migrate(it.db, noSeed, folder).catch((error) => error);
  expect(failure).toBeInstanceOf(StartRefusal);
  expect(failure.message).toBe(
    'The database’s user may not bring the database up to date: permission denied for table kysely_migration',
  );
});
