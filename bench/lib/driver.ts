import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Db } from '../../server/src/db/database.ts';
import { openEngine } from '../../server/src/db/pglite/engine.ts';
import { ensureDatabase } from '../../server/src/db/pglite/first-database.ts';
import { fromEngine } from '../../server/src/db/pglite/from-engine.ts';
import { setAside } from '../../server/src/db/pglite/spare-space.ts';
import { openPostgres } from '../../server/src/db/postgres.ts';
import { postgresTypes } from '../../server/src/db/types.ts';
import { findPostgres } from '../../server/test/engines/postgres-binaries.ts';
import { databaseUrl, startCluster } from '../../server/test/engines/postgres-cluster.ts';
import type { Run } from './fill.ts';

export type Query = (text: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** An engine's own driver, without anything of ours around it. */
export type Driver = { query: Query; transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T> };

/** One empty database, opened as the product opens it and by its bare driver: as one asks, and preparing statements. */
export type Opened = { db: Db; plain: Driver; prepared: Driver; run: Run; close: () => Promise<void> };

// As a server would have it: every commit reaches the disk before it is acknowledged.
const DURABLE = [
  ...['listen_addresses=', 'max_connections=100', 'shared_buffers=1GB', 'max_wal_size=4GB', 'checkpoint_timeout=30min'],
  'log_min_messages=fatal',
];

const CONNECTIONS = 16;

const names = new Map<string, string>();

type Config = (text: string, values: readonly unknown[]) => pg.QueryConfig;

const unnamed: Config = (text, values) => ({ text, values: [...values] });

/** Prepared once a connection, as the product's statements are. */
const named: Config = (text, values) => {
  const name = names.get(text) ?? `bare_${names.size + 1}`;
  names.set(text, name);
  return { name, text, values: [...values] };
};

const bare = (pool: pg.Pool, config: Config): Driver => ({
  query: async (text, values) => (await pool.query(config(text, values))).rows,
  transaction: async (work) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const result = await work(async (text, values) => (await client.query(config(text, values))).rows);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  },
});

/** PostgreSQL from the system's binaries, in a temporary folder that is gone afterwards. */
export const openOnPostgres = async (): Promise<Opened> => {
  const bin = findPostgres();
  if (!bin) throw new Error('PostgreSQL’s binaries were not found');
  const cluster = await startCluster(bin, DURABLE);
  const url = databaseUrl(cluster.socketDir, 'postgres');
  const { db, close } = await openPostgres(url);
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, types: postgresTypes() });
  pool.on('error', () => {});
  return {
    db,
    plain: bare(pool, unnamed),
    prepared: bare(pool, named),
    run: (statement) => pool.query(statement),
    close: async () => {
      await close();
      await pool.end();
      await cluster.stop();
    },
  };
};

/** The embedded engine as the product has it, durable, in a temporary folder that is gone afterwards. */
export const openOnPglite = async (): Promise<Opened> => {
  const folder = mkdtempSync(join(tmpdir(), 'banbo-bench-'));
  const spare = setAside(join(folder, 'spare'));
  await ensureDatabase(join(folder, 'database'), spare);
  const engine = await openEngine(join(folder, 'database'), spare);
  const { db, close } = fromEngine(engine);
  const rows = async (asked: Promise<{ rows: unknown[] }>) => (await asked).rows as Record<string, unknown>[];
  const bareEngine = (mark: string): Driver => ({
    query: (text, values) => rows(engine.query(text + mark, [...values])),
    transaction: (work) => engine.transaction((tx) => work((text, values) => rows(tx.query(text + mark, [...values])))),
  });
  return {
    db,
    // A statement with a star is never prepared.
    plain: bareEngine(' -- *'),
    prepared: bareEngine(''),
    run: (statement) => engine.exec(statement),
    close: async () => {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
};
