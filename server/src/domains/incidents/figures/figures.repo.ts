import { addDays, type IncidentGrade } from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';

type Days = { from: string; to: string };

/** Real incidents raised on these days of Ghana, which keeps UTC. */
const within = ({ from, to }: Days): RawBuilder<unknown> => sql`
  raised_at >= ${`${from}T00:00:00Z`}::timestamptz AND raised_at < ${`${addDays(to, 1)}T00:00:00Z`}::timestamptz
  AND NOT is_drill AND queue_id IS NULL`;

/** Counts, and the seconds within which half and nine of ten came to a state. */
type Spans = { raised: number; false_alarms: number } & Record<
  `${'acknowledged' | 'dispatched' | 'on_scene' | 'ended'}_${'count' | 'median' | 'ninety'}`,
  number | null
>;

const spanOf = (name: 'acknowledged' | 'dispatched' | 'on_scene' | 'ended'): RawBuilder<unknown> => {
  const at = sql.ref(`${name}_at`);
  const seconds = sql`extract(epoch FROM ${at} - raised_at)`;
  const within = (share: RawBuilder<unknown>) =>
    sql`round(percentile_cont(${share}) WITHIN GROUP (ORDER BY ${seconds}))::integer`;
  return sql`
    count(${at})::integer AS ${sql.ref(`${name}_count`)},
    ${within(sql`0.5`)} AS ${sql.ref(`${name}_median`)}, ${within(sql`0.9`)} AS ${sql.ref(`${name}_ninety`)}`;
};

export const timesOf = async (db: Db, days: Days): Promise<Spans | undefined> => {
  const { rows } = await sql<Spans>`
    SELECT count(*)::integer AS raised, count(*) FILTER (WHERE status = 'false_alarm')::integer AS false_alarms,
      ${spanOf('acknowledged')}, ${spanOf('dispatched')}, ${spanOf('on_scene')}, ${spanOf('ended')}
    FROM incidents WHERE ${within(days)}`.execute(db);
  return rows[0];
};

type OfGrade = { grade: IncidentGrade; raised: number; false_alarms: number };

export const countsByGrade = async (db: Db, days: Days): Promise<OfGrade[]> => {
  const { rows } = await sql<OfGrade>`
    SELECT grade, count(*)::integer AS raised, count(*) FILTER (WHERE status = 'false_alarm')::integer AS false_alarms
    FROM incidents WHERE ${within(days)} GROUP BY grade`.execute(db);
  return rows;
};

type OfTracker = { device_id: string; driver_id: string | null; raised: number; false_alarms: number };

/** Trackers with false alarms, those with the most first, with the car of the newest. */
export const falseAlarmsByTracker = async (db: Db, days: Days): Promise<OfTracker[]> => {
  const { rows } = await sql<OfTracker>`
    SELECT device_id::text AS device_id, (array_agg(driver_id ORDER BY raised_at DESC))[1]::text AS driver_id,
      count(*)::integer AS raised, count(*) FILTER (WHERE status = 'false_alarm')::integer AS false_alarms
    FROM incidents WHERE ${within(days)} AND device_id IS NOT NULL
    GROUP BY incidents.device_id HAVING count(*) FILTER (WHERE status = 'false_alarm') > 0
    ORDER BY false_alarms DESC, incidents.device_id LIMIT 50`.execute(db);
  return rows;
};
