import type { IncidentGrade, KnownWay } from '@banbo/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { anyOf } from '#db/records.ts';

/** Locks of this domain, in the first half of their key. */
const LOCK = 4_711_029;

/** Holds names until the transaction ends, so that two signals of one car make one incident. */
export const holdNamed = async (tx: Tx, names: readonly string[]): Promise<void> => {
  await sql`
    SELECT pg_advisory_xact_lock(${sql.lit(LOCK)}, hash) FROM (
      SELECT DISTINCT hashtext(name) AS hash FROM unnest(${names}::text[]) AS name ORDER BY hash OFFSET 0
    ) AS locked`.execute(tx);
};

export type Known = Pick<
  Selectable<Tables['incidents']>,
  | 'id'
  | 'number'
  | 'grade'
  | 'is_drill'
  | 'is_known'
  | 'driver_id'
  | 'device_id'
  | 'status'
  | 'first_signal_at'
  | 'last_signal_at'
  | 'ended_at'
  | 'raised_at'
  | 'queue_id'
  | 'group_key'
>;

type Cars = { driverIds: readonly string[]; deviceIds: readonly string[]; since: Date };

/**
 * Incidents of these cars and trackers that were raised after a moment, or whose signals reach to
 * it, the newest first. They are locked, so that none ends while it takes a signal.
 */
export const incidentsOfCars = async (tx: Tx, { driverIds, deviceIds, since }: Cars): Promise<Known[]> => {
  const { rows } = await sql<Known>`
    SELECT id::text, number, grade, is_drill, is_known, driver_id::text, device_id::text, status,
      first_signal_at, last_signal_at, ended_at, raised_at, queue_id::text, group_key
    FROM incidents
    WHERE (driver_id = ${anyOf(driverIds)} OR driver_id IS NULL AND device_id = ${anyOf(deviceIds)})
      AND (last_signal_at >= ${since} OR raised_at >= ${since})
    ORDER BY incidents.id FOR NO KEY UPDATE`.execute(tx);
  return rows.reverse();
};

const numberOf = (year: number, n: number, isDrill: boolean): string =>
  isDrill ? `${year}-D${String(n).padStart(3, '0')}` : `${year}-${String(n).padStart(4, '0')}`;

/** Takes so many numbers of a year: `2026-0412`, or `2026-D003` of a drill. */
export const takeNumbers = async (
  tx: Tx,
  { year, isDrill, count }: { year: number; isDrill: boolean; count: number },
): Promise<string[]> => {
  if (count === 0) return [];
  const { rows } = await sql<{ last: number }>`
    INSERT INTO incident_numbers AS kept (year, is_drill, last) VALUES (${year}, ${isDrill}, ${count})
    ON CONFLICT (year, is_drill) DO UPDATE SET last = kept.last + excluded.last
    RETURNING last`.execute(tx);
  const first = (rows[0]?.last ?? 0) - count + 1;
  return Array.from({ length: count }, (_, n) => numberOf(year, first + n, isDrill));
};

/** Stores incidents, and gives their ids in the same order. */
export const insertIncidents = async (tx: Tx, rows: readonly Insertable<Tables['incidents']>[]): Promise<string[]> => {
  const stored = await tx
    .insertInto('incidents')
    .values([...rows])
    .returning(['id', 'number'])
    .execute();
  const ids = new Map(stored.map(({ id, number }) => [number, id]));
  return rows.map(({ number }) => ids.get(number) ?? '');
};

/** Changes by signals to an incident that there is. */
export type Joined = {
  id: string;
  grade: IncidentGrade;
  is_known: boolean;
  group_key: string | null;
  signals: number;
  first_signal_at: Date;
  last_signal_at: Date;
  /** True where it must be acknowledged anew, and is passed on from the beginning. */
  rings_again: boolean;
};

