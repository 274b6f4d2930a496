import { type incidentList, type ListQuery, MOST_ON_BOARD } from '@banbo/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { equals, fromDay, type ListSql, untilDay } from '#db/list/list-sql.ts';
import { anyOf } from '#db/records.ts';

export type Incident = Selectable<Tables['incidents']>;

const incidents = (db: Db) => db.selectFrom('incidents').selectAll();

export const incidentById = (db: Db, id: string): Promise<Incident | undefined> =>
  incidents(db).where('id', '=', id).executeTakeFirst();

export const incidentsById = (db: Db, ids: readonly string[]): Promise<Incident[]> =>
  incidents(db)
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .execute();

export const lockIncident = (tx: Tx, id: string): Promise<Incident | undefined> =>
  incidents(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** The id of the incident of a number. */
export const incidentOfNumber = async (db: Db, number: string): Promise<string | undefined> =>
  (await db.selectFrom('incidents').select('id').where('number', '=', number.toUpperCase()).executeTakeFirst())?.id;

/** The drivers whom a code or a car number names, as another domain knows them. */
type Named = (text: string) => RawBuilder<unknown>;

export const incidentSql = (named: Named): ListSql<ListQuery<typeof incidentList>, Incident> => ({
  rows: incidents,
  filters: {
    driver: (text) => sql`driver_id = ANY(ARRAY(${named(text)}))`,
    state: (state) => {
      if (state === 'all') return null;
      return state === 'open' ? sql`ended_at IS NULL` : sql`ended_at IS NOT NULL`;
    },
    kind: (kind) => (kind === 'drills' ? sql`is_drill` : sql`NOT is_drill`),
    grade: equals('grade'),
    from: fromDay('raised_at'),
    to: untilDay('raised_at'),
  },
  sorts: { raised_at: ['raised_at', 'id'] },
});

/** The most calls of known callers that ring at once: more than there are people to answer. */
const MOST_RINGING = 2_000;

/**
 * Open incidents: those not acknowledged first, then known callers, then the gravest, then by time.
 * Known ones that nobody has acknowledged are never cut; strangers that wait stand in their queue.
 */
const open = sql<Incident & { nth: number; total: number }>`
    SELECT * FROM (
      SELECT *, (row_number() OVER (
        ORDER BY status <> 'raised', NOT is_known,
          array_position(ARRAY['sos', 'accident', 'tampering', 'jamming', 'power_cut'], grade), raised_at, id
      ))::integer AS nth, (count(*) OVER ())::integer AS total FROM incidents WHERE ended_at IS NULL AND queue_id IS NULL
    ) AS placed
    WHERE nth <= ${sql.lit(MOST_ON_BOARD)} OR status = 'raised' AND is_known AND nth <= ${sql.lit(MOST_RINGING)}
    ORDER BY nth`;

/** The incidents of the board, and whether more are open. */
export const openIncidents = async (db: Db): Promise<{ shown: Incident[]; isCut: boolean }> => {
  const { rows } = await open.execute(db);
  return { shown: rows, isCut: rows.length < (rows[0]?.total ?? 0) };
};

type Figures = { raised: number; false_alarms: number; median_seconds: number | null };

/** Counts of the incidents of a day of Ghana, which keeps UTC, without drills. */
export const figuresOfDay = async (db: Db, day: string): Promise<Figures> => {
  const { rows } = await sql<Figures>`
    SELECT count(*)::integer AS raised, count(*) FILTER (WHERE status = 'false_alarm')::integer AS false_alarms,
      round(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM acknowledged_at - raised_at)))::integer
        AS median_seconds
    FROM incidents WHERE ${fromDay('raised_at')(day)} AND NOT is_drill AND queue_id IS NULL`.execute(db);
  return rows[0] ?? { raised: 0, false_alarms: 0, median_seconds: null };
};

/** Open incidents, and those not acknowledged, without drills; a queue of strangers counts once. */
export const countOpen = async (db: Db): Promise<{ open: number; unacknowledged: number }> => {
  const { rows } = await sql<{ open: number; unacknowledged: number }>`
    SELECT count(*)::integer AS open, count(*) FILTER (WHERE status = 'raised')::integer AS unacknowledged
    FROM incidents WHERE ended_at IS NULL AND NOT is_drill AND queue_id IS NULL`.execute(db);
  return rows[0] ?? { open: 0, unacknowledged: 0 };
};

const [MOST_STEPS, MOST_SIGNALS] = [400, 100];

/**
 * The steps of an incident's time line, the oldest first; of very many the newest. Signals are
 * counted apart, since a device that calls without end would hide who was sent and what was noted.
 */
export const stepsOf = async (db: Db, incidentId: string) => {
  const steps = db
    .selectFrom('incident_steps')
    .select(['id', 'at', 'what', 'actor_id', 'words'])
    .where('incident_id', '=', incidentId)
    .orderBy('id', 'desc');
  const signals = await steps.where('what', '=', sql.lit('signal')).limit(MOST_SIGNALS).execute();
  const others = await steps.where('what', '<>', sql.lit('signal')).limit(MOST_STEPS).execute();
  return [...signals, ...others].sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
};

const MOST_EARLIER = 10;

type Earlier = Pick<Incident, 'id' | 'number' | 'grade' | 'status' | 'raised_at'>;

/** Earlier incidents of a driver's records, the newest first, and their own false alarms. */
export const earlierIncidents = async (
  db: Db,
  driverIds: readonly string[],
  before: Pick<Incident, 'id' | 'is_drill'>,
): Promise<{ earlier: Earlier[]; falseAlarms: number }> => {
  const of = db
    .selectFrom('incidents')
    .where('driver_id', 'in', driverIds)
    .where('id', '<', before.id)
    .where('is_drill', '=', before.is_drill);
  const earlier = await of
    .select(['id', 'number', 'grade', 'status', 'raised_at'])
    .orderBy('raised_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_EARLIER)
    .execute();
  const { count } = await of
    .where('status', '=', sql.lit('false_alarm'))
    .where('is_known', '=', sql.lit(true))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { earlier, falseAlarms: Number(count) };
};

/** A line for each incident on the board that changes with whatever a page shows of it. */
export const stateOfBoard = async (db: Db): Promise<BoardLine[]> => {
  const { rows } = await sql<BoardLine>`
    SELECT incident.id::text, incident.number, incident.grade, incident.status, incident.is_drill,
      incident.driver_id::text, incident.raised_at, incident.rings_everywhere, incident.signals, incident.queue_id::text,
      step.id::text AS step, place.id::text AS place, team.signs
    FROM (${open}) AS incident
    LEFT JOIN LATERAL (
      SELECT id FROM incident_steps WHERE incident_id = incident.id ORDER BY id DESC LIMIT 1
    ) AS step ON true
    LEFT JOIN LATERAL (
      SELECT max(id) AS id FROM incident_places WHERE incident_id = incident.id
    ) AS place ON true
    LEFT JOIN LATERAL (
      SELECT string_agg(id || ' ' || date_trunc('minute', check_in_at), ', ' ORDER BY dispatches.id) AS signs
      FROM dispatches WHERE incident_id = incident.id AND ended_at IS NULL
    ) AS team ON true
    ORDER BY incident.id`.execute(db);
  return rows;
};
type BoardColumn =
  | 'id'
  | 'number'
  | 'grade'
  | 'status'
  | 'is_drill'
  | 'driver_id'
  | 'raised_at'
  | 'rings_everywhere'
  | 'queue_id';
export type BoardLine = Pick<Incident, BoardColumn> & {
  signals: number;
  step: string | null;
  place: string | null;
  /** When the next signs of its teams are expected, by the minute. */
  signs: string | null;
};

export type EmergencyOfCar = Pick<Incident, 'id' | 'number' | 'raised_at' | 'ended_at'> & { driver_id: string };

/** The emergency of each of these cars: one that is open, else the newest. Drills are none. */
export const emergenciesOfCars = async (
  db: Db,
  cars: readonly { driver_id: string; device_id: string }[],
): Promise<EmergencyOfCar[]> => {
  if (cars.length === 0) return [];
  const { rows } = await sql<EmergencyOfCar>`
    SELECT car.driver_id::text, found.id::text, number, raised_at, ended_at
    FROM unnest(${cars.map((one) => one.driver_id)}::bigint[], ${cars.map((one) => one.device_id)}::bigint[])
      AS car (driver_id, device_id)
    CROSS JOIN LATERAL (
      SELECT id, number, raised_at, ended_at FROM incidents
      WHERE (driver_id = car.driver_id OR driver_id IS NULL AND device_id = car.device_id) AND NOT is_drill
      ORDER BY ended_at IS NOT NULL, raised_at DESC, id DESC LIMIT 1
    ) AS found`.execute(db);
  return rows;
};

/** Empties the words and deletes the places of these drivers' incidents. Times and states stay. */
export const emptyIncidents = async (tx: Tx, driverIds: readonly string[]): Promise<void> => {
  const own = sql`SELECT id FROM incidents WHERE driver_id = ${anyOf(driverIds)}`;
  // The incidents first, as everywhere: a signal that comes meanwhile would wait in a circle.
  await sql`SELECT FROM incidents WHERE driver_id = ${anyOf(driverIds)} ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  await sql`
    UPDATE incidents SET caller_name = '', caller_phone = '', place = '', group_key = NULL,
      status_reason = CASE WHEN status_reason IS NOT NULL THEN 'ERASED' END
    WHERE driver_id = ${anyOf(driverIds)}`.execute(tx);
  await sql`DELETE FROM incident_places WHERE incident_id IN (${own})`.execute(tx);
  await sql`UPDATE incident_steps SET words = 'ERASED' WHERE incident_id IN (${own}) AND what IN ('note', 'change')`.execute(
    tx,
  );
};
