import { sql } from 'kysely';
import type { TestApp } from '../harness.ts';

type Given = { latitude?: number; longitude?: number; speed_kmh?: number; is_moving?: boolean };

/** Gives a device a newest place, of now unless told otherwise. */
export const buildPlace = async (
  it: Pick<TestApp, 'db' | 'clock'>,
  device_id: string,
  at: Date = it.clock.now,
  { latitude = 5.6037, longitude = -0.187, speed_kmh = 0, is_moving = false }: Given = {},
): Promise<void> => {
  await sql`
    INSERT INTO device_places (device_id, fix_at, received_at, latitude, longitude, speed_kmh, is_moving, still_since)
    VALUES (${device_id}, ${at}, ${at}, ${latitude}, ${longitude}, ${speed_kmh}, ${is_moving}, ${is_moving ? null : at})
    ON CONFLICT (device_id) DO UPDATE SET fix_at = excluded.fix_at, received_at = excluded.received_at,
      latitude = excluded.latitude, longitude = excluded.longitude, speed_kmh = excluded.speed_kmh,
      is_moving = excluded.is_moving, still_since = excluded.still_since`.execute(it.db);
};
