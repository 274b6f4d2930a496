import type { Db, Tx } from '#db/database.ts';
import type { RecurringJob } from './define-job.ts';
import { type KnownTime, knownTime, lockKnownTime, storeKnownTime } from './jobs.repo.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** True for a reading more than a day ahead of the last trusted time: nothing may expire by it. */
export type HeldClock = { reads: Date; seen_at: Date };

/**
 * The known time after a reading. A jump of more than a day ahead needs a person's confirmation. A
 * clock that is behind expires nothing too early and may recover, so it counts only after an hour;
 * then a time that was wrongly trusted hides no later jump.
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

/** At most one write per minute. */
const isNews = (known: KnownTime | null, next: KnownTime): boolean =>
  known === null ||
  differs(known.seen_at, next.seen_at) ||
  differs(known.ahead_at, next.ahead_at) ||
  differs(known.behind_since, next.behind_since);

const heldIn = ({ ahead_at, seen_at }: KnownTime): HeldClock | null => ahead_at && { reads: ahead_at, seen_at };

/** Stores a clock's reading; gives null if it may be trusted. */
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

/** The last result; null if the clock may be trusted. */
export const heldClock = async (db: Db): Promise<HeldClock | null> => {
  const known = await knownTime(db);
  return known && heldIn(known);
};

/** Trusts a reading that a person confirmed. Gives what held it, or null. */
export const trustClock = async (tx: Tx, now: Date): Promise<HeldClock | null> => {
  const known = await lockKnownTime(tx);
  const held = known && heldIn(known);
  if (held) await storeKnownTime(tx, { seen_at: now, ahead_at: null, behind_since: null });
  return held;
};

/** Jobs that expire or delete records, which wait while the clock is held. */
export const onlyByRightClock = (
  { db, now }: { db: Db; now: () => Date },
  jobs: readonly RecurringJob[],
): RecurringJob[] => {
  const isRight = async () => (await readClock(db, now())) === null;
  return jobs.map(({ isNeeded = async () => true, run, ...job }) => ({
    ...job,
    isNeeded: async () => (await isNeeded()) && isRight(),
    // The clock may have jumped since.
    run: async (ending) => ((await isRight()) ? run(ending) : undefined),
  }));
};
