import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { copyTree } from './copy-tree.ts';
import { SUPERUSER } from './make-cluster.ts';

// PostgreSQL's documentation, "Making a Base Backup Using the Low Level API": what a copy leaves out.
const CONTENT_LEFT_OUT = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
]);
const FILES_LEFT_OUT = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'tablespace_map',
  'backup_manifest',
]);

const isLeftOut = (path: string): boolean => {
  const name = basename(path);
  if (dirname(path) === '.') return CONTENT_LEFT_OUT.has(name) || FILES_LEFT_OUT.has(name);
  return name.startsWith('pgsql_tmp') || name.startsWith('pg_internal.init');
};

/** A segment of the write-ahead log; names sort in the order in which they are written. */
const SEGMENT = /^[0-9A-F]{24}$/;

const copySegments = async (folder: string, draft: string, { first, last }: Moment): Promise<void> => {
  const names = (await readdir(join(folder, 'pg_wal'))).filter(
    (name) => SEGMENT.test(name) && name >= first && name <= last,
  );
  for (const name of names) await copyFile(join(folder, 'pg_wal', name), join(draft, 'pg_wal', name));
};

type Moment = { first: string; last: string };

const rowOf = async (client: pg.Client, text: string): Promise<Record<string, string>> =>
  (await client.query(text)).rows[0] as Record<string, string>;

/**
 * Copies a running cluster into `draft`, as of the moment this ends: PostgreSQL's non-exclusive backup, with the part of
 * the log that makes the copied files agree. A cluster that is opened on the copy reads that log first.
 */
export const copyCluster = async (where: pg.PoolConfig, folder: string, draft: string): Promise<void> => {
  const client = new pg.Client({ ...where, user: SUPERUSER, database: SUPERUSER });
  await client.connect();
  try {
    // The slot goes with the connection, however that ends.
    await client.query("SELECT pg_create_physical_replication_slot('banbo_backup_' || pg_backend_pid(), true, true)");
    const { first } = await rowOf(client, "SELECT pg_walfile_name(pg_backup_start('banbo', true)) AS first");
    await copyTree(folder, draft, { skip: isLeftOut });
    await mkdir(join(draft, 'pg_wal/archive_status'), { recursive: true, mode: 0o700 });
    const { last, label } = await rowOf(
      client,
      'SELECT pg_walfile_name(lsn) AS last, labelfile AS label FROM pg_backup_stop(false)',
    );
    if (first === undefined || last === undefined || label === undefined) throw new Error('The backup has no end');
    await copySegments(folder, draft, { first, last });
    await writeFile(join(draft, 'backup_label'), label, { mode: 0o600 });
  } finally {
    await client.end();
  }
};
