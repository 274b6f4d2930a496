import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables } from '#db/database.ts';

/** A car with a tracker in it, by the words that find it. */
export type TrackedCar = {
  device_id: string;
  driver_id: string;
  imei: string;
  silent_minutes: number | null;
  /** A place of before is that of the car that had the tracker then. */
  fitted_at: Date;
  /** The usual seconds between two reports while it moves; null while that is not learned. */
  interval_seconds: number | null;
  car_number: string;
  driver_code: string;
  driver_name: string;
  feed_name: string | null;
};

/** The newest sure place of a tracker. */
export type NewestPlace = Omit<
  Selectable<Tables['device_places']>,
  'unsure_at' | 'unsure_latitude' | 'unsure_longitude'
>;

/** Trackers in cars and the cars' drivers, as their domains know them. */
export type CarRelations = { fitted: RawBuilder<unknown>; drivers: RawBuilder<unknown> };

/** The cars that have a tracker, by driver, at most `limit`. */
export const trackedCars = async (db: Db, { fitted, drivers }: CarRelations, limit: number): Promise<TrackedCar[]> => {
  const { rows } = await sql<TrackedCar>`
    SELECT fitted.device_id, fitted.driver_id, fitted.imei, fitted.feed_name, fitted.silent_minutes, fitted.fitted_at,
      state.interval_seconds,
      drivers.car_number, drivers.driver_code, rtrim(drivers.first_name || ' ' || drivers.last_name) AS driver_name
    FROM (${fitted}) AS fitted JOIN (${drivers}) AS drivers ON drivers.id = fitted.driver_id
    LEFT JOIN watch_states AS state ON state.device_id = fitted.device_id AND state.fitted_at = fitted.fitted_at
    ORDER BY fitted.driver_id LIMIT ${sql.lit(limit)}`.execute(db);
  return rows;
};

/** A number among transactions: those before it had ended when places were read. */
export type Horizon = string;

/**
 * The places written since an earlier read, by the horizon that it gave; all where none is given.
 * It goes by transactions, so none that ended late is skipped, whatever the servers' clocks say.
 * Some come twice.
 */
export const placesSince = async (
  db: Db,
  since: Horizon | null,
): Promise<{ places: NewestPlace[]; horizon: Horizon }> => {
  const isNew = since === null ? sql`true` : sql`age(device_places.xmin) <= age(${since}::xid8::xid)`;
  const { rows } = await sql<{ horizon: Horizon } & (NewestPlace | { device_id: null })>`
    SELECT present.horizon, device_id, fix_at, received_at, latitude, longitude, speed_kmh, course, accuracy_m, is_moving,
      still_since, has_ignition, has_power, battery_percent, alarm, alarm_at
    FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon) AS present
    LEFT JOIN device_places ON ${isNew}`.execute(db);
  const places = rows.flatMap(({ horizon, ...place }) => (place.device_id === null ? [] : [place]));
  return { places, horizon: rows[0]?.horizon ?? '0' };
};
