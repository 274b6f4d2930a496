import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pluck } from '#lib/values.ts';
import type { FreshDatabase } from '../../../test/database/fresh-database.ts';
import { startDatabase } from '../../../test/harness.ts';
import { keepSettings } from '../connection/pooler.ts';
import { presenceAmong } from '../connection/presence.ts';
import type { Db } from '../database.ts';
import { MIGRATIONS, migrate, type SchemaStep } from './migrate.ts';
import { NEEDS_STOP, RELEASED } from './released-schema.ts';

let it: FreshDatabase;
let folder: string;
beforeEach(async () => {
  it = await startDatabase();
  folder = await mkdtemp(join(tmpdir(), 'banbo-migrations-'));
  for (const name of await readdir(MIGRATIONS)) await copyFile(join(MIGRATIONS, name), join(folder, name));
});
afterEach(async () => {
  await it.close();
  await rm(folder, { recursive: true });
});

const add = (name: string, statements: string) => writeFile(join(folder, name), statements);
const noSeed = async () => {};

test('a new migration runs once, also when two servers start together', async () => {
  await add('9998_visits.sql', 'CREATE TABLE visits (at timestamptz); INSERT INTO visits VALUES (now());');
  await add('9999_more.sql', 'INSERT INTO visits VALUES (now());');
  const other = it.another();
  let seeding = 0;
  const seed = async () => {
    seeding += 1;
    expect(seeding).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    seeding -= 1;
  };
  await Promise.all([migrate(it.db, seed, folder), migrate(other.db, seed, folder)]);
  await migrate(it.db, seed, folder);
  const { rows } = await sql`SELECT count(*) FROM visits`.execute(it.db);
  expect(rows).toEqual([{ count: '2' }]);
  await other.close();
});

test('a migration that fails leaves nothing of itself, and the next start goes on after those that were done', async () => {
  await add('9998_first.sql', 'CREATE TABLE first (id integer);');
  await add('9999_second.sql', 'CREATE TABLE second (id integer); SELECT 1 / 0;');
  const steps: SchemaStep[] = [];
  const onStep = (step: SchemaStep) => steps.push(step);
  await expect(migrate(it.db, noSeed, folder, { onStep })).rejects.toMatchObject({ code: '22012' });
  const { rows } = await sql`SELECT to_regclass('first') AS first, to_regclass('second') AS second`.execute(it.db);
  expect(rows).toEqual([{ first: 'first', second: null }]);
  // The failed start released the lock, so the mended migration runs.
  await add('9999_second.sql', 'CREATE TABLE second (id integer);');
  await migrate(it.db, noSeed, folder, { onStep });
  await sql`SELECT id FROM second`.execute(it.db);
  expect(steps).toEqual([
    { name: '9998_first', number: 1, of: 2 },
    { name: '9999_second', number: 2, of: 2 },
    { name: '9999_second', number: 1, of: 1 },
  ]);
});

test('each migration of an upgrade says that it is done, and how long it took', async () => {
  await add('9998_first.sql', 'CREATE TABLE first (id integer);');
  await add('9999_second.sql', 'CREATE TABLE second (id integer);');
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  await migrate(it.db, noSeed, folder);
  const lines = said.mock.calls.flat();
  said.mockRestore();
  expect(lines).toEqual([
    expect.stringMatching(/^Change 1 of 2 of the database \(9998_first\): done in \d+\.\d s\.$/),
    expect.stringMatching(/^Change 2 of 2 of the database \(9999_second\): done in \d+\.\d s\.$/),
  ]);
});

test('a migration of a start that was cut off counts as the one that was run, also when its file changes after', async () => {
  await add('9998_first.sql', 'CREATE TABLE first (id integer);');
  await add('9999_second.sql', 'SELECT 1 / 0;');
  await expect(migrate(it.db, noSeed, folder)).rejects.toMatchObject({ code: '22012' });
  await add('9998_first.sql', 'CREATE TABLE first (id bigint);');
  await expect(migrate(it.db, noSeed, folder)).rejects.toThrow(
    /^The database has another 9998_first than this program/,
  );
});

test('a schema that a newer version wrote is left alone, and served by the version before', async () => {
  await add('9999_future.sql', 'CREATE TABLE future (id integer);');
  await migrate(it.db, noSeed, folder);
  const seed = () => Promise.reject(new Error('seeded an unknown schema'));
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  await migrate(it.db, seed);
  expect(said.mock.calls.flat()).toEqual([
    'The database is that of a newer version (9999_future), with which this one can work.',
  ]);
  said.mockRestore();
  const { rows } = await sql`SELECT to_regclass('future') AS future`.execute(it.db);
  expect(rows).toEqual([{ future: 'future' }]);
});

const UNBEARABLE = (name: string) =>
  `The database was written by a newer version of this program (${name}), which this one cannot work with: start that version instead`;

