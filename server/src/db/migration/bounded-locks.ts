import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { StartRefusal } from '#lib/refusal.ts';
import { withTimeLimit } from '../connection/connect.ts';
import type { Db } from '../database.ts';

/** A session that blocks another. PostgreSQL gives `since` only for sessions of the same user. */
type Blocker = { pid: number; name: string; since: string | null };

const EVERY_MS = 250;

const blockerOf = async (db: Db, pid: number): Promise<Blocker | null> => {
  const { rows } = await sql<Blocker>`
    SELECT pid, coalesce(nullif(application_name, ''), backend_type, 'unnamed') AS name,
      to_char(xact_start, 'YYYY-MM-DD HH24:MI:SS') AS since
    FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids(${pid}))
    ORDER BY xact_start LIMIT 1`.execute(db);
  return rows[0] ?? null;
};

/** Describes the blocking session in words. */
const describeBlocker = (blocker: Blocker | null): string => {
  if (!blocker) return 'another session';
  const { pid, name, since } = blocker;
  return `the session ${pid} of PostgreSQL (${name}${since === null ? '' : `, in a transaction since ${since} UTC`})`;
};

/** Polls for the blocking session, which PostgreSQL forgets once the blocked one gives up. */
const watchBlockers = (db: Db, pid: number): { last: () => Blocker | null; stop: () => void } => {
  let last: Blocker | null = null;
  let isPolling = false;
  const poll = async (): Promise<void> => {
    if (isPolling) return;
    isPolling = true;
    try {
      last = (await withTimeLimit(() => blockerOf(db, pid))) ?? last;
    } catch {
      // Without a second connection the blocker stays unnamed.
    } finally {
      isPolling = false;
    }
  };
  const timer = setInterval(poll, EVERY_MS);
  return { last: () => last, stop: () => clearInterval(timer) };
};

const LOCK_NOT_AVAILABLE = '55P03';

/** The bounds of waiting for a lock. */
export type LockPatience = {
  /** Milliseconds of one wait: queries queue behind it, so it is below their time limit. */
  wait: number;
  /** Milliseconds between two waits, in which the queued queries run. */
  pause: number;
  tries: number;
};

/** The patience of migrations. */
export const PATIENCE: LockPatience = { wait: 5_000, pause: 2_000, tries: 3 };

const refusal = (blocker: Blocker | null): StartRefusal =>
  new StartRefusal(
    `The database cannot be brought up to date: ${describeBlocker(blocker)} holds a table that changes. ` +
      'Wait for its end, or end it, and start again',
  );

/**
 * Runs `work`, which changes the schema on `connection`, with bounded waits for locks, and again
 * when one was not to be had; so `work` must leave nothing when it fails. The connection keeps the
 * bound. Throws a `StartRefusal` that names the session which holds the lock, found over another
 * connection of `db`.
 */
export const withBoundedLocks = async (
  db: Db,
  connection: Db,
  work: () => Promise<void>,
  { wait, pause, tries }: LockPatience = PATIENCE,
): Promise<void> => {
  const { rows } = await sql<{ pid: number }>`
    SELECT pg_backend_pid() AS pid, set_config('lock_timeout', ${sql.lit(String(wait))}, false)`.execute(connection);
  const watch = watchBlockers(db, rows[0]?.pid ?? 0);
  try {
    for (let left = tries - 1; ; left -= 1) {
      try {
        await work();
        break;
      } catch (error) {
        if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
        if (left === 0) throw refusal(watch.last());
        console.log(`A change of the database waits for ${describeBlocker(watch.last())}, and is tried again.`);
      }
      await delay(pause);
    }
  } finally {
    watch.stop();
  }
};