/** Adds signals to incidents, in the order of ids. */
export const joinIncidents = async (tx: Tx, joined: readonly Joined[], now: Date): Promise<void> => {
  if (joined.length === 0) return;
  const column = <T>(of: (one: Joined) => T): T[] => joined.map(of);
  await sql`
    UPDATE incidents AS kept SET
      signals = kept.signals + given.signals, grade = given.grade, is_known = given.is_known, group_key = given.group_key,
      first_signal_at = least(kept.first_signal_at, given.first_signal_at),
      last_signal_at = greatest(kept.last_signal_at, given.last_signal_at),
      status = CASE WHEN given.rings_again THEN 'raised' ELSE kept.status END,
      queue_id = CASE WHEN given.is_known THEN NULL ELSE kept.queue_id END,
      rings_since = CASE WHEN given.rings_again THEN ${now}::timestamptz ELSE kept.rings_since END,
      supervisor_texts = CASE WHEN given.rings_again THEN 0 ELSE kept.supervisor_texts END
    FROM unnest(${column(({ id }) => id)}::bigint[], ${column(({ grade }) => grade)}::text[],
      ${column(({ signals }) => signals)}::integer[], ${column((one) => one.first_signal_at)}::timestamptz[],
      ${column((one) => one.last_signal_at)}::timestamptz[], ${column((one) => one.rings_again)}::boolean[],
      ${column((one) => one.is_known)}::boolean[], ${column((one) => one.group_key)}::text[])
      AS given (id, grade, signals, first_signal_at, last_signal_at, rings_again, is_known, group_key)
    WHERE kept.id = given.id`.execute(tx);
};

export const insertSignals = async (tx: Tx, rows: readonly Insertable<Tables['incident_signals']>[]): Promise<void> => {
  if (rows.length > 0)
    await tx
      .insertInto('incident_signals')
      .values([...rows])
      .execute();
};

type NewPlace = Insertable<Tables['incident_places']>;

