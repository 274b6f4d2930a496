import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { StartRefusal } from '#lib/refusal.ts';
import { OLDEST_VERSION } from '../cluster/binaries.ts';
import type { Db } from '../database.ts';
import { refusePooler } from './pooler.ts';

/** Milliseconds after which PostgreSQL ends a statement. */
export const STATEMENT_MS = 15_000;

/**
 * Milliseconds after which a connection without an answer is given up. PostgreSQL would have ended
 * the statement before, so its answer, or the connection, is lost.
 */
export const ANSWER_MS = 20_000;

/** Milliseconds to wait for a connection, be it a new one or one in use. */
export const CONNECTION_MS = 10_000;

const unlimited = new AsyncLocalStorage<boolean>();

/** Runs work without a time limit, such as a migration; the caller lifts PostgreSQL's own. */
export const withoutTimeLimit = <T>(work: () => Promise<T>): Promise<T> => unlimited.run(true, work);

/** Runs a part of such work whose statements are short. */
export const withTimeLimit = <T>(work: () => Promise<T>): Promise<T> => unlimited.run(false, work);

const hasTimeLimit = (): boolean => unlimited.getStore() !== true;

/** SQLSTATE: the client was unable to establish a connection. */
const UNABLE_TO_CONNECT = '08001';
/** SQLSTATE: the connection failed. */
export const CONNECTION_FAILURE = '08006';

const withCode = (error: unknown, code: string): Error => {
  // For a name with two addresses, the error has a code but no message.
  const { message, code: cause } = error as { message?: string; code?: string };
  return Object.assign(new Error(message || cause, { cause: error }), { code });
};

/** Takes a connection from the pool. Throws an error with the code 08001 and the cause. */
export const connect = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  try {
    return await pool.connect();
  } catch (error) {
    throw withCode(error, UNABLE_TO_CONNECT);
  }
};

/** True for errors that PostgreSQL answered with, and for values that cannot be sent. */
const isOfStatement = (error: unknown): boolean =>
  (error instanceof pg.DatabaseError && error.code !== undefined) ||
  error instanceof TypeError ||
  error instanceof RangeError;

/**
 * Waits for the answer to a query. An error of the connection gets the code 08006; PostgreSQL's
 * own, and those of values that cannot be sent, stay as they are. A connection without an answer
 * for `limit` milliseconds is closed, which fails everything that waits on it: a late answer could
 * pass for the answer to another query.
 */
export const answered = async <T>(client: pg.PoolClient, limit: number, asked: () => Promise<T>): Promise<T> => {
  let late = false;
  const giveUp = (): void => {
    late = true;
    // The pool no longer takes it back; a goodbye would wait for the other side.
    client.end().catch(() => {});
    client.connection.stream.destroy();
  };
  const timer = hasTimeLimit() ? setTimeout(giveUp, limit) : undefined;
  try {
    return await asked();
  } catch (error) {
    if (late) throw withCode(new Error(`No answer for ${limit} ms`, { cause: error }), CONNECTION_FAILURE);
    throw isOfStatement(error) ? error : withCode(error, CONNECTION_FAILURE);
  } finally {
    clearTimeout(timer);
  }
};

/** True if the product supports this version text, such as `15.6 (Debian 15.6-0)`. */
export const isSupported = (version: string): boolean => Number.parseInt(version, 10) >= OLDEST_VERSION;

/** SQLSTATE of a server that is starting, or reading its log after a crash. */
const CANNOT_CONNECT_NOW = '57P03';
const STARTING_MS = 30_000;
const AGAIN_MS = 250;

const isStarting = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return (cause?.code ?? code) === CANNOT_CONNECT_NOW;
};

/** The settings with which an address of PostgreSQL is given. */
export type AddressSetting = 'DATABASE_URL' | 'DATABASE_SESSION_URL';

const refused = (error: unknown, setting: AddressSetting): StartRefusal => {
  const why = error instanceof Error ? error.message || (error as { code?: string }).code : String(error);
  return new StartRefusal(`${setting} leads to no database: ${why}`, { cause: error });
};

/** Asks a database, and again for half a minute while it starts. */
const whileStarting = async <T>(ask: () => Promise<T>, setting: AddressSetting = 'DATABASE_URL'): Promise<T> => {
  const began = performance.now();
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof StartRefusal) throw error;
      if (!isStarting(error) || performance.now() - began > STARTING_MS) throw refused(error, setting);
    }
    if (tries === 0) console.warn('PostgreSQL is starting, and is waited for.');
    await delay(AGAIN_MS);
  }
};

/** Asks on a connection of its own, which has no settings that a pooler could refuse. */
const askOnce = async <T>(connection: pg.ClientConfig, ask: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: CONNECTION_MS,
    query_timeout: CONNECTION_MS,
    application_name: 'banbo start',
  });
  // The statement under way fails with the connection, and its error is the one to report.
  client.on('error', () => {});
  try {
    await client.connect();
    return await ask(client);
  } finally {
    client.end().catch(() => {});
    client.connection.stream.destroy();
  }
};

/**
 * Throws a `StartRefusal` if the address of `setting` leads nowhere, to a PostgreSQL that is too
 * old, or to a pooler.
 */
export const refuseUnfit = (connection: pg.ClientConfig, setting: AddressSetting): Promise<void> =>
  whileStarting(
    () =>
      askOnce(connection, async (client) => {
        const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
        const version = rows[0]?.version ?? '';
        if (!isSupported(version)) {
          throw new StartRefusal(`PostgreSQL ${OLDEST_VERSION} or newer is needed, and ${setting} leads to ${version}`);
        }
        await refusePooler(client, setting);
      }),
    setting,
  );

/** Throws a `StartRefusal` if DATABASE_URL leads to a database that cannot be written to. */
export const refuseReadOnly = async (db: Db): Promise<void> => {
  const { rows } = await whileStarting(() =>
    sql<{ standby: boolean; readOnly: string }>`
      SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') AS "readOnly"`.execute(db),
  );
  if (rows[0]?.standby) {
    throw new StartRefusal('DATABASE_URL leads to a standby, which can only be read', {
      advice: 'name the primary server',
    });
  }
  if (rows[0]?.readOnly === 'on') {
    throw new StartRefusal(
      'DATABASE_URL leads to a database that can only be read (default_transaction_read_only is on)',
      { advice: 'let it be written to' },
    );
  }
};
