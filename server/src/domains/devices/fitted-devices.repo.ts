import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyOf, countRows } from '#db/records.ts';

type FittedDevice = {
  device_id: string;
  driver_id: string;
  imei: string;
  feed_name: string | null;
  silent_minutes: number | null;
  fitted_at: Date;
};

/** The trackers that are in a car now, as a relation for another domain's list. */
export const fittedDevices = sql<FittedDevice>`
  SELECT device_fittings.device_id, device_fittings.driver_id, devices.imei, devices.feed_name,
    devices.silent_minutes, device_fittings.fitted_at
  FROM device_fittings JOIN devices ON devices.id = device_fittings.device_id WHERE device_fittings.removed_at IS NULL
    AND device_fittings.erased_at IS NULL`;

/** A tracker by what somebody who looks for it needs to know. */
type TrackerIdentity = { id: string; imei: string; sim_number: string | null; bundle_until: string | null };

/** Trackers by record number. */
export const trackersById = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, TrackerIdentity>> => {
  const { rows } = await sql<TrackerIdentity>`
    SELECT id, imei, sim_number, bundle_until::text AS bundle_until FROM devices WHERE id = ${anyOf(ids)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
};

/** The most that are counted. */
const MOST_COUNTED = 1_000;

/** How many trackers in cars have a data bundle that ends by a day, or has ended. */
export const countEndingBundles = (db: Db, until: string): Promise<number> =>
  countRows(
    db,
    db
      .selectFrom('devices')
      .where('status', '=', sql.lit('fitted'))
      .where('bundle_until', '<=', until)
      .limit(MOST_COUNTED),
  );
