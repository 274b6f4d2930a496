import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, type LimitNode, type OffsetNode, PostgresDialect, PostgresQueryCompiler, ValueNode } from 'kysely';
import pg from 'pg';
import type { Tables } from '../database.ts';
import { openChannel } from './channel.ts';
import { ANSWER_MS, refuseUnfit, STATEMENT_MS } from './connect.ts';
import type { OpenDatabase } from './open.ts';
import { type PreparingOptions, preparingPool } from './prepared-statements.ts';
import type { PoolStanding, StatementWatch } from './watch-statements.ts';

/** Milliseconds that a busy connection may delay the end of the process or of its PostgreSQL. */
const CLOSE_MS = 1_000;

type PoolEnd = {
  /** Waits a second for the connections in use, then cuts them. It may be called again. */
  close: () => Promise<void>;
  /** Cuts the connections, which fails all that waits on them. */
  cut: () => void;
};

const endOf = (pool: pg.Pool): PoolEnd => {
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client as pg.PoolClient));
  const cut = (): void => {
    for (const client of open) client.connection.stream.destroy();
  };
  const close = async (): Promise<void> => {
    await Promise.race([pool.end(), delay(CLOSE_MS, null, { ref: false })]);
    // Connections that the pool has released may still wait for the other side's goodbye.
    cut();
  };
  let closed: Promise<void> | undefined;
  return {
    cut,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
};

// Days and bigints as text, the contract's form; the driver gives NUMERIC as text already.
const asText = (text: string): string => text;

/** The parsers of PostgreSQL's values: days and bigints as text. */
export const postgresTypes = (): pg.TypeOverrides => {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.DATE, asText);
  types.setTypeParser(pg.types.builtins.INT8, asText);
  return types;
};

/** Milliseconds to wait for a connection, be it a new one or one in use. */
const CONNECTION_MS = 10_000;
/** Then a connection is replaced, which looks names up again and frees old statements. */
const LIFETIME_SECONDS = 600;
/** Milliseconds of silence until TCP probes a connection; ten seconds later it is lost. */
const SILENCE_MS = 10_000;

/**
 * Settings of a session. PostgreSQL probes too, and ends the session of a vanished server within a
 * minute: it would keep its locks, and its place among the connections. On a Unix socket the probes
 * have no effect.
 */
const SESSION = {
  timezone: 'UTC',
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 60_000,
  // A page that names drivers joins some twenty rows. The planner takes the unknown limit for a
  // tenth of the table, and would make room for remembering as many drivers: at 100,000 that cost a
  // millisecond, and the joining 0.05.
  enable_memoize: 'off',
  // As in the PostgreSQL that the product starts itself (`cluster/settings.ts`): statements are
  // short, and compiling one takes longer than it saves. Clearing took ten times as long with it.
  jit: 'off',
  max_parallel_workers_per_gather: 0,
};

/**
 * Writes the number of rows that a page has into its statement's text. As a parameter it could be
 * any number, for which the planner expects a tenth of the table; so it would plan each page anew
 * rather than use the plan that it has kept.
 */
class PageCompiler extends PostgresQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    if (ValueNode.is(node.limit) && Number.isSafeInteger(node.limit.value)) this.append(`limit ${node.limit.value}`);
    else super.visitLimit(node);
  }

  protected override visitOffset(node: OffsetNode): void {
    if (ValueNode.is(node.offset) && node.offset.value === 0) this.append('offset 0');
    else super.visitOffset(node);
  }
}

class PagingDialect extends PostgresDialect {
  override createQueryCompiler(): PageCompiler {
    return new PageCompiler();
  }
}

/**
 * Connections to a PostgreSQL that has been found; none is made before it is needed. While
 * `mayWrite` says no, their statements may only read. `close` ends within a second or so, also
 * while connections hang.
 */
export const openPool = (
  connection: pg.PoolConfig,
  options: Partial<PreparingOptions & { connections: number }> = {},
): OpenDatabase => {
  const { mayWrite = () => true, answerLimit = ANSWER_MS, watch = () => {}, connections = 16 } = options;
  const pool = new pg.Pool({
    ...connection,
    types: postgresTypes(),
    max: connections,
    connectionTimeoutMillis: CONNECTION_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    statement_timeout: STATEMENT_MS,
    // A transaction whose server lost its way would hold its locks for ever.
    idle_in_transaction_session_timeout: 30_000,
    options: Object.entries(SESSION)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE_MS,
    application_name: 'banbo',
  });
  // A connection's death fails the query that is on it, if any, and the pool opens another one.
  // Without these listeners the event would end the process, both from the pool and from a
  // connection in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const end = endOf(pool);
  const channel = openChannel(connection);
  const close = async (): Promise<void> => {
    await channel.close();
    await end.close();
  };
  const prepared = preparingPool(pool, { mayWrite, answerLimit, watch });
  const giveUp = (): void => {
    prepared.giveUp();
    end.cut();
  };
  const db = new Kysely<Tables>({
    dialect: new PagingDialect({ pool: prepared }),
  });
  const standing = (): PoolStanding => ({
    inUse: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    most: connections,
  });
  return { db, channel, standing, giveUp, close };
};

/** Opens PostgreSQL 15 or newer. Throws a `StartRefusal` when it does not answer or is older. */
export const openPostgres = async (url: string, watch: StatementWatch = () => {}): Promise<OpenDatabase> => {
  const database = openPool({ connectionString: url }, { watch });
  try {
    await refuseUnfit(database.db);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
};
