import fs from 'node:fs';
import { join } from 'node:path';
import { StartRefusal } from '#lib/start-refusal.ts';

/** Where the cluster stands below DATA_DIR. */
export const CLUSTER = 'database';
/** Holds the identity of the cluster, a UUID. Written last before the cluster gets its name, so it also says that it is whole. */
export const IDENTITY = 'banbo-identity';

/** What every cluster of PostgreSQL 15 or newer has; it does not start, or not with everything, without one of them. */
export const PARTS = [
  ...['PG_VERSION', IDENTITY, 'global/pg_control', 'base', 'pg_wal', 'pg_xact', 'pg_multixact', 'pg_subtrans'],
  ...['pg_commit_ts', 'pg_dynshmem', 'pg_logical', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat'],
  ...['pg_stat_tmp', 'pg_tblspc', 'pg_twophase', 'postgresql.conf', 'pg_hba.conf', 'pg_ident.conf'],
];

/** What a folder may hold that no start has filled yet: the server's own tools, and what a file system puts there. */
const NO_DATA = new Set([
  `${CLUSTER}.draft`,
  'restored.draft',
  'lock',
  'log',
  'socket',
  'spare',
  '.banbo-demo',
  'lost+found',
]);

const OR_ANOTHER = 'restore a backup, or set another DATA_DIR';

const namesIn = (folder: string): string[] => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);

/** Throws a `StartRefusal` when a folder without a cluster holds what belongs to one. */
const refuseOrphanedData = (dataDir: string): void => {
  const found = namesIn(dataDir).filter((name) => !NO_DATA.has(name));
  if (found.length === 0) return;
  throw new StartRefusal(`${dataDir} holds ${found.sort().slice(0, 3).join(', ')} but no ${CLUSTER}: ${OR_ANOTHER}`);
};

const refuseIncomplete = (folder: string): void => {
  const has = (name: string): boolean => fs.existsSync(join(folder, name));
  // The former engine made no cluster of ours, and had no postmaster.
  if (has('PG_VERSION') && !has(IDENTITY) && !has('postmaster.opts')) {
    throw new StartRefusal(
      `${folder} was made by the engine of an earlier version, which this one cannot read: start that version, or set another DATA_DIR`,
    );
  }
  const missing = PARTS.filter((part) => !has(part));
  if (missing.length === 0) return;
  throw new StartRefusal(`${folder} is no whole database, without ${missing.slice(0, 3).join(', ')}: ${OR_ANOTHER}`);
};

const refuseOtherVersion = (folder: string, version: number): void => {
  const made = fs.readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (made === String(version)) return;
  throw new StartRefusal(
    `${folder} was made by PostgreSQL ${made}, and its programs here are ${version}: set POSTGRES_BIN to those of ${made}`,
  );
};

/**
 * Whether DATA_DIR has a cluster. Throws a `StartRefusal` when it has one that is not whole or that PostgreSQL `version`
 * cannot open, or when it has none but holds anything that belongs to one: nothing is ever made over it.
 */
export const hasCluster = (dataDir: string, version: number): boolean => {
  const folder = join(dataDir, CLUSTER);
  if (!fs.existsSync(folder)) {
    refuseOrphanedData(dataDir);
    return false;
  }
  refuseIncomplete(folder);
  refuseOtherVersion(folder, version);
  return true;
};
