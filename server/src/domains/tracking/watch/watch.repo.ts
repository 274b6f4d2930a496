import type { FenceMust, ListQuery, WatchKind, watchList } from '@banbo/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { equals, fromDay, type ListSql, untilDay } from '#db/list/list-sql.ts';
import { anyOf, countRows } from '#db/records.ts';

export type WatchState = {
  device_id: string;
  fitted_at: Date;
  fix_at: Date;
  is_moving: boolean;
  gaps: number[];
  interval_seconds: number | null;
  is_power_noted: boolean;
  battery_noted_at: Date | null;
};

/** The states of devices, locked in the order of devices until the transaction ends. */
export const lockWatchStates = async (
  tx: Tx,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, WatchState>> => {
  const { rows } = await sql<WatchState>`
    SELECT device_id, fitted_at, fix_at, is_moving, gaps, interval_seconds, is_power_noted, battery_noted_at
    FROM watch_states WHERE device_id = ${anyOf(deviceIds)} ORDER BY device_id FOR NO KEY UPDATE`.execute(tx);
  return new Map(rows.map((row) => [row.device_id, row]));
};

/** Stores states, in the order of devices. */
export const storeWatchStates = async (tx: Tx, states: readonly WatchState[]): Promise<void> => {
  if (states.length === 0) return;
  const column = <T>(of: (state: WatchState) => T): T[] => states.map(of);
  await sql`
    INSERT INTO watch_states AS kept (device_id, fitted_at, fix_at, is_moving, gaps, interval_seconds, is_power_noted,
      battery_noted_at)
    SELECT device_id, fitted_at, fix_at, is_moving, gaps::integer[], interval_seconds, is_power_noted, battery_noted_at
    FROM unnest(${column((one) => one.device_id)}::bigint[], ${column((one) => one.fitted_at)}::timestamptz[],
      ${column((one) => one.fix_at)}::timestamptz[], ${column((one) => one.is_moving)}::boolean[],
      ${column((one) => `{${one.gaps.join(',')}}`)}::text[], ${column((one) => one.interval_seconds)}::integer[],
      ${column((one) => one.is_power_noted)}::boolean[], ${column((one) => one.battery_noted_at)}::timestamptz[])
      AS given (device_id, fitted_at, fix_at, is_moving, gaps, interval_seconds, is_power_noted, battery_noted_at)
    ON CONFLICT (device_id) DO UPDATE SET
      (fitted_at, fix_at, is_moving, gaps, interval_seconds, is_power_noted, battery_noted_at) =
      ROW (excluded.fitted_at, excluded.fix_at, excluded.is_moving, excluded.gaps, excluded.interval_seconds,
        excluded.is_power_noted, excluded.battery_noted_at)
    WHERE kept.fitted_at < excluded.fitted_at OR kept.fix_at <= excluded.fix_at`.execute(tx);
};

/** Something found, for an entry of its own or an open one. */
export type Finding = {
  device_id: string;
  driver_id: string;
  kind: WatchKind;
  rule: { id: string; name: string; must: FenceMust } | null;
  since: Date;
  last_report_at: Date | null;
  due_by: Date | null;
  interval_seconds: number | null;
  battery_percent: number | null;
};

const openKey = ({ device_id, driver_id, kind, rule }: Finding): string =>
  [device_id, driver_id, kind, rule?.id].join(' ');

/** The findings in rounds, none of which has the same twice. */
const inRounds = (found: readonly Finding[]): Finding[][] => {
  const rounds: Finding[][] = [];
  for (const same of Map.groupBy(found, openKey).values()) {
    for (const [n, one] of same.entries()) rounds[n] = [...(rounds[n] ?? []), one];
  }
  return rounds;
};

/**
 * Makes entries, in the order of devices. Where the same is open already, it is noted there that it
 * came again, once for each time.
 */
export const insertFound = async (tx: Tx, found: readonly Finding[], now: Date): Promise<void> => {
  for (const round of inRounds(found)) {
    const column = <T>(of: (one: Finding) => T): T[] => round.map(of);
    await sql`
      INSERT INTO watch_entries AS kept (device_id, driver_id, kind, fence_rule_id, fence, must, since, last_since,
        noticed_at, last_report_at, due_by, interval_seconds, battery_percent)
      SELECT device_id, driver_id, kind, rule_id, fence, must, since, since, ${now}::timestamptz, last_report_at, due_by,
        interval_seconds, battery_percent
      FROM unnest(${column((one) => one.device_id)}::bigint[], ${column((one) => one.driver_id)}::bigint[],
        ${column((one) => one.kind)}::text[], ${column((one) => one.rule?.id ?? null)}::bigint[],
        ${column((one) => one.rule?.name ?? null)}::text[], ${column((one) => one.rule?.must ?? null)}::text[],
        ${column((one) => one.since)}::timestamptz[], ${column((one) => one.last_report_at)}::timestamptz[],
        ${column((one) => one.due_by)}::timestamptz[], ${column((one) => one.interval_seconds)}::integer[],
        ${column((one) => one.battery_percent)}::smallint[])
        AS given (device_id, driver_id, kind, rule_id, fence, must, since, last_report_at, due_by, interval_seconds,
          battery_percent)
      ON CONFLICT (device_id, driver_id, kind, (coalesce(fence_rule_id, 0))) WHERE status = 'open' DO UPDATE SET
        (last_since, noticed_at, times, came_back_at, last_report_at, due_by, interval_seconds, battery_percent) =
        ROW (excluded.last_since, excluded.noticed_at, kept.times + 1, NULL::timestamptz, excluded.last_report_at,
          excluded.due_by, excluded.interval_seconds, excluded.battery_percent)
      WHERE kept.last_since < excluded.last_since`.execute(tx);
  }
};

/** The entries of a driver's car, also closed ones: what they tell of is not found again. */
export const watchEntriesOf = async (tx: Tx, driverId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM watch_entries WHERE driver_id = ${driverId}`.execute(tx);
  return rows.map(({ id }) => id);
};

/** The entries of a driver about trackers since they were fitted. */
export const entriesSince = async (
  tx: Tx,
  driverId: string,
  fitted: readonly { device_id: string; fitted_at: Date }[],
): Promise<string[]> => {
  const [ids, times] = [fitted.map(({ device_id }) => device_id), fitted.map(({ fitted_at }) => fitted_at)];
  const { rows } = await sql<{ id: string }>`
    SELECT entry.id FROM watch_entries AS entry
    JOIN unnest(${ids}::bigint[], ${times}::timestamptz[]) AS given (device_id, at)
      ON given.device_id = entry.device_id AND entry.since >= given.at
    WHERE entry.driver_id = ${driverId}`.execute(tx);
  return rows.map(({ id }) => id);
};

/**
 * Gives those of these entries to another driver that the first one still has, and tells which. An
 * open one stays where the other has the same open.
 */
export const moveEntries = async (
  tx: Tx,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<string[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    UPDATE watch_entries AS entry SET driver_id = ${to}
    WHERE id = ${anyOf(ids)} AND driver_id = ${from} AND (status = 'closed' OR NOT EXISTS (
      SELECT FROM watch_entries AS other
      WHERE other.device_id = entry.device_id AND other.driver_id = ${to} AND other.kind = entry.kind
        AND coalesce(other.fence_rule_id, 0) = coalesce(entry.fence_rule_id, 0) AND other.status = 'open'
    )) RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Notes on open entries of silence that their devices reported again. */
export const noteCameBack = async (tx: Tx, back: readonly { device_id: string; at: Date }[]): Promise<void> => {
  if (back.length === 0) return;
  const [ids, times] = [back.map(({ device_id }) => device_id), back.map(({ at }) => at)];
  await sql`
    WITH back AS MATERIALIZED (
      SELECT entry.id, given.at FROM watch_entries AS entry
      JOIN unnest(${ids}::bigint[], ${times}::timestamptz[]) AS given (device_id, at) USING (device_id)
      WHERE kind = 'silent' AND status = 'open' AND came_back_at IS NULL AND entry.last_since < given.at
      ORDER BY entry.id FOR NO KEY UPDATE OF entry
    )
    UPDATE watch_entries AS entry SET came_back_at = back.at FROM back WHERE entry.id = back.id`.execute(tx);
};

export type SilentCar = {
  device_id: string;
  driver_id: string;
  silent_minutes: number | null;
  fitted_at: Date;
  /** Null where it has not reported since it was fitted. */
  last_report_at: Date | null;
  is_moving: boolean;
  interval_seconds: number | null;
};

/**
 * When the newest report came of those that came by a moment; null for none in ten minutes before.
 * Of trackers that reported since, the newest places hold a later time, so reports are read.
 */
export const lastReportBy = async (db: Db, by: Date): Promise<Date | null> => {
  const since = new Date(by.getTime() - 600_000);
  const { rows } = await sql<{ at: Date | null }>`
    SELECT greatest(
      (SELECT max(received_at) FROM device_places WHERE received_at BETWEEN ${since} AND ${by}),
      (SELECT max(position.received_at)
        FROM (SELECT device_id FROM device_places WHERE received_at > ${by} LIMIT 100) AS place
        JOIN positions AS position USING (device_id)
        WHERE position.fix_at BETWEEN ${since} AND ${by} AND position.received_at BETWEEN ${since} AND ${by})
    ) AS at`.execute(db);
  return rows[0]?.at ?? null;
};

/** Some fitted cars after one, by device. */
export const nextFittedCars = async (
  db: Db,
  fitted: RawBuilder<unknown>,
  { after, limit }: { after: string; limit: number },
): Promise<SilentCar[]> => {
  const { rows } = await sql<SilentCar>`
    WITH cars AS MATERIALIZED (
      SELECT * FROM (${fitted}) AS fitted WHERE device_id > ${after} ORDER BY device_id LIMIT ${sql.lit(limit)}
    )
    SELECT cars.device_id, cars.driver_id, cars.silent_minutes, cars.fitted_at,
      CASE WHEN place.received_at >= cars.fitted_at THEN place.received_at END AS last_report_at,
      coalesce(state.is_moving, false) AS is_moving, state.interval_seconds
    FROM cars
    LEFT JOIN device_places AS place ON place.device_id = cars.device_id
    LEFT JOIN watch_states AS state ON state.device_id = cars.device_id AND state.fitted_at = cars.fitted_at
    ORDER BY cars.device_id`.execute(db);
  return rows;
};

/** Leaves out the silences that are on the list already, open or closed. */
export const notYetListed = async (db: Db, silences: readonly Finding[]): Promise<Finding[]> => {
  if (silences.length === 0) return [];
  const column = <T>(of: (one: Finding) => T): T[] => silences.map(of);
  const { rows } = await sql<{ device_id: string }>`
    SELECT given.device_id::text AS device_id
    FROM unnest(${column((one) => one.device_id)}::bigint[], ${column((one) => one.driver_id)}::bigint[],
      ${column((one) => one.since)}::timestamptz[]) AS given (device_id, driver_id, since)
    CROSS JOIN LATERAL (
      SELECT FROM watch_entries AS entry
      WHERE entry.device_id = given.device_id AND entry.kind = 'silent' AND entry.last_since >= given.since
        AND entry.driver_id = given.driver_id
      LIMIT 1
    ) AS listed`.execute(db);
  const listed = new Set(rows.map(({ device_id }) => device_id));
  return silences.filter(({ device_id }) => !listed.has(device_id));
};

export type WatchEntry = Selectable<Tables['watch_entries']>;

const entries = (db: Db) => db.selectFrom('watch_entries').selectAll();

export const watchEntryById = (db: Db, id: string): Promise<WatchEntry | undefined> =>
  entries(db).where('id', '=', id).executeTakeFirst();

/** The drivers whom a code or a car number names, as another domain knows them. */
type Named = (text: string) => RawBuilder<unknown>;

export const watchSql = (named: Named): ListSql<ListQuery<typeof watchList>, WatchEntry> => ({
  rows: entries,
  filters: {
    state: (state) => (state === 'all' ? null : sql`status = ${sql.lit(state)}`),
    kind: equals('kind'),
    driver: (text) => sql`driver_id = ANY(ARRAY(${named(text)}))`,
    driver_id: equals('driver_id'),
    device_id: equals('device_id'),
    from: fromDay('last_since'),
    to: untilDay('last_since'),
  },
  sorts: { last_since: ['last_since', 'id'] },
});

/** The most open entries that the dashboard counts. */
const MOST_COUNTED = 1_000;

export const countOpenEntries = (db: Db): Promise<number> =>
  countRows(db, db.selectFrom('watch_entries').where('status', '=', sql.lit('open')).limit(MOST_COUNTED));
