import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { Refusal } from '#lib/refusal.ts';
import type { Db } from '../database.ts';
import { answered } from './connect.ts';

/**
 * Work whose connections lead to the replica: all of them, or those of rows for a file. `left`
 * hears that rows are read from the database that writes after all.
 */
type Reach = { kind: 'answer' | 'file'; left: (error: unknown) => void };

const reach = new AsyncLocalStorage<Reach | undefined>();

/** Runs work that may read what is some seconds old. */
export const mayLag = <T>(kind: Reach['kind'], work: () => Promise<T>, left: Reach['left'] = () => {}): Promise<T> =>
  reach.run({ kind, left }, work);

/** True where a connection to the replica is wanted. */
export const leadsToReplica = (): boolean => reach.getStore()?.kind === 'answer';

/**
 * Runs work on the database that writes, also within `mayLag`: also reads that others share, who
 * may have just written.
 */
export const onPrimary = <T>(work: () => Promise<T>): Promise<T> => reach.run(undefined, work);

/** A statement that took as long as it may. */
const TOO_LONG = '57014';

/** Whether the database that writes may have another answer than this error. */
export const isFaultOfReplica = (error: unknown): boolean =>
  !(error instanceof Refusal) && !(error instanceof Error && 'code' in error && error.code === TOO_LONG);

/**
 * Begins to read the rows of a file, within `mayLag` on the replica, and where that fails on the
 * database that writes.
 */
export const readingRows = async <T>(begin: () => Promise<T>): Promise<T> => {
  const given = reach.getStore();
  if (given === undefined) return begin();
  try {
    return await reach.run({ ...given, kind: 'answer' }, begin);
  } catch (error) {
    if (!isFaultOfReplica(error)) throw error;
    given.left(error);
    return onPrimary(begin);
  }
};

/**
 * Holds the connections of a pool to one standby: an address may lead to several, and the lag of
 * one says nothing of another. A connection to another one fails while there are any to the first,
 * and what it was for is read from the database that writes.
 */
export const oneStandby = (limit: number): ((client: pg.ClientBase) => Promise<void>) => {
  const open = new Set<pg.ClientBase>();
  let chosen: unknown;
  return async (client) => {
    // Each server has begun at its own moment, to the microsecond.
    const asked = { text: 'SELECT pg_postmaster_start_time()::text', rowMode: 'array' as const };
    const { rows } = await answered(client as pg.PoolClient, limit, () => client.query(asked));
    const server = rows[0]?.[0];
    if (open.size > 0 && server !== chosen) throw new Error('DATABASE_REPLICA_URL leads to several standbys');
    chosen = server;
    open.add(client);
    client.once('end', () => open.delete(client));
  };
};

/** Milliseconds behind, beyond which the replica is left alone. */
export const MOST_LAG_MS = 10_000;
const EVERY_MS = 1_000;

/** A place in PostgreSQL's log, in bytes, and a moment at which it was the last one. */
type Mark = { place: bigint; at: number };

export type ReplicaLag = {
  /** Milliseconds that the replica is behind at most; null while it is away or too far behind. */
  lagMs: () => number | null;
  stop: () => Promise<void>;
};

/** How far the log of a database is, and which database and timeline it is of. */
type Side = { place: bigint; of: string };

const DATABASE = sql`(SELECT system_identifier FROM pg_control_system()) || ' ' ||
  (SELECT oid FROM pg_database WHERE datname = current_database())`;

const PRIMARY = sql<{ place: string | null; of: string }>`
  SELECT (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text AS place, ${DATABASE} || ' ' ||
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int AS of`;

// A user without rights does not see what is received. Then the timeline is that of the last
// checkpoint, which is some minutes late after a failover.
const STANDBY = sql<{ place: string | null; of: string }>`
  SELECT (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text AS place, ${DATABASE} || ' ' ||
    GREATEST((SELECT timeline_id FROM pg_control_checkpoint()),
      (SELECT received_tli FROM pg_stat_wal_receiver)) AS of`;

const sideOf = async (db: Db, asked: typeof PRIMARY): Promise<Side> => {
  const { rows } = await asked.execute(db);
  const [side] = rows;
  // A replica that was promoted replays nothing any more.
  if (side?.place == null) throw new Error('DATABASE_REPLICA_URL leads to no standby');
  return { place: BigInt(side.place), of: side.of };
};

/**
 * Compares each second how far the log is on both sides. The age of the last transaction would not
 * do: while nobody writes, it grows although nothing is missing. A standby of another database, or
 * one that went on where the primary did not, would be as far as any.
 */
export const watchReplica = (db: Db, monotonic = (): number => performance.now()): ReplicaLag => {
  let marks: Mark[] = [];
  /** The last moment whose log the replica has. */
  let isThere: number | null = null;
  const ending = new AbortController();

  const look = async (): Promise<void> => {
    const at = monotonic();
    const primary = await onPrimary(() => sideOf(db, PRIMARY));
    const standby = await mayLag('answer', () => sideOf(db, STANDBY));
    if (standby.of !== primary.of) throw new Error('DATABASE_REPLICA_URL leads to a standby of another database');
    marks.push({ place: primary.place, at });
    const reached = marks.findLast(({ place }) => place <= standby.place);
    if (reached) isThere = reached.at;
    marks = marks.filter((mark) => mark.at >= Math.max(reached?.at ?? 0, at - 2 * MOST_LAG_MS));
  };
  const watch = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await look().catch(() => {
        // The primary may have been replaced by another, whose log goes on elsewhere.
        marks = [];
        isThere = null;
      });
      await delay(EVERY_MS, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  };
  const watching = watch();
  return {
    lagMs: () => {
      const lag = isThere === null ? null : monotonic() - isThere;
      return lag !== null && lag <= MOST_LAG_MS ? lag : null;
    },
    stop: async () => {
      ending.abort();
      await Promise.race([watching, delay(EVERY_MS, null, { ref: false })]);
    },
  };
};
