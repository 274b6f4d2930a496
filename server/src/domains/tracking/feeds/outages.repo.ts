import type { RefusalCause } from '@banbo/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

export type Outage = Selectable<Tables['feed_outages']>;

const OUTAGES_LOCK = 4_711_031;

/** Held until the transaction ends, so that two servers do not notice the same outage. */
export const holdOutages = async (tx: Tx): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(OUTAGES_LOCK)})`.execute(tx);
};

export const openOutage = (db: Db): Promise<Outage | undefined> =>
  db.selectFrom('feed_outages').selectAll().where('ended_at', 'is', null).executeTakeFirst();

export const insertOutage = async (tx: Tx, row: Insertable<Tables['feed_outages']>): Promise<void> => {
  await tx.insertInto('feed_outages').values(row).execute();
};

export const changeOutage = async (tx: Tx, id: string, change: Updateable<Tables['feed_outages']>): Promise<void> => {
  await tx.updateTable('feed_outages').set(change).where('id', '=', id).execute();
};

/** True if supervisors were told of an outage since a moment. */
export const wasToldSince = async (tx: Tx, since: Date): Promise<boolean> => {
  const told = tx.selectFrom('feed_outages').select('id').where('told_at', '>', since).limit(1);
  return (await told.executeTakeFirst()) !== undefined;
};

export const noteRefusal = async (db: Db, cause: RefusalCause, last_at: Date): Promise<void> => {
  const noted = db.insertInto('feed_refusals').values({ cause, last_at });
  await noted.onConflict((conflict) => conflict.column('cause').doUpdateSet({ last_at })).execute();
};

/** Why reports were last refused after a moment; null where none were. */
export const refusedSince = async (db: Db, since: Date): Promise<RefusalCause | null> => {
  const newest = db.selectFrom('feed_refusals').select('cause').where('last_at', '>', since);
  return ((await newest.orderBy('last_at', 'desc').limit(1).executeTakeFirst())?.cause ?? null) as RefusalCause | null;
};

/** When the newest report of any tracker came, and how many trackers ever reported. */
export const reportsHeard = async (db: Db): Promise<{ last: Date | null; trackers: number }> => {
  const { rows } = await sql<{ last: Date | null; trackers: number }>`
    SELECT max(received_at) AS last, count(*)::integer AS trackers FROM device_places`.execute(db);
  return rows[0] ?? { last: null, trackers: 0 };
};

/** Seconds of the longest gap in this hour of the weeks before; null while none is known. */
export const usualGap = async (db: Db, now: Date): Promise<number | null> => {
  const { rows } = await sql<{ seconds: number | null }>`
    SELECT max(seconds) AS seconds FROM feed_gaps
    WHERE hour < date_trunc('hour', ${now}::timestamptz) AND extract(epoch FROM date_trunc('hour', ${now}::timestamptz) - hour)::bigint % 604800 = 0`.execute(
    db,
  );
  return rows[0]?.seconds ?? null;
};

/** Takes in for how long no report has come, and forgets what is older than a month. */
export const learnGap = async (tx: Tx, { last, now }: { last: Date; now: Date }): Promise<void> => {
  const seconds = Math.max(0, Math.round((now.getTime() - last.getTime()) / 1_000));
  await sql`
    INSERT INTO feed_gaps AS kept (hour, seconds) VALUES (date_trunc('hour', ${now}::timestamptz), ${seconds})
    ON CONFLICT (hour) DO UPDATE SET seconds = greatest(kept.seconds, excluded.seconds)`.execute(tx);
  await sql`DELETE FROM feed_gaps WHERE hour < ${now}::timestamptz - interval '29 days'`.execute(tx);
};

/** Forgets gaps that an outage taught before it was noticed. */
export const forgetGaps = async (tx: Tx, since: Date): Promise<void> => {
  await sql`DELETE FROM feed_gaps WHERE hour >= date_trunc('hour', ${since}::timestamptz)`.execute(tx);
};

type Together = { driving: number; silent: number; since: Date | null };

/**
 * Of the trackers that were driving at their last report in 75 minutes, those that have been silent
 * for three of their intervals, at least five minutes, and fell silent within five minutes of each
 * other.
 */
export const silentTogether = async (db: Db, now: Date): Promise<Together> => {
  const { rows } = await sql<Together>`
    WITH drove AS (
      SELECT received_at,
        received_at < ${now}::timestamptz - make_interval(secs => greatest(300, 3 * coalesce(interval_seconds, 0))) AS is_silent
      FROM device_places JOIN watch_states USING (device_id)
      WHERE watch_states.is_moving AND received_at >= ${now}::timestamptz - interval '75 minutes'
    ), middle AS (
      SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY received_at) AS at FROM drove WHERE is_silent
    )
    SELECT (SELECT count(*) FROM drove)::integer AS driving, count(*)::integer AS silent, max(received_at) AS since
    FROM drove, middle
    WHERE is_silent AND received_at BETWEEN middle.at - interval '150 s' AND middle.at + interval '150 s'`.execute(db);
  return rows[0] ?? { driving: 0, silent: 0, since: null };
};
