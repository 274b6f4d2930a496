import { addDays, REJECTED_DAYS, type RejectCause } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { dayOf } from '../positions/days.repo.ts';

export type RejectedCount = { cause: RejectCause; reports: number; last_name: string };

/** Adds to the counts of a day, each cause once, in the order of causes. */
export const addRejections = async (db: Db, counts: readonly RejectedCount[], at: Date): Promise<void> => {
  await sql`
    INSERT INTO feed_rejections AS kept (day, cause, reports, last_at, last_name)
    SELECT ${dayOf(at)}::date, cause, reports, ${at}::timestamptz, last_name
    FROM unnest(${counts.map(({ cause }) => cause)}::text[], ${counts.map(({ reports }) => reports)}::bigint[],
      ${counts.map(({ last_name }) => last_name)}::text[]) AS counted (cause, reports, last_name)
    ON CONFLICT (day, cause) DO UPDATE SET reports = kept.reports + excluded.reports,
      last_at = greatest(kept.last_at, excluded.last_at),
      last_name = coalesce(nullif(excluded.last_name, ''), kept.last_name)`.execute(db);
};

type Rejections = RejectedCount & { last_at: Date };

/** The counts of the last days by cause, the newest first. */
export const rejectionsOf = async (db: Db, now: Date): Promise<Rejections[]> => {
  const { rows } = await sql<Rejections>`
    SELECT cause, sum(reports)::float8 AS reports, max(last_at) AS last_at,
      coalesce((array_agg(last_name ORDER BY day DESC) FILTER (WHERE last_name <> ''))[1], '') AS last_name
    FROM feed_rejections WHERE day > ${addDays(dayOf(now), -REJECTED_DAYS)} GROUP BY cause ORDER BY last_at DESC, cause`.execute(
    db,
  );
  return rows;
};

const KEPT_DAYS = 30;

/** Forgets counts that are older than a month. */
export const forgetRejections = async (db: Db, now: Date): Promise<void> => {
  await sql`DELETE FROM feed_rejections WHERE day < ${addDays(dayOf(now), -KEPT_DAYS)}`.execute(db);
};
