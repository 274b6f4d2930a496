import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type pg from 'pg';
import { copyTree } from '#lib/copy-tree.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { commandAs, endingWithUs, giveAllTo, giveTo, type RunAs } from './run-as.ts';
import { asSuperuser } from './superuser.ts';

// Left out as PostgreSQL's "Making a Base Backup Using the Low Level API" says.
const CONTENT_LEFT_OUT = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
]);
const FILES_LEFT_OUT = new Set([
  ...['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map', 'backup_manifest'],
]);

/** Whether a file of a cluster belongs to the process that runs on it, and is no part of a copy. */
export const isProcessFile = (path: string): boolean => FILES_LEFT_OUT.has(path);

/** The same as patterns of tar, of a cluster that is packed as `.`. */
export const PATTERNS_LEFT_OUT: readonly string[] = [
  ...[...CONTENT_LEFT_OUT].map((name) => `./${name}/*`),
  ...[...FILES_LEFT_OUT].map((name) => `./${name}`),
  ...['pgsql_tmp*', 'pg_internal.init*'],
];

const isLeftOut = (path: string): boolean => {
  const name = basename(path);
  if (dirname(path) === '.') return CONTENT_LEFT_OUT.has(name) || FILES_LEFT_OUT.has(name);
  return name.startsWith('pgsql_tmp') || name.startsWith('pg_internal.init');
};

/** The first and last segment of the log that a copy needs; names sort in the order of writing. */
type SegmentRange = { first: string; last: string };

const SEGMENT = /^[0-9A-F]{24}$/;

/** Copies the files of a running cluster, without its log. */
export const copyFiles = (folder: string, draft: string): Promise<void> => copyTree(folder, draft, { skip: isLeftOut });

/** Copies the part of the log that makes the copied files agree, and records its beginning. */
export const copyLog = async (
  folder: string,
  draft: string,
  { first, last }: SegmentRange,
  label: string,
): Promise<void> => {
  const isOutside = (name: string): boolean => !SEGMENT.test(name) || name < first || name > last;
  await copyTree(join(folder, 'pg_wal'), join(draft, 'pg_wal'), { skip: isOutside });
  await mkdir(join(draft, 'pg_wal/archive_status'), { recursive: true, mode: 0o700 });
  await writeFile(join(draft, 'backup_label'), label, { mode: 0o600 });
  const copied = await readdir(join(draft, 'pg_wal'));
  if (!copied.includes(first)) throw new Error(`The log from ${first} on is gone`);
};

const PROGRAM = fileURLToPath(new URL('./copy-as.ts', import.meta.url));

/**
 * Runs one of the copies above in a process of the user that PostgreSQL runs as. Root must not read
 * paths that this user names, since links could lead it to any file.
 */
const copyAs = async (runAs: RunAs, ...args: string[]): Promise<void> => {
  // A copier that outlived a killed backup would go on filling the draft.
  const [wrapped = '', ...rest] = endingWithUs(runAs, 'KILL', [process.execPath, PROGRAM, ...args]);
  const { program, args: words, options } = commandAs(runAs, wrapped, rest);
  const copying = promisify(execFile)(program, words, { ...options, cwd: '/' });
  // Ends the copier before the draft is removed, or it would go on filling it.
  const end = () => copying.child.kill('SIGKILL');
  process.prependListener('exit', end);
  try {
    await copying;
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    const why = /^\w*Error: (.*)$/m.exec(stderr)?.[1] ?? message;
    // Passes the system's error code on, so that the caller can tell a full disk.
    const [, code] = /^ +code: '(\w+)'/m.exec(stderr) ?? [];
    throw Object.assign(new StartRefusal(`The database could not be copied: ${why}`, { cause: error }), { code });
  } finally {
    process.off('exit', end);
  }
};

/**
 * Copies a running cluster into `draft`, which must not exist, by PostgreSQL's non-exclusive
 * backup. The copy is of the moment at which this ends; PostgreSQL reads the log in it when it
 * first opens it. Throws a `StartRefusal` when PostgreSQL ends meanwhile.
 */
export const copyRunningCluster = async (
  connection: pg.PoolConfig,
  folder: string,
  draft: string,
  runAs: RunAs,
): Promise<void> => {
  mkdirSync(draft, { mode: 0o700 });
  giveTo(runAs, draft);
  await asSuperuser(connection, async (query) => {
    // The replication slot ends with the connection, however that ends.
    await query("SELECT pg_create_physical_replication_slot('banbo_backup_' || pg_backend_pid(), true, true)");
    const { first = '' } = await query("SELECT pg_walfile_name(pg_backup_start('banbo', true)) AS first");
    await copyAs(runAs, 'files', folder, draft);
    const { last = '', label = '' } = await query(
      'SELECT pg_walfile_name(lsn) AS last, labelfile AS label FROM pg_backup_stop(false)',
    );
    await copyAs(runAs, 'log', folder, draft, first, last, label);
  });
};

/** Copies a stopped cluster into `draft`, a new folder that no other process can reach yet. */
export const copyStoppedCluster = async (from: string, draft: string, runAs: RunAs): Promise<void> => {
  await copyTree(from, draft, { skip: isProcessFile });
  giveAllTo(runAs, draft);
};
