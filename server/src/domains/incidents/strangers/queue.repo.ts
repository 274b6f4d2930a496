import { MOST_QUEUE_GROUPS } from '@banbo/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

type Incident = Selectable<Tables['incidents']>;

/** Strangers' calls on the board that nobody has acknowledged, and those of since a moment. */
export const strangersOnBoard = async (db: Db, since: Date): Promise<{ ringing: number; recent: number }> => {
  const { rows } = await sql<{ ringing: number; recent: number }>`
    SELECT count(*) FILTER (WHERE status = 'raised')::integer AS ringing,
      count(*) FILTER (WHERE raised_at > ${since})::integer AS recent
    FROM incidents WHERE NOT is_known AND queue_id IS NULL AND ended_at IS NULL AND NOT is_queue`.execute(db);
  return rows[0] ?? { ringing: 0, recent: 0 };
};

/** The queue that is open. */
export const queueNow = (db: Db): Promise<Pick<Incident, 'id' | 'status' | 'rings_since'> | undefined> =>
  db
    .selectFrom('incidents')
    .select(['id', 'status', 'rings_since'])
    .where('is_queue', '=', sql.lit(true))
    .where('ended_at', 'is', null)
    .executeTakeFirst();

/**
 * The acknowledged queue that rang last before a moment, and has calls of after its newest
 * acknowledgement: an open queue knows no other change.
 */
export const silentQueue = async (db: Db, rangBefore: Date): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    SELECT queue.id::text FROM incidents AS queue
    WHERE is_queue AND ended_at IS NULL AND status = 'acknowledged' AND rings_since <= ${rangBefore}
      AND EXISTS (
        SELECT FROM incidents AS call WHERE call.queue_id = queue.id AND call.ended_at IS NULL AND call.raised_at > (
          SELECT max(at) FROM incident_steps WHERE incident_id = queue.id AND what = 'change'
        )
      )`.execute(db);
  return rows[0]?.id;
};

/** Has an acknowledged queue ring anew; false where another call has done so meanwhile. */
export const raiseQueueAgain = async (tx: Tx, id: string, now: Date): Promise<boolean> => {
  const raised = await tx
    .updateTable('incidents')
    .set({ status: 'raised', rings_since: now, supervisor_texts: 0 })
    .where('id', '=', id)
    .where('status', '=', sql.lit('acknowledged'))
    .executeTakeFirst();
  return raised.numUpdatedRows > 0n;
};

/** How many calls wait in each of these queues, by its id. */
export const waitingIn = async (db: Db, queueIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  if (queueIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('incidents')
    .select('queue_id')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('queue_id', 'in', queueIds)
    .where('ended_at', 'is', null)
    .groupBy('queue_id')
    .execute();
  return new Map(rows.map(({ queue_id, count }) => [queue_id ?? '', Number(count)]));
};

export type GroupRow = {
  key: string;
  is_site: boolean;
  calls: number;
  first_at: Date;
  last_at: Date;
  last_id: string;
  ids: string[];
};

/** Calls of a group that its row leads to. */
const SHOWN = 5;

/** Groups of one address that stand by themselves: beyond them all its calls are one group. */
const MOST_OF_SITE = 5;

/** Characters at the start of a group's key that are the same for all calls of one address. */
export const SITE_LENGTH = 16;

const siteOfKey = sql<string>`left(group_key, ${sql.lit(SITE_LENGTH)})`;

/** The calls that wait in a queue, by their groups, the largest first. */
export const groupsIn = async (db: Db, queueId: string): Promise<GroupRow[]> => {
  const { rows } = await sql<GroupRow>`
    WITH waiting AS (
      SELECT id, raised_at, group_key, ${siteOfKey} AS site FROM incidents
      WHERE queue_id = ${queueId} AND ended_at IS NULL
    ), sites AS (SELECT site FROM waiting GROUP BY site HAVING count(DISTINCT group_key) > ${sql.lit(MOST_OF_SITE)})
    SELECT CASE WHEN sites.site IS NULL THEN group_key ELSE site END AS key, sites.site IS NOT NULL AS is_site, count(*)::integer AS calls, min(raised_at) AS first_at, max(raised_at) AS last_at,
      max(id)::text AS last_id,
      (array_agg(id::text ORDER BY id))[1:${sql.lit(SHOWN)}] AS ids
    FROM waiting LEFT JOIN sites USING (site)
    GROUP BY 1, 2 ORDER BY calls DESC, first_at, key LIMIT ${sql.lit(MOST_QUEUE_GROUPS)}`.execute(db);
  return rows;
};

/** Calls of a group that wait, the oldest first, up to one. */
export const waitingOfGroup = async (
  db: Db,
  { queueId, key, lastId, limit }: { queueId: string; key: string; lastId: string; limit: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('incidents')
    .select('id')
    .where('queue_id', '=', queueId)
    .where((eb) => eb.or([eb('group_key', '=', key), eb(siteOfKey, '=', key)]))
    .where('id', '<=', lastId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** Has an incident be a known source's, by its first call of a stranger; it leaves its queue. */
export const knowIncident = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx
    .updateTable('incidents')
    .set({ is_known: true, queue_id: null, rings_since: now, supervisor_texts: 0 })
    .where('id', '=', id)
    .execute();
  await sql`
    UPDATE incident_signals SET known_by = 'called_back' WHERE id = (
      SELECT min(id) FROM incident_signals WHERE incident_id = ${id} AND known_by IS NULL
    )`.execute(tx);
};

/** Calls whose queue has ended without them, the oldest first, locked. */
export const lockLeftCalls = async (tx: Tx, limit: number): Promise<Pick<Incident, 'id' | 'grade'>[]> => {
  const { rows } = await sql<Pick<Incident, 'id' | 'grade'>>`
    SELECT call.id::text, call.grade FROM incidents AS call
    WHERE call.ended_at IS NULL AND call.queue_id IS NOT NULL
      AND EXISTS (SELECT FROM incidents AS queue WHERE queue.id = call.queue_id AND queue.ended_at IS NOT NULL)
    ORDER BY call.id LIMIT ${sql.lit(limit)} FOR NO KEY UPDATE OF call SKIP LOCKED`.execute(tx);
  return rows;
};

/** True where a call's queue has ended without it. */
export const hasLeftCalls = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (
      SELECT FROM incidents AS call JOIN incidents AS queue ON queue.id = call.queue_id
      WHERE call.ended_at IS NULL AND call.queue_id IS NOT NULL AND queue.ended_at IS NOT NULL
    ) AS has`.execute(db);
  return rows[0]?.has ?? false;
};

/** Gives a call another queue, or none. */
export const moveToQueue = async (tx: Tx, id: string, queueId: string | null): Promise<void> => {
  await tx.updateTable('incidents').set({ queue_id: queueId }).where('id', '=', id).execute();
};
