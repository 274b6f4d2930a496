import { createHash } from 'node:crypto';
import type { Db } from '#db/database.ts';

/** At most `max` times within each span of `seconds`; spans are counted from 1970, so that a day's span is Ghana's day. */
export type CountLimit = { name: string; max: number; seconds: number };

/** `retryAfter`: seconds until the span ends. */
export type Counted = { allowed: boolean; retryAfter: number };

/**
 * Counts one more for a subject, such as an account's number or a car's key, on all servers together. Outside the work's
 * transaction, since what is refused counts too. A full count is not written to, so an attack does not fill the disk.
 */
export const countOne = async (db: Db, limit: CountLimit, subject: string, now: Date): Promise<Counted> => {
  const span = limit.seconds * 1000;
  const starts = Math.floor(now.getTime() / span) * span;
  const counted = await db
    .insertInto('limit_counts')
    .values({
      name: limit.name,
      subject: createHash('sha256').update(subject).digest('hex'),
      starts_at: new Date(starts),
      ends_at: new Date(starts + span),
      count: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'subject', 'starts_at'])
        .doUpdateSet((eb) => ({ count: eb('limit_counts.count', '+', 1) }))
        .where('limit_counts.count', '<', limit.max),
    )
    .returning('count')
    .executeTakeFirst();
  return { allowed: counted !== undefined, retryAfter: Math.ceil((starts + span - now.getTime()) / 1000) };
};

/** Removes the counts of spans that have ended. */
export const forgetCounts = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('limit_counts').where('ends_at', '<=', now).execute();
};
