import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, type LimitNode, type OffsetNode, PostgresDialect, PostgresQueryCompiler, ValueNode } from 'kysely';
import pg from 'pg';
import type { Tables } from '../database.ts';
import { openChannel } from './channel.ts';
import { ANSWER_MS, CONNECTION_MS, refuseUnfit, STATEMENT_MS } from './connect.ts';
import type { OpenDatabase } from './open.ts';
import { needsSession } from './pooler.ts';
import { type PreparingOptions, preparingPool } from './prepared-statements.ts';
import { leadsToReplica, oneStandby } from './replica.ts';
import type { PoolState, StatementWatch } from './watch-statements.ts';

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

/** Then a connection is replaced, which looks names up again and frees old statements. */
const LIFETIME_SECONDS = 600;
/** Milliseconds of silence until TCP probes a connection; ten seconds later it is lost. */
const SILENCE_MS = 10_000;

/**
 * PostgreSQL probes too, and ends the session of a vanished server within a minute: it would keep
 * its locks, and its place among the connections. On a Unix socket the probes have no effect.
 */
const PROBES = {
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 60_000,
};

/** Settings that statements and their plans depend on. */
const PLANNING = {
  timezone: 'UTC',
  // A page that names drivers joins some twenty rows. The planner takes the unknown limit for a
  // tenth of the table, and would make room for remembering as many drivers: at 100,000 that cost a
  // millisecond, and the joining 0.05.
  enable_memoize: 'off',
  // As in the PostgreSQL that the product starts itself (`cluster/settings.ts`): statements are
  // short, and compiling one takes longer than it saves. Clearing took ten times as long with it.
  jit: 'off',
  max_parallel_workers_per_gather: 0,
};

const LIMITS = {
  statement_timeout: STATEMENT_MS,
  // A transaction whose server lost its way would hold its locks for ever.
  idle_in_transaction_session_timeout: 30_000,
};

/** The settings of sessions that a pooler opens, which takes none from its clients. */
export const POOLED_SETTINGS = { ...PLANNING, ...LIMITS };

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

const poolOf = (connection: pg.PoolConfig, max: number, own: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({
    ...connection,
    types: postgresTypes(),
    max,
    connectionTimeoutMillis: CONNECTION_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE_MS,
    ...own,
  });
  // A connection's death fails the query that is on it, if any, and the pool opens another one.
  // Without these listeners the event would end the process, both from the pool and from a
  // connection in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

const directPool = (connection: pg.PoolConfig, max: number, own: pg.PoolConfig = {}): pg.Pool =>
  poolOf(connection, max, {
    ...LIMITS,
    ...own,
    options: Object.entries({ ...PROBES, ...PLANNING })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    application_name: 'banbo',
  });

/** Enough for what needs a session: a migration and its watch, a day that is compacted. */
const SESSIONS = 4;

type OpenOptions = PreparingOptions & {
  connections: number;
  /** The way to PostgreSQL itself where `connection` leads to a pooler in transaction mode. */
  session: pg.PoolConfig | undefined;
  /** A standby for `mayLag`. */
  replica: pg.PoolConfig | undefined;
};

/**
 * Connections to a PostgreSQL that has been found; none is made before it is needed. While
 * `mayWrite` says no, their statements may only read. `close` ends within a second or so, also
 * while connections hang.
 */
export const openPool = (connection: pg.PoolConfig, options: Partial<OpenOptions> = {}): OpenDatabase => {
  const { mayWrite = () => true, answerLimit = ANSWER_MS, watch = () => {}, connections = 16, session } = options;
  const standby = options.replica && directPool(options.replica, connections, { onConnect: oneStandby(answerLimit) });
  // The name would be that of a server which lives, while the pooler keeps its connections open.
  const pooled = session && poolOf(connection, connections, { application_name: 'banbo pooled' });
  const direct = directPool(session ?? connection, session ? SESSIONS : connections);
  const pools = [direct, pooled, standby].filter((one) => one !== undefined);
  const ends = pools.map(endOf);
  const channel = openChannel(session ?? connection);
  const close = async (): Promise<void> => {
    await channel.close();
    await Promise.all(ends.map((end) => end.close()));
  };
  const apart = preparingPool(direct, { mayWrite, answerLimit, watch });
  const main = pooled ? preparingPool(pooled, { mayWrite, answerLimit, watch, isPooler: true }) : apart;
  const lagging = standby ? preparingPool(standby, { mayWrite: () => true, answerLimit, watch }) : main;
  const giveUp = (): void => {
    for (const pool of new Set([apart, main, lagging])) pool.giveUp();
    for (const end of ends) end.cut();
  };
  const chosen = () => (needsSession() ? apart : leadsToReplica() ? lagging : main);
  const pool = { ...main, connect: () => chosen().connect() };
  const db = new Kysely<Tables>({ dialect: new PagingDialect({ pool }) });
  const busy = pooled ?? direct;
  const poolState = (): PoolState => ({
    inUse: busy.totalCount - busy.idleCount,
    idle: busy.idleCount,
    waiting: busy.waitingCount,
    most: connections,
  });
  return { db, channel, poolState, giveUp, close };
};

/** Further addresses of the same database: past a pooler, and of a standby for reading. */
type OtherAddresses = { session?: string | undefined; replica?: string | undefined; watch?: StatementWatch };

/**
 * Opens PostgreSQL 15 or newer, through a pooler where another address leads past it. Throws a
 * `StartRefusal` when it does not answer, is older, or is a pooler that nothing leads past.
 */
export const openPostgres = async (url: string, others: OtherAddresses = {}): Promise<OpenDatabase> => {
  const { session: sessionUrl, replica: replicaUrl, watch = () => {} } = others;
  const session = sessionUrl === undefined ? undefined : { connectionString: sessionUrl };
  const connection = { connectionString: url };
  await refuseUnfit(session ?? connection, session ? 'DATABASE_SESSION_URL' : 'DATABASE_URL');
  return openPool(connection, {
    watch,
    session,
    replica: replicaUrl === undefined ? undefined : { connectionString: replicaUrl },
  });
};
