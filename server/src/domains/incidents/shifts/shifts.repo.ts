import { type IncidentGrade, WATCHING_SECONDS } from '@banbo/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { anyOf } from '#db/records.ts';
import { pluck } from '#lib/values.ts';

export type Shift = Selectable<Tables['response_shifts']>;

const open = (db: Db) => db.selectFrom('response_shifts').where('ended_at', 'is', null);

/** Everybody on shift, the longest first. */
export const openShifts = (db: Db): Promise<Shift[]> =>
  open(db).selectAll().orderBy('started_at').orderBy('id').execute();

export const openShiftOf = (db: Db, accountId: string): Promise<Shift | undefined> =>
  open(db).selectAll().where('account_id', '=', accountId).executeTakeFirst();

/** The moment after which a page that showed the board counts as open. */
export const watchingSince = (now: Date): Date => new Date(now.getTime() - WATCHING_SECONDS * 1_000);

/** Those on shift with a page that shows the board, who were not rung at for longest first. */
export const watchingShifts = (db: Db, now: Date): Promise<Pick<Shift, 'id' | 'account_id'>[]> =>
  open(db)
    .select(['id', 'account_id'])
    .where('seen_at', '>=', watchingSince(now))
    .orderBy('rung_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .execute();

/** Begins a shift and gives its id; undefined where the person is on shift already. */
export const insertShift = async (tx: Tx, account_id: string, now: Date): Promise<string | undefined> =>
  (
    await tx
      .insertInto('response_shifts')
      .values({ account_id, started_at: now, seen_at: now })
      .onConflict((conflict) => conflict.column('account_id').where('ended_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id;

/** Ends a person's shift; false where they are on none. */
export const closeShift = async (
  tx: Tx,
  accountId: string,
  { handover, now }: { handover: string; now: Date },
): Promise<boolean> => {
  const ended = await tx
    .updateTable('response_shifts')
    .set({ ended_at: now, handover })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
};

/** Notes that a page of the person shows the board; false where they are not on shift. */
export const noteWatching = async (db: Db, accountId: string, now: Date): Promise<boolean> => {
  const seen = await db
    .updateTable('response_shifts')
    .set({ seen_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return seen !== undefined;
};

export type ShiftRing = { incident_id: string; shift_id: string };

/** Notes whom incidents ring at now. */
export const insertRings = async (tx: Tx, rings: readonly ShiftRing[], now: Date): Promise<void> => {
  if (rings.length === 0) return;
  await tx
    .insertInto('incident_rings')
    .values(rings.map((ring) => ({ ...ring, at: now })))
    .onConflict((conflict) => conflict.columns(['incident_id', 'shift_id']).doUpdateSet({ at: now }))
    .execute();
  const shifts = [...new Set(rings.map(({ shift_id }) => shift_id))];
  await sql`
    UPDATE response_shifts SET rung_at = ${now} WHERE id IN (
      SELECT id FROM response_shifts WHERE id = ${anyOf(shifts)} ORDER BY id FOR NO KEY UPDATE
    )`.execute(tx);
};

/** When incidents are passed on, and whether they ring at everybody. */
export type RingState = { id: string; ring_at: Date | null; rings_everywhere: boolean };

/** Stores the states of incidents that nobody has acknowledged, and gives the ids of these. */
export const storeRingStates = async (tx: Tx, states: readonly RingState[]): Promise<ReadonlySet<string>> => {
  if (states.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    UPDATE incidents AS kept SET ring_at = given.ring_at, rings_everywhere = given.rings_everywhere
    FROM unnest(${states.map(({ id }) => id)}::bigint[], ${states.map(({ ring_at }) => ring_at)}::timestamptz[],
      ${states.map((one) => one.rings_everywhere)}::boolean[]) AS given (id, ring_at, rings_everywhere)
    WHERE kept.id = given.id AND kept.status = 'raised' RETURNING kept.id::text`.execute(tx);
  return new Set(pluck(rows, 'id'));
};

/** An incident that nobody has acknowledged in time. */
export type DueRing = {
  id: string;
  number: string;
  grade: IncidentGrade;
  is_drill: boolean;
  is_known: boolean;
  driver_id: string | null;
  rings_everywhere: boolean;
  supervisor_texts: number;
};

const due = (now: Date) => sql`ring_at <= ${now} AND ended_at IS NULL`;

export const hasDueRings = async (db: Db, now: Date): Promise<boolean> => {
  const { rows } = await sql`SELECT 1 FROM incidents WHERE ${due(now)} LIMIT 1`.execute(db);
  return rows.length > 0;
};

/** How many strangers' incidents supervisors were told of since a moment. */
export const strangersTold = async (db: Db, since: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('incidents')
    .where('is_known', '=', sql.lit(false))
    .where('supervisors_told_at', '>', since)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Some of those to be passed on, locked, known ones first; those that a person is at are left. */
export const lockDueRings = async (tx: Tx, now: Date, limit: number): Promise<DueRing[]> => {
  const { rows } = await sql<DueRing>`
    SELECT id::text, number, grade, is_drill, is_known, driver_id::text, rings_everywhere, supervisor_texts
    FROM incidents WHERE ${due(now)}
    ORDER BY NOT is_known, ring_at, incidents.id LIMIT ${sql.lit(limit)} FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
  return rows;
};

/** The shifts that these incidents rang at, by incident. */
export const ringsOf = async (db: Db, incidentIds: readonly string[]) => {
  const { rows } = await sql<ShiftRing & { at: Date; account_id: string }>`
    SELECT ring.incident_id::text, ring.shift_id::text, ring.at, shift.account_id::text
    FROM incident_rings AS ring JOIN response_shifts AS shift ON shift.id = ring.shift_id
    WHERE ring.incident_id = ${anyOf(incidentIds)} ORDER BY ring.at, ring.shift_id`.execute(db);
  return Map.groupBy(rows, ({ incident_id }) => incident_id);
};

/** Whether supervisors were told of an incident now, and when they are told again. */
export type SupervisorsTold = { id: string; told_at: Date | null; ring_at: Date | null };

/** Notes whether supervisors were told of incidents, which ring at every page from then on. */
export const noteSupervisors = async (tx: Tx, told: readonly SupervisorsTold[]): Promise<void> => {
  await sql`
    UPDATE incidents AS kept SET supervisors_told_at = coalesce(given.told_at, kept.supervisors_told_at),
      supervisor_texts = kept.supervisor_texts + 1, ring_at = given.ring_at, rings_everywhere = true
    FROM unnest(${told.map(({ id }) => id)}::bigint[], ${told.map(({ told_at }) => told_at)}::timestamptz[],
      ${told.map(({ ring_at }) => ring_at)}::timestamptz[]) AS given (id, told_at, ring_at)
    WHERE kept.id = given.id`.execute(tx);
};

/** How many people on shift have a page that shows the board. */
export const countWatching = async (db: Db, now: Date): Promise<number> => {
  const { count } = await open(db)
    .where('seen_at', '>=', watchingSince(now))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** The shift whose page showed the board last; locked, so that one server tells of its end. */
export const lockLastSeen = (tx: Tx): Promise<Shift | undefined> =>
  tx
    .selectFrom('response_shifts')
    .selectAll()
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const lastSeen = (db: Db): Promise<Pick<Shift, 'seen_at' | 'absence_told_at'> | undefined> =>
  db
    .selectFrom('response_shifts')
    .select(['seen_at', 'absence_told_at'])
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const noteAbsence = async (tx: Tx, id: string, absence_told_at: Date): Promise<void> => {
  await tx.updateTable('response_shifts').set({ absence_told_at }).where('id', '=', id).execute();
};

const MOST_HANDOVERS = 5;

/** The words that people left at the end of their shifts since a moment, the newest first. */
export const handoversSince = (db: Db, since: Date) =>
  db
    .selectFrom('response_shifts')
    .select(['id', 'account_id', 'ended_at', 'handover'])
    .where('ended_at', '>=', since)
    .where('handover', '<>', sql.lit(''))
    .orderBy('ended_at', 'desc')
    .limit(MOST_HANDOVERS)
    .execute();
