import { ANSWER_DAYS, CONTACT_COUNTED, CONTACT_REACH, CONTACT_STATUSES, type ContactStatus } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { STATE_RANKS } from './list-contact.repo.ts';

const DAY_MS = 86_400_000;

/** The number of messages in each state, each counted as far as `CONTACT_COUNTED`. */
export const countByState = async (db: Db): Promise<{ status: ContactStatus; count: number }[]> => {
  const counts = CONTACT_STATUSES.map(
    (status) => sql`SELECT ${sql.lit(status)} AS status, count(*)::integer AS count FROM (
      SELECT FROM contact_messages WHERE state_rank = ${sql.lit(STATE_RANKS[status])} LIMIT ${sql.lit(CONTACT_COUNTED)}
    ) AS counted`,
  );
  return (await sql<{ status: ContactStatus; count: number }>`${sql.join(counts, sql` UNION ALL `)}`.execute(db)).rows;
};

type Ages = { today: number; days: number; long: number; oldest_at: Date | null };

/** Open messages by their age: within a day, within three, and before. */
export const countByAge = async (db: Db, now: Date): Promise<Ages> => {
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const { rows } = await sql<Ages>`
    SELECT count(*) FILTER (WHERE received_at > ${ago(1)})::integer AS today,
      count(*) FILTER (WHERE received_at <= ${ago(1)} AND received_at > ${ago(3)})::integer AS days,
      count(*) FILTER (WHERE received_at <= ${ago(3)})::integer AS long, min(received_at) AS oldest_at
    FROM (
      SELECT received_at FROM contact_messages WHERE state_rank <= ${sql.lit(STATE_RANKS.assigned)}
      ORDER BY state_rank, received_at, id LIMIT ${sql.lit(CONTACT_REACH)}
    ) AS open`.execute(db);
  return rows[0] ?? { today: 0, days: 0, long: 0, oldest_at: null };
};

/** People with assigned messages, how many, and since when the longest waiting of them came. */
export const countByPerson = async (db: Db): Promise<{ assigned_to: string; count: number; oldest_at: Date }[]> =>
  (
    await sql<{ assigned_to: string; count: number; oldest_at: Date }>`
      SELECT assigned_to, count(*)::integer AS count, min(received_at) AS oldest_at
      FROM (
        SELECT assigned_to, received_at FROM contact_messages WHERE state_rank = ${sql.lit(STATE_RANKS.assigned)}
        ORDER BY state_rank, received_at, id LIMIT ${sql.lit(CONTACT_REACH)}
      ) AS assigned
      GROUP BY assigned_to ORDER BY count DESC, assigned_to`.execute(db)
  ).rows;

type Answered = { count: number; half_within: number | null; most_within: number | null };

/** Hours until the first reply: of half of the messages that got it lately, and of nine in ten. */
export const answerTimes = async (db: Db, now: Date): Promise<Answered> => {
  const since = new Date(now.getTime() - ANSWER_DAYS * DAY_MS);
  const { rows } = await sql<Answered>`
    SELECT count(*)::integer AS count, percentile_cont(0.5) WITHIN GROUP (ORDER BY hours) AS half_within,
      percentile_cont(0.9) WITHIN GROUP (ORDER BY hours) AS most_within
    FROM (
      SELECT (extract(epoch FROM replied_at - received_at) / 3600)::float8 AS hours
      FROM contact_messages WHERE replied_at >= ${since} ORDER BY replied_at DESC LIMIT ${sql.lit(CONTACT_REACH)}
    ) AS answered`.execute(db);
  return rows[0] ?? { count: 0, half_within: null, most_within: null };
};
