import fs from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { StartRefusal } from '#lib/refusal.ts';
import type { Binaries } from './binaries.ts';
import { CLUSTER, makeSocketFolder } from './cluster-folder.ts';
import { connectionTo } from './make-cluster.ts';
import { startPostmaster } from './postmaster.ts';
import { postmasterLog } from './postmaster-log.ts';
import type { RunAs } from './run-as.ts';
import { type ClusterSetting, settingArguments, settingsFor } from './settings.ts';

/** Megabytes; a check is in no hurry. */
const MEMORY_MB = 512;

const TABLES = `
  SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name
  FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY name`;

/** Reads whole rows of every table, since PostgreSQL checks only pages that it reads. */
const countRows = async (client: pg.Client): Promise<Map<string, number>> => {
  const { rows: tables } = await client.query<{ name: string }>(TABLES);
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(`SELECT count(t::text) FROM ${name} AS t`);
    counts.set(name.replace(/^public\./, ''), Number(rows[0]?.count));
  }
  return counts;
};

/**
 * The end of the log of an archive, as PostgreSQL read it: its last change, and where that is; and
 * the system identifier, which a copy keeps of the database that it is of.
 */
type Replayed = { at: Date | null; lsn: string | null; system: string };

/** Work on an opened copy: its rows by table, and the log that was read. */
export type WorkOnCopy = (
  connection: pg.PoolConfig,
  rows: ReadonlyMap<string, number>,
  replayed: Replayed,
) => Promise<void>;

const REPLAYED = `
  SELECT pg_last_xact_replay_timestamp() AS at, pg_last_wal_replay_lsn()::text AS lsn, system_identifier::text AS system
  FROM pg_control_system()`;

/** Milliseconds; a day's log may have to be read first. */
const RECOVERY_MS = 6 * 3_600_000;

type VerifyOptions = {
  /** Settings by which PostgreSQL reads the log of an archive first. */
  recovery?: readonly ClusterSetting[];
  work?: WorkOnCopy;
};

/**
 * Opens the cluster in `${root}/database` once, reads every row, does `work` if there is some, and
 * ends it, so that its files agree and need no log any more. Answers the number of rows by table.
 * Throws a `StartRefusal` with PostgreSQL's own words when it does not open or cannot be read.
 */
export const verifyCluster = async (
  root: string,
  binaries: Binaries,
  runAs: RunAs,
  { recovery = [], work }: VerifyOptions = {},
): Promise<Map<string, number>> => {
  const folder = join(root, CLUSTER);
  const socket = makeSocketFolder(root, runAs);
  const settings = settingArguments([...settingsFor(MEMORY_MB, binaries.version), ...recovery]);
  const log = postmasterLog(join(root, 'log'));
  try {
    const startMs = recovery.length > 0 ? RECOVERY_MS : undefined;
    const how = { folder, socketDir: socket.folder, binaries, runAs, settings, log, startMs };
    const postmaster = await startPostmaster(how);
    const client = new pg.Client(connectionTo(socket.folder));
    // The query under way fails with the connection, and its error is the one to report.
    client.on('error', () => {});
    try {
      await client.connect();
      const rows = await countRows(client);
      const { rows: read } = await client.query<Replayed>(REPLAYED);
      await work?.(connectionTo(socket.folder), rows, read[0] ?? { at: null, lsn: null, system: '' });
      return rows;
    } finally {
      await client.end();
      await postmaster.stop();
    }
  } catch (error) {
    if (error instanceof StartRefusal) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new StartRefusal(`The copy cannot be opened: ${why}`, { cause: error });
  } finally {
    socket.remove();
    fs.rmSync(join(root, 'log'), { recursive: true, force: true });
  }
};
