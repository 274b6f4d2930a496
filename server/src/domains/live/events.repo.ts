import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** A position among the events: the transaction's number, then the event's. */
export type Position = { xid: string; id: string };

export type Batch = {
  topics: string[];
  last: Position | null;
  /** More events exist: beyond the batch, or of transactions that ran beside them. */
  more: 'now' | 'later' | 'none';
};

const BATCH = 500;

/** Transactions before this one have ended, so their events can be read without a gap. */
const RUNNING = sql`(SELECT pg_snapshot_xmin(pg_current_snapshot()))`;

type Row = Position & { topic: string; is_settled: boolean };

/** The next events after the position, in order, without those of running transactions. */
export const eventsAfter = async (db: Db, { xid, id }: Position): Promise<Batch> => {
  const { rows } = await sql<Row>`
    SELECT xid::text, id::text, topic, xid < ${RUNNING} AS is_settled FROM live_events
    WHERE (xid, id) > (${xid}::xid8, ${id}::bigint) ORDER BY live_events.xid, live_events.id LIMIT ${sql.lit(BATCH)}`.execute(
    db,
  );
  const settled = rows.filter(({ is_settled }) => is_settled);
  const last = settled.at(-1);
  const more = settled.length === BATCH ? 'now' : settled.length < rows.length ? 'later' : 'none';
  return {
    topics: [...new Set(settled.map(({ topic }) => topic))],
    last: last ? { xid: last.xid, id: last.id } : null,
    more,
  };
};

/** The position after all events, and the last of them if any is left. */
export const presentPosition = async (db: Db): Promise<{ position: Position; last: Position | null }> => {
  const { rows } = await sql<{ running: string; xid: string | null; id: string | null }>`
    SELECT ${RUNNING}::text AS running, last.xid::text, last.id::text FROM (SELECT) AS always LEFT JOIN (
      SELECT xid, id FROM live_events WHERE xid < ${RUNNING} ORDER BY xid DESC, id DESC LIMIT 1
    ) AS last ON true`.execute(db);
  const { running = '0', xid = null, id = null } = rows[0] ?? {};
  return { position: { xid: running, id: '0' }, last: xid === null || id === null ? null : { xid, id } };
};

/** True while the event is kept, and with it all later ones. */
export const isEventKept = async (db: Db, { xid, id }: Position): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM live_events WHERE xid = ${xid}::xid8 AND id = ${id}::bigint AND xid < ${RUNNING}`.execute(db);
  return rows.length > 0;
};

/** Removes events older than an hour by PostgreSQL's clock, which dated them. */
export const clearOldEvents = async (db: Db): Promise<void> => {
  await sql`DELETE FROM live_events WHERE at < clock_timestamp() - interval '1 hour'`.execute(db);
};
