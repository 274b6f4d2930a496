import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { StartRefusal } from '#lib/refusal.ts';
import type { Db, Tx } from '../database.ts';

/** The names of a folder's migrations in their order: file names without their ending. */
export const migrationsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replace('.sql', ''))
    .sort();

const checksumOf = async (folder: string, name: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(join(folder, `${name}.sql`)))
    .digest('hex');

const exists = async (db: Db, table: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`SELECT to_regclass(${table}) IS NOT NULL AS found`.execute(db);
  return rows[0]?.found === true;
};

const WHAT_TO_DO = 'start the version that wrote it, or restore a backup that a released version made';

const namesApplied = async (db: Db): Promise<string[]> => {
  if (!(await exists(db, 'kysely_migration'))) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return rows.map(({ name }) => name);
};

const checksumsApplied = async (db: Db): Promise<Map<string, string>> => {
  if (!(await exists(db, 'migration_checksums'))) return new Map();
  const { rows } = await sql<{ name: string; sha256: string }>`SELECT name, sha256 FROM migration_checksums`.execute(
    db,
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
};

/**
 * Refuses a database whose schema does not come from this program's line of versions: a newer one,
 * one that lacks a change below one that it has, and one that a migration with other content made.
 * Throws a `StartRefusal` with a remedy.
 */
const refuseOtherHistory = async (db: Db, folder: string): Promise<void> => {
  const applied = await namesApplied(db);
  const known = await migrationsIn(folder);
  const newer = applied.filter((name) => !known.includes(name)).at(-1);
  if (newer) {
    throw new StartRefusal(
      `The database was written by a newer version of this program (${newer}): start that version instead`,
    );
  }
  const missing = known.find((name, index) => index < applied.length && applied[index] !== name);
  if (missing) {
    throw new StartRefusal(
      `The database lacks the change ${missing} but has ${applied.at(-1)}, so an unreleased version wrote it: ${WHAT_TO_DO}`,
    );
  }
  for (const [name, checksum] of await checksumsApplied(db)) {
    if ((await checksumOf(folder, name)) === checksum) continue;
    throw new StartRefusal(
      `The database has another ${name} than this program, so an unreleased version wrote it: ${WHAT_TO_DO}`,
    );
  }
};

/** A folder's migrations that the database lacks, in order; throws as `refuseOtherHistory` does. */
export const pendingMigrations = async (db: Db, folder: string): Promise<{ pending: string[]; isNew: boolean }> => {
  await refuseOtherHistory(db, folder);
  const applied = await namesApplied(db);
  return { pending: (await migrationsIn(folder)).slice(applied.length), isNew: applied.length === 0 };
};

/**
 * Records the checksums of those of these migrations, by default all, that have none yet;
 * migrations from before the checksums count as the released ones.
 */
export const noteChecksums = async (db: Db, folder: string, of?: readonly string[]): Promise<void> => {
  const noted = await checksumsApplied(db);
  const names = (of ?? (await migrationsIn(folder))).filter((name) => !noted.has(name));
  if (names.length === 0) return;
  await sql`CREATE TABLE IF NOT EXISTS migration_checksums (name text PRIMARY KEY, sha256 text NOT NULL)`.execute(db);
  for (const name of names) {
    await sql`INSERT INTO migration_checksums (name, sha256) VALUES (${name}, ${await checksumOf(folder, name)})`.execute(
      db,
    );
  }
};

/** Records, in the transaction that ran it, that a database has had a migration. */
export const noteMigration = async (tx: Tx, folder: string, name: string): Promise<void> => {
  await sql`CREATE TABLE IF NOT EXISTS kysely_migration (
    name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL)`.execute(tx);
  const at = new Date().toISOString();
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES (${name}, ${at})`.execute(tx);
  await noteChecksums(tx, folder, [name]);
};
