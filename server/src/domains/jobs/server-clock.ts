import type { Db, Tx } from '#db/database.ts';
import type { RecurringJob } from './define-job.ts';
import { type KnownTime, knownTime, lockKnownTime, storeKnownTime } from './jobs.repo.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A reading at which nothing may end: more than a day ahead of the last time that counts as right. */
export type HeldClock = { reads: Date; seen_at: Date };

/**
 * Gives the known time after a reading. One more than a day ahead counts only once a person has said so. A clock that is behind
 * ends nothing too early and may be right again in a moment; after an hour it counts, so that a time which was wrongly taken
 * for right hides no later jump.
 */
export const afterReading = (known: KnownTime | null, now: Date): KnownTime => {
  const right = { seen_at: now, ahead_at: null, behind_since: null };
  if (!known) return right;
  const ahead = now.getTime() - known.seen_at.getTime();
  if (ahead > DAY) return { ...known, ahead_at: now, behind_since: null };
  if (ahead >= 0) return right;
  if (ahead >= -DAY) return { ...known, ahead_at: null, behind_since: null };
  const since = known.behind_since !== null && known.behind_since <= now ? known.behind_since : now;
  return now.getTime() - since.getTime() >= HOUR ? right : { ...known, ahead_at: null, behind_since: since };
};

const differs = (a: Date | null, b: Date | null): boolean =>
  a === null || b === null ? a !== b : Math.abs(a.getTime() - b.getTime()) >= MINUTE;

/** Readings less than a minute apart are not written one by one. */
const isNews = (known: KnownTime | null, next: KnownTime): boolean =>
  known === null ||
  differs(known.seen_at, next.seen_at) ||
  differs(known.ahead_at, next.ahead_at) ||
  differs(known.behind_since, next.behind_since);

const heldIn = ({ ahead_at, seen_at }: KnownTime): HeldClock | null => ahead_at && { reads: ahead_at, seen_at };

/** Compares a clock's reading with the last time that counts as right, and keeps what it says; null where it may be trusted. */
export const readClock = async (db: Db, now: Date): Promise<HeldClock | null> => {
  const known = await knownTime(db);
  const next = afterReading(known, now);
  if (!isNews(known, next)) return heldIn(next);
  return db.transaction().execute(async (tx) => {
    const after = afterReading(await lockKnownTime(tx), now);
    await storeKnownTime(tx, after);
    return heldIn(after);
  });
};

/** Gives what the last reading said; null where the clock may be trusted. */
export const heldClock = async (db: Db): Promise<HeldClock | null> => {
  const known = await knownTime(db);
  return known && heldIn(known);
};

/**
 * Lets a reading count as right, because a person says so. Gives what held it; null where nothing does. Refuses nothing: the
 * caller has compared the reading with what the person saw.
 */
export const trustClock = async (tx: Tx, now: Date): Promise<HeldClock | null> => {
  const known = await lockKnownTime(tx);
  const held = known && heldIn(known);
  if (held) await storeKnownTime(tx, { seen_at: now, ahead_at: null, behind_since: null });
  return held;
};

/**
 * Jobs that end or remove what has its time. None of them runs while the clock is held; they stay due, and run within seconds
 * when it counts as right again.
 */
export const onlyByRightClock = (
  { db, now }: { db: Db; now: () => Date },
  jobs: readonly RecurringJob[],
): RecurringJob[] => {
  const isRight = async () => (await readClock(db, now())) === null;
  return jobs.map(({ isNeeded = async () => true, run, ...job }) => ({
    ...job,
    isNeeded: async () => (await isNeeded()) && isRight(),
    // The clock may have jumped since.
    run: async () => ((await isRight()) ? run() : undefined),
  }));
};
