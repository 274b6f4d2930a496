import type { WatchKind } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyOf } from '#db/records.ts';

type Place = {
  latitude: number;
  longitude: number;
  accuracy_m: number | null;
  course: number | null;
  speed_kmh: number;
  is_moving: boolean;
  still_since: Date | null;
  fix_at: Date;
  received_at: Date;
};
/** `interval_seconds` between two reports while it moves; null while that is not learned. */
export type PlaceWithInterval = Place & { interval_seconds: number | null };

/** A device's newest place, unless it is older than `since`: then another car had the device. */
export const placeSince = async (db: Db, deviceId: string, since: Date): Promise<PlaceWithInterval | undefined> => {
  const { rows } = await sql<PlaceWithInterval>`
    SELECT place.fix_at, received_at, latitude, longitude, speed_kmh, course, accuracy_m, place.is_moving, still_since,
      interval_seconds
    FROM device_places AS place
    LEFT JOIN watch_states AS state ON state.device_id = place.device_id AND state.fitted_at = ${since}
    WHERE place.device_id = ${deviceId} AND place.fix_at >= ${since}`.execute(db);
  return rows[0];
};

export type PointOfCar = { latitude: number; longitude: number; fix_at: Date };
export type Span = { device_id: string; from: Date; until: Date };

/** The newest sure points of a device in a span without its end, the newest first. */
export const newestPoints = async (db: Db, { device_id, from, until }: Span, limit: number): Promise<PointOfCar[]> => {
  const { rows } = await sql<PointOfCar>`
    SELECT latitude, longitude, fix_at FROM positions
    WHERE device_id = ${device_id} AND fix_at >= ${from} AND fix_at < ${until} AND NOT is_unsure
    ORDER BY fix_at DESC LIMIT ${sql.lit(limit)}`.execute(db);
  return rows;
};

/** The oldest fix of a device from a moment on; null where there is none. */
export const oldestFix = async (db: Db, deviceId: string, from: Date): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date }>`
    SELECT fix_at AS at FROM positions WHERE device_id = ${deviceId} AND fix_at >= ${from}
    ORDER BY fix_at LIMIT 1`.execute(db);
  return rows[0]?.at ?? null;
};

/** Deletes a device's positions of a span without its end. */
export const deletePositions = async (db: Db, { device_id, from, until }: Span): Promise<void> => {
  await sql`
    DELETE FROM positions WHERE device_id = ${device_id} AND fix_at >= ${from} AND fix_at < ${until}`.execute(db);
};

/**
 * Deletes a device's newest place, and the fix that waits beside it, where they lie in a span;
 * `until` is null of one that lasts.
 */
export const deletePlaceWithin = async (db: Db, { device_id, from, until }: OpenSpan): Promise<void> => {
  const ends = sql`coalesce(${until}::timestamptz, 'infinity')`;
  await sql`
    DELETE FROM device_places WHERE device_id = ${device_id} AND fix_at >= ${from} AND fix_at < ${ends}`.execute(db);
  await sql`
    UPDATE device_places SET unsure_at = NULL, unsure_latitude = NULL, unsure_longitude = NULL
    WHERE device_id = ${device_id} AND unsure_at >= ${from} AND unsure_at < ${ends}`.execute(db);
};

type OpenSpan = Omit<Span, 'until'> & { until: Date | null };

const spanRows = (spans: readonly OpenSpan[]) => {
  const column = <T>(of: (span: OpenSpan) => T): T[] => spans.map(of);
  return sql`unnest(${column((one) => one.device_id)}::bigint[], ${column((one) => one.from)}::timestamptz[],
    ${column((one) => one.until)}::timestamptz[]) AS span (device_id, begins, ends)`;
};
const IN_SPAN = sql`alarm.device_id = span.device_id AND alarm.at >= span.begins
  AND alarm.at < coalesce(span.ends, 'infinity')`;

/**
 * Takes drivers and places off alarms of these spans, and off those that were noted for these
 * drivers as they came.
 */
export const emptyAlarms = async (
  db: Db,
  { driverIds, spans }: { driverIds: readonly string[]; spans: readonly OpenSpan[] },
): Promise<void> => {
  await sql`
    UPDATE tracker_alarms SET driver_id = NULL, latitude = NULL, longitude = NULL
    WHERE driver_id = ${anyOf(driverIds)}
      OR id IN (SELECT alarm.id FROM ${spanRows(spans)} JOIN tracker_alarms AS alarm ON ${IN_SPAN})`.execute(db);
};

/** The alarms of a car while it had its trackers, the newest first. */
export const alarmsOf = async (db: Db, spans: readonly OpenSpan[], limit: number) => {
  const { rows } = await sql<{ kind: string; at: Date; latitude: number | null; longitude: number | null }>`
    SELECT kind, at, alarm.latitude, alarm.longitude FROM ${spanRows(spans)}
    JOIN tracker_alarms AS alarm ON ${IN_SPAN}
    ORDER BY at DESC, alarm.id DESC LIMIT ${sql.lit(limit)}`.execute(db);
  return rows;
};

/** Deletes what the watch found of these drivers' cars, and the rules for these cars alone. */
export const deleteWatched = async (db: Db, driverIds: readonly string[]): Promise<void> => {
  await sql`DELETE FROM watch_entries WHERE driver_id = ${anyOf(driverIds)}`.execute(db);
  await sql`DELETE FROM fence_rules WHERE driver_id = ${anyOf(driverIds)}`.execute(db);
};

/** Entries of the watch over these drivers' cars, the newest first. */
export const watchedOf = async (db: Db, driverIds: readonly string[], limit: number) => {
  const { rows } = await sql<{ kind: WatchKind; since: Date; fence: string | null; status_reason: string | null }>`
    SELECT kind, since, fence, status_reason FROM watch_entries WHERE driver_id = ${anyOf(driverIds)}
    ORDER BY last_since DESC, id DESC LIMIT ${sql.lit(limit)}`.execute(db);
  return rows;
};
