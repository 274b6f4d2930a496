import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { simulatedImei } from '../../seeds/traffic/trackers.ts';
import { makingAccounts, rowsNamed, storingDrivers } from '../builders/many-drivers.ts';

/** A tracker in a car of the city. */
export type Fitted = { imei: string; deviceId: string; driverId: string };

/** Stores cars with the trackers of simulated traffic in them since a moment. */
export const buildCity = async (db: Db, { cars, since }: { cars: number; since: Date }): Promise<Fitted[]> => {
  const rows = rowsNamed('AMA', 'MENSAH', 'GHANAIAN', `timestamptz '${since.toISOString()}'`);
  await sql.raw(storingDrivers(rows, makingAccounts(500_000, cars))).execute(db);
  const imeis = Array.from({ length: cars }, (_, serial) => simulatedImei(serial));
  const { rows: fitted } = await sql<Fitted>`
    WITH trackers AS (
      INSERT INTO devices (imei, status, status_at, added_at)
      SELECT imei, 'fitted', ${since}, ${since} FROM unnest(${imeis}::text[]) AS imei RETURNING id, imei
    ), pairs AS (
      SELECT trackers.id AS device_id, imei, drivers.id AS driver_id
      FROM (SELECT *, row_number() OVER (ORDER BY imei) AS n FROM trackers) AS trackers
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM drivers WHERE car_number LIKE 'XX %') AS drivers USING (n)
    ), fittings AS (
      INSERT INTO device_fittings (device_id, driver_id, fitted_at, fitted_by)
      SELECT device_id, driver_id, ${since}, 'Kwame Asare' FROM pairs RETURNING device_id
    )
    SELECT imei, device_id::text AS "deviceId", driver_id::text AS "driverId" FROM pairs JOIN fittings USING (device_id)
    ORDER BY imei`.execute(db);
  return fitted;
};