/** Stores places; the same one again changes nothing. */
export const insertPlaces = async (tx: Tx, rows: readonly NewPlace[]): Promise<void> => {
  if (rows.length === 0) return;
  await tx
    .insertInto('incident_places')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** The newest steps at which an incident rang, the oldest first; `is_person` at one on shift. */
export const rungSteps = async (db: Db, incidentId: string) => {
  const steps = await db
    .selectFrom('incident_steps')
    .select((eb) => ['at', 'words', eb('actor_id', 'is not', null).as('is_person')])
    .where('incident_id', '=', incidentId)
    .where('what', '=', sql.lit('rung'))
    .orderBy('id', 'desc')
    .limit(8)
    .execute();
  return steps.reverse();
};

export const insertSteps = async (tx: Tx, rows: readonly Insertable<Tables['incident_steps']>[]): Promise<void> => {
  if (rows.length > 0)
    await tx
      .insertInto('incident_steps')
      .values([...rows])
      .execute();
};

/** Adds who called to an incident, and the place that they say, where they are not known yet. */
export const fillCaller = async (
  tx: Tx,
  id: string,
  { name, phone, place }: { name: string; phone: string; place: string },
): Promise<void> => {
  // A name and a number belong together: one caller's never stands beside another's.
  const isUnknown = sql`caller_name = '' AND caller_phone = ''`;
  await sql`
    UPDATE incidents SET caller_name = CASE WHEN ${isUnknown} THEN ${name} ELSE caller_name END,
      caller_phone = CASE WHEN ${isUnknown} THEN ${phone} ELSE caller_phone END,
      place = coalesce(nullif(place, ''), ${place})
    WHERE id = ${id}`.execute(tx);
};

/** The newest open incident of these cars; drills are none. */
export const openCallOfCars = async (tx: Tx, driverIds: readonly string[]): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text FROM incidents
    WHERE driver_id = ${anyOf(driverIds)} AND ended_at IS NULL AND NOT is_drill
    ORDER BY incidents.id DESC LIMIT 1`.execute(tx);
  return rows[0]?.id;
};

/** The open incident of a number that is no driver's. The number is held by `holdNamed`. */
export const openCallOfNumber = async (tx: Tx, phone: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('incidents')
      .select('id')
      .where('caller_phone', '=', phone)
      .where('caller_phone', '<>', sql.lit(''))
      .where('ended_at', 'is', null)
      .where('driver_id', 'is', null)
      .where('is_drill', '=', sql.lit(false))
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  )?.id;

/** A phone's signal by its secret, with its incident. */
export const signalOfSecret = (db: Db, secret_hash: Buffer) =>
  db
    .selectFrom('incident_signals as signal')
    .innerJoin('incidents as incident', 'incident.id', 'signal.incident_id')
    .select(['signal.id', 'signal.safe_at', 'signal.received_at', 'signal.source', 'signal.known_by'])
    .select([
      'incident.id as incident_id',
      'incident.queue_id',
      'incident.driver_id',
      'incident.status',
      'incident.is_drill',
      'incident.acknowledged_at',
    ])
    .select(['incident.dispatched_at', 'incident.on_scene_at', 'incident.ended_at', 'incident.raised_at'])
    .where('signal.secret_hash', '=', secret_hash)
    .executeTakeFirst();

export type PhoneCall = NonNullable<Awaited<ReturnType<typeof signalOfSecret>>>;

/** A phone of an incident: its signal's id, and its place among the incident's phones from 1 on. */
export type CallPhone = { id: string; n: number; known_by: KnownWay | null };

/** The phones of these secrets, by the hashes in hexadecimal. */
export const phonesOf = async (db: Db, hashes: readonly Buffer[]): Promise<ReadonlyMap<string, CallPhone>> => {
  if (hashes.length === 0) return new Map();
  const { rows } = await sql<CallPhone & { secret_hash: Buffer }>`
    SELECT signal.id::text, signal.secret_hash, signal.known_by, (
      SELECT count(*)::integer FROM incident_signals AS earlier
      WHERE earlier.incident_id = signal.incident_id AND earlier.id <= signal.id AND earlier.secret_hash IS NOT NULL
    ) AS n FROM incident_signals AS signal WHERE secret_hash = ANY(${hashes}::bytea[])`.execute(db);
  return new Map(rows.map(({ secret_hash, ...phone }) => [secret_hash.toString('hex'), phone]));
};

/** When the newest place of a phone's signal was taken. */
export const newestPlaceAt = async (db: Db, signalId: string): Promise<Date | null> => {
  const row = await db
    .selectFrom('incident_places')
    .select((eb) => eb.fn.max('at').as('at'))
    .where('signal_id', '=', signalId)
    .executeTakeFirst();
  return row?.at ?? null;
};

/**
 * Has a phone's call be known from now on, and its incident with it, which the caller holds. Gives
 * whether the incident was a stranger's until now.
 */
export const knowPhone = async (tx: Tx, secret_hash: Buffer, known_by: KnownWay): Promise<boolean> => {
  const known = await tx
    .updateTable('incident_signals')
    .set({ known_by, code_hash: null, code_until: null })
    .where('secret_hash', '=', secret_hash)
    .where('known_by', 'is', null)
    .returning('incident_id')
    .executeTakeFirst();
  if (!known) return false;
  const { numUpdatedRows } = await tx
    .updateTable('incidents')
    .set({ is_known: true, queue_id: null, supervisor_texts: 0 })
    .where('id', '=', known.incident_id)
    .where('is_known', '=', sql.lit(false))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Gives a phone's call a code, in the place of the former one. */
export const storeCode = async (tx: Tx, id: string, { hash, until }: { hash: Buffer; until: Date }): Promise<void> => {
  const code = { code_hash: hash, code_until: until, code_tries: 0 };
  await tx.updateTable('incident_signals').set(code).where('id', '=', id).execute();
};

/** Tries of one code. */
const MOST_TRIES = 5;

/** Counts a try of a call's code, and gives its hash; null without one that is good. */
export const tryCode = async (tx: Tx, id: string, now: Date): Promise<Buffer | null> => {
  const tried = await tx
    .updateTable('incident_signals')
    .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('id', '=', id)
    .where('code_until', '>', now)
    .where('code_tries', '<', MOST_TRIES)
    .returning('code_hash')
    .executeTakeFirst();
  return tried?.code_hash ?? null;
};

/** Keeps the charge of a caller's phone, the newest alone. */
export const noteBattery = async (tx: Tx, secret_hash: Buffer, battery_percent: number): Promise<void> => {
  await tx.updateTable('incident_signals').set({ battery_percent }).where('secret_hash', '=', secret_hash).execute();
};

/** Notes once that a caller is safe, and gives the incident; null where it is noted already. */
export const noteSafe = async (tx: Tx, secret_hash: Buffer, now: Date): Promise<string | null> => {
  const noted = await tx
    .updateTable('incident_signals')
    .set({ safe_at: now })
    .where('secret_hash', '=', secret_hash)
    .where('safe_at', 'is', null)
    .returning('incident_id')
    .executeTakeFirst();
  return noted?.incident_id ?? null;
};
