import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { answered, CONNECTION_FAILURE, connect } from './connect.ts';
import type { StatementWatch } from './watch-statements.ts';
import { isReadOnly, type WriteAccess, writeAccess } from './write-access.ts';

/** A connection keeps a plan of every named statement, so their number is bounded. */
const MAX_NAMES = 200;
/** Names closed at once, so that one round trip serves many. */
const SPARE_NAMES = 20;

/** A star's result changes with its table, so that its plan would fail after a migration. */
const HAS_STAR = /[\s.]\*/;

/** For a statement whose best plan depends on its values: it is planned for each call. */
export const PLANNED_EACH_TIME = '/* planned each time */';

/** Prepares reads without parameters; writes without parameters are mostly one-off migrations. */
const READS = /^\s*(?:select|with)\b/i;

/** The names under which one connection keeps the plans of its statements. */
type StatementNames = {
  /** The name of a statement, the same for the same text; undefined when no plan is kept. */
  nameOf: (text: string) => string | undefined;
  /** Forgets and gives the least recently used surplus names, for the connection to close. */
  takeSurplus: () => string[];
};

/** Names for a new connection, each used once, so that no name has another text's plan. */
export const statementNames = (): StatementNames => {
  const kept = new Map<string, { name: string; used: number }>();
  let made = 0;
  let uses = 0;
  return {
    nameOf: (text) => {
      uses += 1;
      const known = kept.get(text);
      if (known) {
        known.used = uses;
        return known.name;
      }
      if (HAS_STAR.test(text) || text.includes(PLANNED_EACH_TIME) || !(text.includes('$1') || READS.test(text)))
        return undefined;
      made += 1;
      const name = `banbo_${made}`;
      kept.set(text, { name, used: uses });
      return name;
    },
    takeSurplus: () => {
      if (kept.size <= MAX_NAMES) return [];
      const oldest = [...kept].sort(([, a], [, b]) => a.used - b.used).slice(0, kept.size - MAX_NAMES + SPARE_NAMES);
      for (const [text] of oldest) kept.delete(text);
      return oldest.map(([, { name }]) => name);
    },
  };
};

/** The driver's record of prepared statements, which it never empties by itself. */
type Memory = { parsedStatements?: Record<string, string> };

/**
 * Closes prepared statements on their connection in one round trip. It uses the protocol's Close
 * message, since the statement DEALLOCATE fails for an unknown name and within a failed
 * transaction.
 */
const closeStatements = (client: pg.PoolClient, names: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const closing = {
      submit: (connection: pg.Connection): void => {
        for (const name of names) {
          connection.close({ type: 'S', name }, true);
          delete (connection as Memory).parsedStatements?.[name];
        }
        connection.sync();
      },
      // The driver calls these handlers as it does those of its own queries.
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    };
    client.query(closing);
  });

export type PreparingOptions = {
  /** While this answers false, a statement that writes fails with 53100. */
  mayWrite: () => boolean;
  /** Milliseconds after which a connection without an answer is given up. */
  answerLimit: number;
  /** Hears of each statement. */
  watch: StatementWatch;
  /** Whether the connections lead to a pooler in transaction mode. */
  isPooler?: boolean;
};

/** A pooler gives each transaction another of its connections, on which no name is known. */
const NO_NAMES: StatementNames = { nameOf: () => undefined, takeSurplus: () => [] };

/** A connection for Kysely. `trusted`: its opening, or its last sign of being read only. */
type Prepared = PostgresPoolClient & { access: WriteAccess; trusted: number };

const prepare = (client: pg.PoolClient, options: PreparingOptions, onReadOnly: () => void): Prepared => {
  const { answerLimit: limit, watch, isPooler } = options;
  const names = isPooler ? NO_NAMES : statementNames();
  const access = writeAccess((text) => answered(client, limit, () => client.query(text)));
  const query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    const name = names.nameOf(text);
    const surplus = names.takeSurplus();
    const asked = { text, values: [...values], ...(name === undefined ? {} : { name }) };
    const begun = performance.now();
    let failed = true;
    try {
      if (surplus.length > 0) await answered(client, limit, () => closeStatements(client, surplus));
      const result = await answered(client, limit, () => client.query(asked));
      failed = false;
      return result;
    } catch (error) {
      const explained = access.explain(error);
      if (isReadOnly(explained)) {
        prepared.trusted = Number.NEGATIVE_INFINITY;
        onReadOnly();
      }
      throw explained;
    } finally {
      watch({ text, ms: performance.now() - begun, failed });
    }
  };
  const prepared: Prepared = {
    access,
    trusted: performance.now(),
    // Kysely asks for a statement's result, or for a cursor only if it was given a cursor's
    // constructor, which it is not.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
  return prepared;
};

/** Poolers keep this one setting for each client, whatever their connections began with. */
const TIMEZONE = "SET timezone = 'UTC'";

/** Milliseconds. Bounds how often a read-only database has connections replaced. */
const DISTRUST_EVERY_MS = 1_000;

/**
 * A pool whose connections prepare each statement once: of a short query, planning costs several
 * times what running does. Connections to a database that suddenly only lets us read are replaced
 * when they are next taken: after a failover they lead to the former server, and a setting that was
 * taken back holds on in sessions that are open.
 */
export const preparingPool = (pool: pg.Pool, options: PreparingOptions): PostgresPool & { giveUp: () => void } => {
  const { answerLimit, isPooler } = options;
  // Own bans on writing are settings of a session, and only for a PostgreSQL of our own.
  const mayWrite = isPooler ? () => true : options.mayWrite;
  const preparedByClient = new WeakMap<pg.PoolClient, Prepared>();
  let distrusted = -DISTRUST_EVERY_MS;
  const distrust = (): void => {
    const now = performance.now();
    if (now - distrusted > DISTRUST_EVERY_MS) distrusted = now;
  };
  const waiting = new Set<(error: Error) => void>();
  let isGivenUp = false;
  const givenUp = (): Error => Object.assign(new Error('The server ends'), { code: CONNECTION_FAILURE });
  /** Takes a connection; fails once the database is given up, since the pool would wait on. */
  const connected = (): Promise<pg.PoolClient> =>
    new Promise((resolve, reject) => {
      if (isGivenUp) return reject(givenUp());
      waiting.add(reject);
      connect(pool).then(
        (client) => {
          if (waiting.delete(reject)) resolve(client);
          else client.release(true);
        },
        (error: unknown) => {
          waiting.delete(reject);
          reject(error);
        },
      );
    });
  const sayTimezone = (client: pg.PoolClient): Promise<unknown> =>
    answered(client, answerLimit, () => client.query(TIMEZONE)).catch((error: unknown) => {
      client.release(true);
      throw error;
    });
  const take = async (): Promise<Prepared> => {
    for (;;) {
      const client = await connected();
      const known = preparedByClient.get(client);
      const prepared = known ?? prepare(client, options, distrust);
      preparedByClient.set(client, prepared);
      if (isPooler && !known) await sayTimezone(client);
      if (prepared.trusted >= distrusted) return prepared;
      client.release(true);
    }
  };
  return {
    options: pool.options,
    connect: async () => {
      const prepared = await take();
      try {
        await prepared.access.set(mayWrite());
      } catch (error) {
        prepared.release(true);
        throw error;
      }
      return prepared;
    },
    end: () => pool.end(),
    giveUp: () => {
      isGivenUp = true;
      for (const fail of waiting) fail(givenUp());
      waiting.clear();
    },
  };
};
