import { createHash } from 'node:crypto';
import type { Db } from '#db/database.ts';

/** At most `max` times within each span of `seconds`; spans are counted from 1970, so that a day's span is Ghana's day. */
export type CountLimit = { name: string; max: number; seconds: number };

/** `retryAfter`: seconds until the span ends. */
export type Counted = { allowed: boolean; retryAfter: number };

/** When the span that holds this moment began, in milliseconds since 1970. */
const startOf = ({ seconds }: CountLimit, now: Date): number => {
  const span = seconds * 1000;
  return Math.floor(now.getTime() / span) * span;
};

const rowOf = (limit: CountLimit, subject: string, now: Date) => ({
  name: limit.name,
  subject: createHash('sha256').update(subject).digest('hex'),
  starts_at: new Date(startOf(limit, now)),
  ends_at: new Date(startOf(limit, now) + limit.seconds * 1000),
  count: 1,
});

const secondsLeft = (limit: CountLimit, now: Date): number =>
  Math.ceil((startOf(limit, now) + limit.seconds * 1000 - now.getTime()) / 1000);

/**
 * Counts one more for each of several limits of different names, by one statement that takes them in the order given. Gives
 * null, or the seconds until one that is full ends. In a transaction a refusal takes all of it back.
 */
export const countEach = async (
  db: Db,
  counts: readonly { limit: CountLimit; subject: string }[],
  now: Date,
): Promise<number | null> => {
  if (counts.length === 0) return null;
  const rows = await db
    .insertInto('limit_counts')
    .values(counts.map(({ limit, subject }) => rowOf(limit, subject, now)))
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'subject', 'starts_at'])
        .doUpdateSet((eb) => ({ count: eb('limit_counts.count', '+', 1) }))
        .where((eb) =>
          eb.or(
            counts.map(({ limit: { name, max } }) =>
              eb.and([eb('limit_counts.name', '=', name), eb('limit_counts.count', '<', max)]),
            ),
          ),
        ),
    )
    .returning('name')
    .execute();
  const counted = new Set(rows.map(({ name }) => name));
  const full = counts.find(({ limit }) => !counted.has(limit.name));
  return full ? secondsLeft(full.limit, now) : null;
};

/**
 * Counts one more for a subject, such as an account's number or a car's key, on all servers together. Outside the work's
 * transaction, since what is refused counts too. A full count is not written to, so an attack does not fill the disk.
 */
export const countOne = async (db: Db, limit: CountLimit, subject: string, now: Date): Promise<Counted> => ({
  allowed: (await countEach(db, [{ limit, subject }], now)) === null,
  retryAfter: secondsLeft(limit, now),
});

/** Removes the counts of spans that have ended. */
export const forgetCounts = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('limit_counts').where('ends_at', '<=', now).execute();
};
