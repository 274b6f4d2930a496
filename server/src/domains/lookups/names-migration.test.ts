import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '#db/database.ts';
import { MIGRATIONS, migrate } from '#db/migration/migrate.ts';
import { seedReference } from '../../../seeds/reference.ts';
import { startDatabase } from '../../../test/harness.ts';
import { DEMONYMS } from './countries.ts';
import { addNationalities } from './lookups.repo.ts';

test('names that were stored in other forms of characters get the one, unless another entry has it', async () => {
  const it = await startDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'banbo-migrations-'));
  onTestFinished(async () => {
    await it.close();
    await rm(folder, { recursive: true });
  });
  const before = (await readdir(MIGRATIONS)).filter((name) => name < '0029');
  for (const name of before) await copyFile(join(MIGRATIONS, name), join(folder, name));
  await sql`DROP SCHEMA public CASCADE`.execute(it.db);
  await sql`CREATE SCHEMA public`.execute(it.db);
  // The whole reference data also fills tables that were not there yet.
  const seed = (db: Db) => db.transaction().execute((tx) => addNationalities(tx, [...DEMONYMS.values()]));
  await migrate(it.db, seed, folder);
  const accent = 'E\u0301WE\u0301';
  const stored = [accent, '\uff27\uff21', 'GA', 'TWI'];
  await sql`INSERT INTO nationalities (nationality) SELECT unnest(${stored}::text[])`.execute(it.db);
  await migrate(it.db, seedReference);
  const { rows } = await sql<{ name: string }>`
    SELECT nationality AS name FROM nationalities ORDER BY id DESC LIMIT 4`.execute(it.db);
  expect(rows.map(({ name }) => name)).toEqual(['TWI', 'GA', '\uff27\uff21', '\u00c9W\u00c9']);
});
