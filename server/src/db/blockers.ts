import { sql } from 'kysely';
import type { Db } from './database.ts';
import { withTimeLimit } from './time-limit.ts';

/** A session that blocks another one. PostgreSQL gives `since` only for sessions of the same user. */
export type Blocker = { pid: number; name: string; since: string | null };

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
export const describeBlocker = (blocker: Blocker | null): string => {
  if (!blocker) return 'another session';
  const { pid, name, since } = blocker;
  return `the session ${pid} of PostgreSQL (${name}${since === null ? '' : `, in a transaction since ${since} UTC`})`;
};

/**
 * Polls for the session that blocks another one, because once the blocked one has given up, PostgreSQL no longer tells.
 */
export const watchBlockers = (db: Db, pid: number): { last: () => Blocker | null; stop: () => void } => {
  let last: Blocker | null = null;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      last = (await withTimeLimit(() => blockerOf(db, pid))) ?? last;
    } catch {
      // Without a second connection the blocker stays unnamed.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(look, EVERY_MS);
  return { last: () => last, stop: () => clearInterval(timer) };
};
