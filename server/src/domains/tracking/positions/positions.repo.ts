import type { GeoSpot } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** A stored report as trails and thinning read it. */
export type StoredFix = GeoSpot & {
  at: Date;
  speedKmh: number;
  course: number | null;
  accuracyM: number | null;
  hasIgnition: boolean | null;
  hasPower: boolean | null;
  alarm: string | null;
};

/** More than a device sends in a day that reports twice a second; of more the first are read. */
export const MOST_FIXES = 200_000;

/** The earliest sure reports of a device from a moment until another, at most `MOST_FIXES`. */
export const fixesOf = async (
  db: Db,
  deviceId: string,
  { from, until }: { from: Date; until: Date },
): Promise<StoredFix[]> => {
  const { rows } = await sql<StoredFix>`
    SELECT fix_at AS at, latitude, longitude, speed_kmh AS "speedKmh", course, accuracy_m AS "accuracyM",
      has_ignition AS "hasIgnition", has_power AS "hasPower", alarm
    FROM positions WHERE device_id = ${deviceId} AND fix_at >= ${from} AND fix_at < ${until} AND NOT is_unsure
    ORDER BY fix_at LIMIT ${sql.lit(MOST_FIXES)}`.execute(db);
  return rows;
};

/** The device with the next number that reported between two moments; null after the last. */
export const nextDevice = async (
  db: Db,
  after: string,
  { from, until }: { from: Date; until: Date },
): Promise<string | null> => {
  const { rows } = await sql<{ device_id: string }>`
    SELECT device_id FROM positions WHERE device_id > ${after} AND fix_at >= ${from} AND fix_at < ${until}
    ORDER BY device_id LIMIT 1`.execute(db);
  return rows[0]?.device_id ?? null;
};

export const removeFixes = async (db: Db, deviceId: string, times: readonly Date[]): Promise<void> => {
  if (times.length === 0) return;
  // The bounds keep the statement to one partition.
  const [first, last] = [times[0], times.at(-1)];
  await sql`
    DELETE FROM positions WHERE device_id = ${deviceId} AND fix_at BETWEEN ${first} AND ${last}
      AND fix_at = ANY(${times}::timestamptz[])`.execute(db);
};

/** Removes a device's unsure reports of a span, and counts them. */
export const removeUnsure = async (
  db: Db,
  deviceId: string,
  { from, until }: { from: Date; until: Date },
): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM positions WHERE device_id = ${deviceId} AND fix_at >= ${from} AND fix_at < ${until}
      AND is_unsure`.execute(db);
  return Number(numAffectedRows);
};

export const thinnedDays = async (db: Db): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ day: string }>`SELECT day::text AS day FROM thinned_days`.execute(db);
  return new Set(rows.map(({ day }) => day));
};

export const noteThinned = async (
  db: Db,
  row: { day: string; thinned_at: Date; kept: number; removed: number },
): Promise<void> => {
  const noted = db.insertInto('thinned_days').values({ ...row, kept: String(row.kept), removed: String(row.removed) });
  await noted.onConflict((conflict) => conflict.column('day').doNothing()).execute();
};

/** Deletes newest places and alarms of devices from before a moment. */
export const deletePlacesBefore = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('tracker_alarms').where('at', '<', before).execute();
  await db.deleteFrom('device_places').where('fix_at', '<', before).execute();
};