test('a schema that says it needs all servers stopped is refused by every version before, and so are those after it', async () => {
  await add('9997_future.sql', 'CREATE TABLE future (id integer);');
  await add('9998_other.sql', '-- needs: all servers stopped\nCREATE TABLE other (id integer);');
  await add('9999_last.sql', 'CREATE TABLE last (id integer);');
  await migrate(it.db, noSeed, folder);
  await expect(migrate(it.db, noSeed)).rejects.toThrow(UNBEARABLE('9999_last'));
  await rm(join(folder, '9999_last.sql'));
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  await migrate(it.db, noSeed, folder);
  said.mockRestore();
  await rm(join(folder, '9998_other.sql'));
  await expect(migrate(it.db, noSeed, folder)).rejects.toThrow(UNBEARABLE('9999_last'));
});

test.each([
  ['a version two releases before', `UPDATE migration_checksums SET lives_with = '9998_next' WHERE name LIKE '9999%'`],
  ['a version that was written before that was noted', 'ALTER TABLE migration_checksums DROP COLUMN lives_with'],
])('a newer schema is refused where it is not known to suit %s', async (_, statement) => {
  await add('9999_future.sql', 'CREATE TABLE future (id integer);');
  await migrate(it.db, noSeed, folder);
  await sql.raw(statement).execute(it.db);
  await expect(migrate(it.db, noSeed)).rejects.toThrow(UNBEARABLE('9999_future'));
});

test('a change that needs all servers stopped is refused while another one runs', async () => {
  await add('9999_future.sql', '-- needs: all servers stopped\nCREATE TABLE future (id integer);');
  const other = it.another();
  await presenceAmong(other.db, other.channel).appear();
  await expect(migrate(it.db, noSeed, folder)).rejects.toThrow(
    'This version changes the database in a way that no earlier one can work with (9999_future), and another server runs: ' +
      'stop them, then start this one',
  );
  await other.close();
  await migrate(it.db, noSeed, folder);
});

test('a migration that begins with needs says them as the server reads them', async () => {
  for (const name of await readdir(MIGRATIONS)) {
    const [first = ''] = (await readFile(join(MIGRATIONS, name), 'utf8')).split('\n');
    if (/needs\s*:/i.test(first)) expect([name, first.trim()]).toEqual([name, NEEDS_STOP]);
  }
  expect(await readdir(MIGRATIONS)).toContain(`${RELEASED}.sql`);
});

test('a schema without a change that stands before one it has is refused in one line', async () => {
  await add('9998_first.sql', 'CREATE TABLE first (id integer);');
  await add('9999_second.sql', 'CREATE TABLE second (id integer);');
  await migrate(it.db, noSeed, folder);
  await add('9997_late.sql', 'CREATE TABLE late (id integer);');
  await expect(migrate(it.db, noSeed, folder)).rejects.toThrow(
    /^The database lacks the change 9997_late but has 9999_second, so an unreleased version wrote it: start the version that/,
  );
});

test('a schema made by a migration of other content is refused in one line', async () => {
  await add('9999_first.sql', 'CREATE TABLE first (id integer);');
  await migrate(it.db, noSeed, folder);
  await migrate(it.db, noSeed, folder);
  await add('9999_first.sql', 'CREATE TABLE first (id bigint);');
  await expect(migrate(it.db, noSeed, folder)).rejects.toThrow(
    /^The database has another 9999_first than this program, so an unreleased version wrote it: start the version that/,
  );
});

test('a schema of before the notes of content is taken over once', async () => {
  await sql`DROP TABLE migration_checksums`.execute(it.db);
  await migrate(it.db, noSeed, folder);
  const { rows } = await sql`SELECT name FROM migration_checksums ORDER BY name`.execute(it.db);
  expect(rows).toHaveLength((await readdir(MIGRATIONS)).length);
});

test('the numbers of the migrations are unique and in order', async () => {
  const names = (await readdir(MIGRATIONS)).sort();
  expect(names.every((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))).toBe(true);
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
});

test('the changes of a new database wait for no disk, and what comes after them does', async () => {
  await add('9999_told.sql', "CREATE TABLE told AS SELECT current_setting('synchronous_commit') AS commits;");
  await sql`DROP SCHEMA public CASCADE; CREATE SCHEMA public`.execute(it.db);
  // The tests' own PostgreSQL waits for no disk at all.
  await keepSettings(it.db, { synchronous_commit: 'on' });
  const other = it.another();
  const told: string[] = [];
  const seed = async (db: Db) => {
    const { rows } = await sql<{ commits: string }>`
      SELECT commits FROM told UNION ALL SELECT current_setting('synchronous_commit')`.execute(db);
    told.push(...pluck(rows, 'commits'));
  };
  await migrate(other.db, seed, folder);
  expect(told).toEqual(['off', 'on']);
  await other.close();
});
