import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { StartRefusal } from '#lib/refusal.ts';
import { LIVES } from '../connection/presence.ts';
import type { Db, Tx } from '../database.ts';
import { livesWith, needsStop } from './released-schema.ts';

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

type Noted = { name: string; sha256: string; lives_with: string | null };

const notesOf = async (db: Db): Promise<Noted[]> => {
  if (!(await exists(db, 'migration_checksums'))) return [];
  // As JSON, since databases of earlier versions lack the column.
  const { rows } = await sql<Noted>`
    SELECT name, sha256, to_jsonb(noted) ->> 'lives_with' AS lives_with FROM migration_checksums AS noted`.execute(db);
  return rows;
};

/**
 * Refuses a schema that a newer version wrote and that this one cannot live with, by what the newer
 * one noted of each change.
 */
const refuseUnbearable = (newer: readonly string[], known: readonly string[], noted: readonly Noted[]): void => {
  const own = known.at(-1) ?? '';
  const bearable = new Set(
    noted.filter(({ lives_with }) => lives_with !== null && lives_with <= own).map(({ name }) => name),
  );
  const unbearable = newer.findLast((name) => name < own || !bearable.has(name));
  if (unbearable === undefined) return;
  throw new StartRefusal(
    `The database was written by a newer version of this program (${unbearable}), which this one cannot work with`,
    { advice: 'start that version instead' },
  );
};

/**
 * Refuses a database whose schema does not come from this program's line of versions: one that
 * lacks a change below one that it has, one that a migration with other content made, and a newer
 * one that this version cannot live with. Throws a `StartRefusal` with a remedy. Gives the changes
 * of a newer version that it can live with.
 */
const refuseOtherHistory = async (db: Db, folder: string): Promise<string[]> => {
  const applied = await namesApplied(db);
  const known = await migrationsIn(folder);
  const noted = await notesOf(db);
  const newer = applied.filter((name) => !known.includes(name));
  refuseUnbearable(newer, known, noted);
  const count = applied.length - newer.length;
  const missing = known.find((name, index) => (index < count || newer.length > 0) && applied[index] !== name);
  if (missing) {
    throw new StartRefusal(
      `The database lacks the change ${missing} but has ${applied.at(-1)}, so an unreleased version wrote it`,
      { advice: WHAT_TO_DO },
    );
  }
  for (const { name, sha256 } of noted) {
    if (newer.includes(name) || (await checksumOf(folder, name)) === sha256) continue;
    throw new StartRefusal(`The database has another ${name} than this program, so an unreleased version wrote it`, {
      advice: WHAT_TO_DO,
    });
  }
  return newer;
};

/** The changes that a database lacks or has more than a program. */
export type SchemaGap = {
  /** The program's migrations that the database lacks, in order. */
  pending: string[];
  /** The changes of a newer version, in order; this version can live with them. */
  newer: string[];
  isNew: boolean;
};

/** Compares a database with a folder's migrations; throws as `refuseOtherHistory` does. */
export const compareSchema = async (db: Db, folder: string): Promise<SchemaGap> => {
  const newer = await refuseOtherHistory(db, folder);
  const applied = await namesApplied(db);
  const pending = newer.length > 0 ? [] : (await migrationsIn(folder)).slice(applied.length);
  return { pending, newer, isNew: applied.length === 0 };
};

/** Refuses a change that needs all servers stopped while others are connected. */
export const refuseWhileServing = async (db: Db, folder: string, name: string): Promise<void> => {
  if (!(await needsStop(folder, name))) return;
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT objid)::int AS count FROM pg_locks
    WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND classid = ${sql.lit(LIVES)} AND objsubid = 2`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  throw new StartRefusal(
    `This version changes the database in a way that no earlier one can work with (${name}), and ` +
      `${count === 1 ? 'another server runs' : `${count} other servers run`}: stop them, then start this one`,
  );
};

/** Makes the table of checksums, or gives an older one what it lacks. */
const CHECKSUMS = sql`
  CREATE TABLE IF NOT EXISTS migration_checksums (name text PRIMARY KEY, sha256 text NOT NULL);
  ALTER TABLE migration_checksums ADD COLUMN IF NOT EXISTS lives_with text;`;

const MIGRATIONS_DONE = sql`
  CREATE TABLE IF NOT EXISTS kysely_migration (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL);`;

/** A statement that notes a migration's checksum; with literals, as several are sent at once. */
const checksumNote = async (folder: string, name: string, all: readonly string[]): Promise<RawBuilder<unknown>> => {
  const [sha256, oldest] = [await checksumOf(folder, name), await livesWith(folder, name, all)];
  return sql`
    INSERT INTO migration_checksums (name, sha256, lives_with)
    VALUES (${sql.lit(name)}, ${sql.lit(sha256)}, ${sql.lit(oldest)}) ON CONFLICT (name) DO NOTHING;`;
};

/**
 * Records the checksums of those migrations that have none yet, and which versions can live with
 * them; migrations from before the checksums count as the released ones.
 */
export const noteChecksums = async (db: Db, folder: string): Promise<void> => {
  const noted = new Set((await notesOf(db)).map(({ name }) => name));
  const all = await migrationsIn(folder);
  const names = all.filter((name) => !noted.has(name));
  if (names.length === 0) return;
  const notes = await Promise.all(names.map((name) => checksumNote(folder, name, all)));
  await sql`${CHECKSUMS} ${sql.join(notes, sql` `)}`.execute(db);
};

/** Records, in the transaction that ran it and in one round trip, a migration that was run. */
export const noteMigration = async (tx: Tx, folder: string, name: string): Promise<void> => {
  const at = new Date().toISOString();
  await sql`${MIGRATIONS_DONE} ${CHECKSUMS}
    INSERT INTO kysely_migration (name, timestamp) VALUES (${sql.lit(name)}, ${sql.lit(at)});
    ${await checksumNote(folder, name, await migrationsIn(folder))}`.execute(tx);
};
