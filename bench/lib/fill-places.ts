import { sql } from 'kysely';
import { withoutTimeLimit } from '../../server/src/db/connection/connect.ts';
import type { Db } from '../../server/src/db/database.ts';
import { makePlacesOf } from '../../server/test/builders/stored-places.ts';

/** Fixes of a car in a day. */
export const FIXES = 1_000;

/** Gives cars of a city, by their order, a day of places on each of these days. */
export const fillPlaces = async (
  db: Db,
  days: readonly string[],
  cars: { from: number; count: number },
): Promise<void> => {
  await makePlacesOf(db, days);
  for (const day of days) {
    await withoutTimeLimit(() =>
      db.transaction().execute(async (tx) => {
        await sql`SET LOCAL statement_timeout = 0`.execute(tx);
        await sql`
        INSERT INTO positions (device_id, fix_at, received_at, latitude, longitude, speed_kmh, course, accuracy_m, has_ignition)
        SELECT id, at, at, 5.55 + 0.1 * sin(n / 50.0 + id), -0.2 + 0.1 * cos(n / 70.0 + id),
          CASE WHEN n % 10 < 3 THEN 0 ELSE 20 + n % 40 END, n % 360, 5, n % 10 >= 3
        FROM (SELECT id FROM devices ORDER BY id OFFSET ${cars.from} LIMIT ${cars.count}) AS chosen,
          generate_series(0, ${sql.lit(FIXES - 1)}) AS n,
          LATERAL (SELECT ${`${day} 00:00:00+00`}::timestamptz + n * interval '86400 seconds' / ${sql.lit(FIXES)} AS at)
            AS moments
        ORDER BY id, n`.execute(tx);
      }),
    );
  }
};

/** Gives each tracker a newest place of now in and around Accra: seven of ten drive. */
export const fillNewest = async (db: Db): Promise<void> => {
  await sql`
    INSERT INTO device_places (device_id, fix_at, received_at, latitude, longitude, speed_kmh, course, is_moving)
    SELECT id, now(), now(), 5.62 + 0.12 * sin(id * 12.9898), -0.19 + 0.25 * cos(id * 78.233),
      CASE WHEN id % 10 < 7 THEN 40 ELSE 0 END, id % 360, id % 10 < 7 FROM devices`.execute(db);
};
