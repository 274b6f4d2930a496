import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Counting } from '#db/list/list-sql.ts';

/**
 * At most `max` times within each span of `seconds`; spans are counted from 1970, so that a span of
 * a day is Ghana's day. `message` tells a caller that it is full.
 */
export type CountLimit = { name: string; max: number; seconds: number; message?: string };

/** `times` it counts at once, 1 without: a divisor of the limit, the same for all that count it. */
export type SubjectCount = { limit: CountLimit; subject: string; times?: number };

/** The beginning of the span that holds this moment. */
export const spanOf = ({ seconds }: CountLimit, now: Date): Date => {
  const span = seconds * 1000;
  return new Date(Math.floor(now.getTime() / span) * span);
};

const hashOf = (subject: string): string => hash('sha256', subject);

const nameOfStep = (step: number) => sql.ref(`step_${step}`);

/** Counts if there is a row in `after`, unless this count is full; then gives no row. */
const countAfter = (
  { limit, subject, times = 1 }: SubjectCount,
  step: number,
  now: Date,
  after: RawBuilder<unknown>,
) => {
  const from = spanOf(limit, now);
  const to = new Date(from.getTime() + limit.seconds * 1000);
  return sql`${nameOfStep(step)} AS (
    INSERT INTO limit_counts (name, subject, starts_at, ends_at, count)
    SELECT ${limit.name}, ${hashOf(subject)}, ${from}::timestamptz, ${to}::timestamptz, ${times}::integer ${after}
    ON CONFLICT (name, subject, starts_at) DO UPDATE SET count = limit_counts.count + EXCLUDED.count
    WHERE limit_counts.count < ${limit.max}::integer
    RETURNING 1)`;
};

const stepsOf = (counts: readonly SubjectCount[], now: Date, first: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(counts.map((count, step) => countAfter(count, step, now, step ? sql`FROM ${nameOfStep(step - 1)}` : first)));

const countedOf = (counts: readonly SubjectCount[]): RawBuilder<number> => {
  const rows = counts.map((_, step) => sql`(EXISTS (SELECT FROM ${nameOfStep(step)}))::integer`);
  return sql<number>`(${sql.join(rows, sql` + `)})`;
};

/** Counts each subject as `countEach` does, within another statement; null without subjects. */
export const countingOf = (counts: readonly SubjectCount[], now: Date): Counting | null =>
  counts.length === 0
    ? null
    : {
        steps: (after) => stepsOf(counts, now, sql`FROM ${sql.ref(after)}`),
        last: nameOfStep(counts.length - 1),
        counted: countedOf(counts),
      };

/** Seconds until the span of the first count without room ends; null where all of them had room. */
export const secondsUntilRoom = (counts: readonly SubjectCount[], counted: number, now: Date): number | null => {
  const full = counts[counted]?.limit;
  return full ? Math.ceil((spanOf(full, now).getTime() + full.seconds * 1000 - now.getTime()) / 1000) : null;
};

/**
 * Counts one more for each subject, such as an account's number or a car's key, for all servers
 * together and in one statement, in the given order up to the first count that is full. Answers
 * null, or the seconds until that one's span ends. A full count is not written to, so an attack
 * does not fill the disk. In a transaction a refusal undoes all counts; outside, the counts before
 * the full one stay.
 */
export const countEach = async (db: Db, counts: readonly SubjectCount[], now: Date): Promise<number | null> => {
  if (counts.length === 0) return null;
  const { rows } = await sql<{ counted: number }>`
    WITH ${stepsOf(counts, now, sql``)} SELECT ${countedOf(counts)} AS counted`.execute(db);
  return secondsUntilRoom(counts, rows[0]?.counted ?? 0, now);
};

/** Deletes the counts of spans that have ended. */
export const forgetCounts = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('limit_counts').where('ends_at', '<=', now).execute();
};
