import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyOf } from '#db/records.ts';
import { idNamed } from './devices.repo.ts';

/** A tracker with the driver whose car has it now; null in no car. */
export type KnownDevice = { id: string; driver_id: string | null; fitted_at: Date | null };

/** Names in a feed, each beside the tracker that it means. */
const named = (names: readonly string[]) => sql`
  unnest((SELECT ${names}::text[])::text[]) AS asked (name) JOIN devices ON devices.id = ${idNamed(sql`asked.name`)}`;

/** Trackers by the names by which they report: an IMEI, or a name in the feed. */
export const devicesNamed = async (db: Db, names: readonly string[]): Promise<ReadonlyMap<string, KnownDevice>> => {
  const { rows } = await sql<KnownDevice & { name: string }>`
    SELECT asked.name, devices.id, fitted.driver_id, fitted.fitted_at FROM ${named(names)}
    LEFT JOIN device_fittings AS fitted ON fitted.device_id = devices.id AND fitted.removed_at IS NULL`.execute(db);
  return new Map(rows.map(({ name, ...device }) => [name, device]));
};

/** The SHA-256 of devices' own keys, by the names as above; null of those without a key. */
export const feedKeysNamed = async (db: Db, names: readonly string[]): Promise<ReadonlyMap<string, Buffer | null>> => {
  const { rows } = await sql<{ name: string; feed_key_hash: Buffer | null }>`
    SELECT asked.name, feed_key_hash FROM ${named(names)}`.execute(db);
  return new Map(rows.map(({ name, feed_key_hash }) => [name, feed_key_hash]));
};

/** The driver whose car had a tracker at a time, for each in their order; null in no car. */
export const driversAtTimes = async (
  db: Db,
  asked: readonly { deviceId: string; at: Date }[],
): Promise<(string | null)[]> => {
  if (asked.length === 0) return [];
  const [ids, times] = [asked.map(({ deviceId }) => deviceId), asked.map(({ at }) => at)];
  const { rows } = await sql<{ driver_id: string | null }>`
    SELECT had.driver_id FROM unnest(${ids}::bigint[], ${times}::timestamptz[]) WITH ORDINALITY AS asked (device_id, at, place)
    LEFT JOIN LATERAL (
      SELECT driver_id FROM device_fittings AS fitting
      WHERE fitting.device_id = asked.device_id AND fitting.fitted_at <= asked.at
        AND (fitting.removed_at IS NULL OR fitting.removed_at > asked.at)
      ORDER BY fitting.fitted_at DESC, fitting.id DESC LIMIT 1
    ) AS had ON true
    ORDER BY asked.place`.execute(db);
  return rows.map(({ driver_id }) => driver_id);
};

/** A tracker in a car now. */
export type FittedCar = {
  device_id: string;
  imei: string;
  driver_id: string;
  fitted_at: Date;
  silent_minutes: number | null;
};

/** The trackers in cars now: all, or those of some devices or drivers. */
export const fittedCars = (
  db: Db,
  of: { deviceIds: readonly string[] } | { driverIds: readonly string[] } | 'all' = 'all',
): Promise<FittedCar[]> => {
  const cars = db
    .selectFrom('device_fittings')
    .innerJoin('devices', 'devices.id', 'device_fittings.device_id')
    .select(['device_fittings.device_id', 'devices.imei', 'driver_id', 'fitted_at', 'devices.silent_minutes'])
    .where('removed_at', 'is', null)
    .where('erased_at', 'is', null);
  if (of === 'all') return cars.execute();
  if ('deviceIds' in of) return cars.where(sql<boolean>`device_id = ${anyOf(of.deviceIds)}`).execute();
  return cars.where(sql<boolean>`driver_id = ${anyOf(of.driverIds)}`).execute();
};
