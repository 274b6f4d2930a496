import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { StartRefusal } from '#lib/start-refusal.ts';
import { OLDEST_VERSION } from './cluster/binaries.ts';
import type { Db, Tables } from './database.ts';
import type { OpenDatabase } from './open.ts';
import { preparingPool } from './prepared-statements.ts';
import { postgresTypes } from './types.ts';

/** Whether the product runs on a server of this version, as the server tells it: `15.6 (Debian 15.6-0)`. */
export const isSupported = (version: string): boolean => Number.parseInt(version, 10) >= OLDEST_VERSION;

const refuseOld = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(db);
  const version = rows[0]?.version ?? '';
  if (isSupported(version)) return;
  throw new StartRefusal(`PostgreSQL ${OLDEST_VERSION} or newer is needed, and DATABASE_URL leads to ${version}`);
};

const reached = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StartRefusal) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new StartRefusal(`DATABASE_URL leads to no database: ${why}`, { cause: error });
  }
};

/**
 * Connections to a PostgreSQL that has been found; none is made before it is needed. While `mayWrite` says no, their
 * transactions may only read.
 */
export const openPool = (connection: pg.PoolConfig, mayWrite: () => boolean = () => true): OpenDatabase => {
  const pool = new pg.Pool({
    ...connection,
    types: postgresTypes(),
    max: 16,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 15_000,
    // A transaction whose server lost its way would hold its locks for ever.
    idle_in_transaction_session_timeout: 30_000,
    options: '-c timezone=UTC',
    keepAlive: true,
    application_name: 'banbo',
  });
  // A connection's death fails the query that is on it, if any, and the pool opens another one. Unheard, the news of it
  // would end the process, both from the pool and from a connection that is in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool, mayWrite) }) });
  return { db, close: () => db.destroy() };
};

/** Opens PostgreSQL 15 or newer. Throws a `StartRefusal` when it does not answer or is older. */
export const openPostgres = async (url: string): Promise<OpenDatabase> => {
  const opened = openPool({ connectionString: url });
  try {
    await reached(refuseOld(opened.db));
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
};
