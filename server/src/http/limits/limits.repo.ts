import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/**
 * At most `max` times within each span of `seconds`; spans are counted from 1970, so that a span of a day is Ghana's
 * day.
 */
export type CountLimit = { name: string; max: number; seconds: number };

export type SubjectCount = { limit: CountLimit; subject: string };

/** The beginning of the span that holds this moment, in milliseconds since 1970. */
const startOf = ({ seconds }: CountLimit, now: Date): number => {
  const span = seconds * 1000;
  return Math.floor(now.getTime() / span) * span;
};

const hashOf = (subject: string): string => createHash('sha256').update(subject).digest('hex');

const nameOfStep = (step: number) => sql.ref(`step_${step}`);

/** Counts one more, unless this count is full or an earlier one was; then gives no row. */
const countAfter = ({ limit, subject }: SubjectCount, step: number, now: Date) => {
  const starts = startOf(limit, now);
  const [from, to] = [new Date(starts), new Date(starts + limit.seconds * 1000)];
  const before = step === 0 ? sql`` : sql`WHERE EXISTS (SELECT FROM ${nameOfStep(step - 1)})`;
  return sql`${nameOfStep(step)} AS (
    INSERT INTO limit_counts (name, subject, starts_at, ends_at, count)
    SELECT ${limit.name}, ${hashOf(subject)}, ${from}::timestamptz, ${to}::timestamptz, 1 ${before}
    ON CONFLICT (name, subject, starts_at) DO UPDATE SET count = limit_counts.count + 1
    WHERE limit_counts.count < ${limit.max}::integer
    RETURNING 1)`;
};

const secondsLeft = (limit: CountLimit, now: Date): number =>
  Math.ceil((startOf(limit, now) + limit.seconds * 1000 - now.getTime()) / 1000);

/**
 * Counts one more for each subject, such as an account's number or a car's key, for all servers together and in one
 * statement, in the given order up to the first count that is full. Answers null, or the seconds until that one's span
 * ends. A full count is not written to, so an attack does not fill the disk. In a transaction a refusal undoes all
 * counts; outside, the counts before the full one stay.
 */
export const countEach = async (db: Db, counts: readonly SubjectCount[], now: Date): Promise<number | null> => {
  if (counts.length === 0) return null;
  const steps = counts.map((count, step) => countAfter(count, step, now));
  const rows = counts.map((_, step) => sql`(SELECT count(*) FROM ${nameOfStep(step)})`);
  const { rows: answer } = await sql<{ counted: number }>`
    WITH ${sql.join(steps)} SELECT (${sql.join(rows, sql` + `)})::integer AS counted`.execute(db);
  const full = counts[answer[0]?.counted ?? 0];
  return full ? secondsLeft(full.limit, now) : null;
};

/** Deletes the counts of spans that have ended. */
export const forgetCounts = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('limit_counts').where('ends_at', '<=', now).execute();
};
