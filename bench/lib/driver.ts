import pg from 'pg';
import { connectionTo } from '../../server/src/db/cluster/make-cluster.ts';
import { machineMemory } from '../../server/src/db/cluster/settings.ts';
import type { Db } from '../../server/src/db/database.ts';
import { openPool } from '../../server/src/db/open-postgres.ts';
import { postgresTypes } from '../../server/src/db/types.ts';
import { startThrowawayCluster } from '../../server/test/database/throwaway-cluster.ts';
import type { Run } from './fill.ts';

export type Query = (text: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** PostgreSQL's driver without the product's code around it. */
export type Driver = { query: Query; transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T> };

/**
 * One empty database, opened as the product opens it and by its bare driver, both with plain and with prepared
 * statements.
 */
export type BenchDatabase = { db: Db; plain: Driver; prepared: Driver; run: Run; close: () => Promise<void> };

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

/**
 * The PostgreSQL in `bin`, or the installed one, with the product's settings, in a temporary folder that is removed
 * afterwards.
 */
export const openBench = async (bin: string | undefined): Promise<BenchDatabase> => {
  // The bare driver has as many connections as the product, beside it.
  const cluster = await startThrowawayCluster(bin, ['max_connections=100'], machineMemory());
  const where = connectionTo(cluster.socketDir);
  const { db, close } = openPool(where);
  const pool = new pg.Pool({ ...where, max: CONNECTIONS, types: postgresTypes() });
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
