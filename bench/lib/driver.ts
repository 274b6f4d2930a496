import pg from 'pg';
import { connectionTo, DATABASE, SUPERUSER } from '../../server/src/db/cluster/make-cluster.ts';
import type { Channel } from '../../server/src/db/connection/channel.ts';
import { openPool, postgresTypes } from '../../server/src/db/connection/open-postgres.ts';
import type { Db } from '../../server/src/db/database.ts';
import { foldTotals } from '../../server/src/db/totals/fold-totals.ts';
import { machineMemory } from '../../server/src/lib/memory-budget.ts';
import { startThrowawayCluster } from '../../server/test/database/throwaway-cluster.ts';
import { type Fill, fill } from './fill.ts';

export type Query = (text: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** PostgreSQL's driver without the product's code around it. */
export type Driver = { query: Query; transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T> };

/**
 * One filled database, opened by the product and by its bare driver, which prepares statements or
 * not. `uncounted` prepares them on a copy that keeps no totals.
 */
export type Opened = {
  db: Db;
  channel: Channel;
  /** Where the database is, for a connection of one's own. */
  where: pg.PoolConfig;
  plain: Driver;
  prepared: Driver;
  uncounted: Driver;
  close: () => Promise<void>;
};

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

const UNCOUNTED = 'uncounted';

/** Totals are kept by the triggers that see whole statements; a constraint's triggers see rows. */
const DROP_COUNTING = `
  DO $$
  DECLARE one record;
  BEGIN
    FOR one IN SELECT tgname, tgrelid::regclass AS source FROM pg_trigger
      WHERE NOT tgisinternal AND (tgnewtable IS NOT NULL OR tgoldtable IS NOT NULL)
    LOOP
      EXECUTE format('DROP TRIGGER %I ON %s', one.tgname, one.source);
    END LOOP;
  END
  $$`;

/** Runs statements without a time limit, then disconnects: a database in use cannot be copied. */
const visit = async (where: pg.PoolConfig, work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client(where);
  await client.connect();
  await work(client).finally(() => client.end());
};

/**
 * Starts PostgreSQL from `bin` (by default the installed one) with the product's settings and a
 * filled database, in a temporary folder that is removed at the end.
 */
export const openBench = async (
  { bin, ...size }: Fill & { bin: string | undefined },
  prepareSchema: (db: Db) => Promise<void>,
): Promise<Opened> => {
  // The bare driver has as many connections as the product, besides it, and as many on the copy.
  const cluster = await startThrowawayCluster(bin, ['max_connections=100'], machineMemory());
  const where = connectionTo(cluster.socketDir);
  const first = openPool(where);
  await prepareSchema(first.db);
  await first.close();
  await visit(where, (client) => fill((statement) => client.query(statement), size));
  const filled = openPool(where);
  await foldTotals(filled.db);
  await filled.close();
  await visit(where, async (client) => {
    await client.query('VACUUM ANALYZE');
  });
  await visit({ ...where, user: SUPERUSER, database: SUPERUSER }, async (client) => {
    await client.query(`CREATE DATABASE ${UNCOUNTED} TEMPLATE ${DATABASE} OWNER ${DATABASE}`);
  });
  await visit({ ...where, database: UNCOUNTED }, async (client) => {
    await client.query(DROP_COUNTING);
  });
  const { db, channel, close } = openPool(where);
  const pools: pg.Pool[] = [];
  const pool = (database: string): pg.Pool => {
    const opened = new pg.Pool({ ...where, database, max: CONNECTIONS, types: postgresTypes() });
    opened.on('error', () => {});
    pools.push(opened);
    return opened;
  };
  const counted = pool(DATABASE);
  return {
    db,
    channel,
    where,
    plain: bare(counted, unnamed),
    prepared: bare(counted, named),
    uncounted: bare(pool(UNCOUNTED), named),
    close: async () => {
      await close();
      for (const one of pools) await one.end();
      await cluster.stop();
    },
  };
};
