import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** Work whose connections lead to the replica: all of them, or those of rows for a file. */
type Reach = 'answer' | 'file';

const reach = new AsyncLocalStorage<Reach | undefined>();

/** Runs work that may read what is some seconds old. */
export const mayLag = <T>(kind: Reach, work: () => Promise<T>): Promise<T> => reach.run(kind, work);

/** Begins to read the rows of a file, within `mayLag` on the replica. */
export const readingRows = <T>(begin: () => Promise<T>): Promise<T> =>
  reach.getStore() === undefined ? begin() : reach.run('answer', begin);

/** True where a connection to the replica is wanted. */
export const leadsToReplica = (): boolean => reach.getStore() === 'answer';

/** Runs work on the database that writes, also within `mayLag`. */
export const onPrimary = <T>(work: () => Promise<T>): Promise<T> => reach.run(undefined, work);

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

const placeOf = async (db: Db, of: 'pg_current_wal_flush_lsn' | 'pg_last_wal_replay_lsn'): Promise<bigint> => {
  const { rows } = await sql<{ place: string | null }>`
    SELECT (${sql.raw(of)}() - '0/0'::pg_lsn)::text AS place`.execute(db);
  // A replica that was promoted replays nothing any more.
  if (rows[0]?.place == null) throw new Error('DATABASE_REPLICA_URL leads to no standby');
  return BigInt(rows[0].place);
};

/**
 * Compares each second how far the log is on both sides. The age of the last transaction would not
 * do: while nobody writes, it grows although nothing is missing.
 */
export const watchReplica = (db: Db, monotonic = (): number => performance.now()): ReplicaLag => {
  let marks: Mark[] = [];
  /** The last moment whose log the replica has. */
  let isThere: number | null = null;
  const ending = new AbortController();

  const look = async (): Promise<void> => {
    const at = monotonic();
    marks.push({ place: await onPrimary(() => placeOf(db, 'pg_current_wal_flush_lsn')), at });
    const replayed = await mayLag('answer', () => placeOf(db, 'pg_last_wal_replay_lsn'));
    const reached = marks.findLast(({ place }) => place <= replayed);
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
