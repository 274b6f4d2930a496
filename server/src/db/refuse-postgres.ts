import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { StartRefusal } from '#lib/refusal.ts';
import { OLDEST_VERSION } from './cluster/binaries.ts';
import type { Db } from './database.ts';

/**
 * Whether the product runs on a server of this version; `version` is the server's own text, such as `15.6 (Debian
 * 15.6-0)`.
 */
export const isSupported = (version: string): boolean => Number.parseInt(version, 10) >= OLDEST_VERSION;

/** SQLSTATE of a server that is starting, or reading its log after a crash. */
const CANNOT_CONNECT_NOW = '57P03';
const STARTING_MS = 30_000;
const AGAIN_MS = 250;

const isStarting = (error: unknown): boolean =>
  ((error as Error).cause as { code?: string } | undefined)?.code === CANNOT_CONNECT_NOW;

const refused = (error: unknown): StartRefusal => {
  const why = error instanceof Error ? error.message : String(error);
  return new StartRefusal(`DATABASE_URL leads to no database: ${why}`, { cause: error });
};

/** Asks a database, and again for half a minute while it starts. */
const patiently = async <T>(ask: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isStarting(error) || performance.now() - began > STARTING_MS) throw refused(error);
    }
    if (tries === 0) console.warn('PostgreSQL is starting, and is waited for.');
    await delay(AGAIN_MS);
  }
};

/** Throws a `StartRefusal` if DATABASE_URL leads nowhere, or to a PostgreSQL that is too old. */
export const refuseUnfit = async (db: Db): Promise<void> => {
  const { rows } = await patiently(() =>
    sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(db),
  );
  const version = rows[0]?.version ?? '';
  if (isSupported(version)) return;
  throw new StartRefusal(`PostgreSQL ${OLDEST_VERSION} or newer is needed, and DATABASE_URL leads to ${version}`);
};

/** Throws a `StartRefusal` if DATABASE_URL leads to a database that cannot be written to. */
export const refuseReadOnly = async (db: Db): Promise<void> => {
  const { rows } = await patiently(() =>
    sql<{ standby: boolean; readOnly: string }>`
      SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') AS "readOnly"`.execute(db),
  );
  if (rows[0]?.standby) {
    throw new StartRefusal('DATABASE_URL leads to a standby, which can only be read: name the primary server');
  }
  if (rows[0]?.readOnly === 'on') {
    throw new StartRefusal(
      'DATABASE_URL leads to a database that can only be read (default_transaction_read_only is on): let it be written to',
    );
  }
};
