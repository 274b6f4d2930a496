import { MOST_UNKNOWN } from '@banbo/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { anyOf } from '#db/records.ts';
import type { Report } from './report.ts';

export type KeptPlace = Selectable<Tables['device_places']>;

/** A report of a device that is known. */
export type OwnReport = Report & { deviceId: string };

export type FixKey = Pick<OwnReport, 'deviceId' | 'fixAt'>;

export type Alarm = {
  deviceId: string;
  driverId: string | null;
  kind: string;
  at: Date;
  receivedAt: Date;
  latitude: number | null;
  longitude: number | null;
};

export type Unknown = {
  uniqueId: string;
  feed: string;
  reports: number;
  at: Date;
  latitude: number | null;
  longitude: number | null;
};

export const fixKey = ({ deviceId, fixAt }: FixKey): string => `${deviceId} ${fixAt.getTime()}`;

/** The newest places of devices, locked in the order of devices until the transaction ends. */
export const lockPlaces = async (tx: Tx, deviceIds: readonly string[]): Promise<ReadonlyMap<string, KeptPlace>> => {
  const places = tx
    .selectFrom('device_places')
    .selectAll()
    .where(sql<boolean>`device_id = ${anyOf(deviceIds)}`)
    .orderBy('device_id')
    .forNoKeyUpdate();
  return new Map((await places.execute()).map((place) => [place.device_id, place]));
};

/** True for the key of a record, its first time. */
type IsNew<Key> = (key: Key) => boolean;

const firstOf = <Key>(keys: Iterable<string>, keyFor: (key: Key) => string): IsNew<Key> => {
  const left = new Set(keys);
  return (key) => left.delete(keyFor(key));
};

/** Stores those reports that are not there yet, in their order; tells which, by device and time. */
export const insertReports = async (
  tx: Tx,
  reports: readonly OwnReport[],
  unsure: ReadonlySet<string>,
): Promise<IsNew<string>> => {
  if (reports.length === 0) return () => false;
  const column = <T>(of: (report: OwnReport) => T): T[] => reports.map(of);
  const { rows } = await sql<{ device_id: string; fix_at: Date }>`
    INSERT INTO positions (device_id, fix_at, received_at, latitude, longitude, speed_kmh, course, accuracy_m,
      has_ignition, has_power, battery_percent, alarm, is_unsure)
    SELECT * FROM unnest(${column((one) => one.deviceId)}::bigint[], ${column((one) => one.fixAt)}::timestamptz[],
      ${column((one) => one.receivedAt)}::timestamptz[], ${column((one) => one.latitude)}::double precision[],
      ${column((one) => one.longitude)}::double precision[], ${column((one) => one.speedKmh)}::real[],
      ${column((one) => one.course)}::smallint[], ${column((one) => one.accuracyM)}::real[],
      ${column((one) => one.hasIgnition)}::boolean[], ${column((one) => one.hasPower)}::boolean[],
      ${column((one) => one.batteryPercent)}::smallint[],
      ${column((one) => (one.alarms.length === 0 ? null : one.alarms.join(',')))}::text[],
      ${column((one) => unsure.has(fixKey(one)))}::boolean[])
    ON CONFLICT (device_id, fix_at) DO NOTHING RETURNING device_id, fix_at`.execute(tx);
  return firstOf(
    rows.map(({ device_id: deviceId, fix_at: fixAt }) => fixKey({ deviceId, fixAt })),
    (key) => key,
  );
};

/** Notes that stored fixes are sure. */
export const markSure = async (tx: Tx, fixes: readonly FixKey[]): Promise<void> => {
  for (const { deviceId, fixAt } of fixes)
    await sql`
      UPDATE positions SET is_unsure = false WHERE device_id = ${deviceId} AND fix_at = ${fixAt}`.execute(tx);
};

/** Stores the newest places, in the order of devices; none goes back in time. */
export const storePlaces = async (tx: Tx, places: readonly KeptPlace[]): Promise<void> => {
  if (places.length === 0) return;
  const column = <T>(of: (place: KeptPlace) => T): T[] => places.map(of);
  await sql`
    INSERT INTO device_places AS kept (device_id, fix_at, received_at, latitude, longitude, speed_kmh, course, accuracy_m,
      is_moving, still_since, has_ignition, has_power, battery_percent, alarm, alarm_at, unsure_at, unsure_latitude,
      unsure_longitude)
    SELECT * FROM unnest(${column((one) => one.device_id)}::bigint[], ${column((one) => one.fix_at)}::timestamptz[],
      ${column((one) => one.received_at)}::timestamptz[], ${column((one) => one.latitude)}::double precision[],
      ${column((one) => one.longitude)}::double precision[], ${column((one) => one.speed_kmh)}::real[],
      ${column((one) => one.course)}::smallint[], ${column((one) => one.accuracy_m)}::real[],
      ${column((one) => one.is_moving)}::boolean[], ${column((one) => one.still_since)}::timestamptz[],
      ${column((one) => one.has_ignition)}::boolean[], ${column((one) => one.has_power)}::boolean[],
      ${column((one) => one.battery_percent)}::smallint[], ${column((one) => one.alarm)}::text[],
      ${column((one) => one.alarm_at)}::timestamptz[], ${column((one) => one.unsure_at)}::timestamptz[],
      ${column((one) => one.unsure_latitude)}::double precision[],
      ${column((one) => one.unsure_longitude)}::double precision[])
    ON CONFLICT (device_id) DO UPDATE SET
      (fix_at, received_at, latitude, longitude, speed_kmh, course, accuracy_m, is_moving, still_since, has_ignition,
        has_power, battery_percent, alarm, alarm_at, unsure_at, unsure_latitude, unsure_longitude) =
      ROW (excluded.fix_at, greatest(kept.received_at, excluded.received_at), excluded.latitude, excluded.longitude,
        excluded.speed_kmh, excluded.course, excluded.accuracy_m, excluded.is_moving, excluded.still_since,
        excluded.has_ignition, excluded.has_power, excluded.battery_percent, excluded.alarm, excluded.alarm_at,
        excluded.unsure_at, excluded.unsure_latitude, excluded.unsure_longitude)
    WHERE kept.fix_at <= excluded.fix_at`.execute(tx);
};

type AlarmKey = Pick<Alarm, 'deviceId' | 'kind' | 'at'>;

/** Stores alarms that are not there yet, in the order given; tells which. */
export const insertAlarms = async (tx: Tx, alarms: readonly Alarm[]): Promise<IsNew<AlarmKey>> => {
  if (alarms.length === 0) return () => false;
  const column = <T>(of: (alarm: Alarm) => T): T[] => alarms.map(of);
  const { rows } = await sql<{ device_id: string; kind: string; at: Date }>`
    INSERT INTO tracker_alarms (device_id, driver_id, kind, at, received_at, latitude, longitude)
    SELECT * FROM unnest(${column((one) => one.deviceId)}::bigint[], ${column((one) => one.driverId)}::bigint[],
      ${column((one) => one.kind)}::text[], ${column((one) => one.at)}::timestamptz[],
      ${column((one) => one.receivedAt)}::timestamptz[], ${column((one) => one.latitude)}::double precision[],
      ${column((one) => one.longitude)}::double precision[])
    ON CONFLICT (device_id, kind, at) DO NOTHING RETURNING device_id, kind, at`.execute(tx);
  return firstOf(
    rows.map(({ device_id: deviceId, kind, at: fixAt }) => `${fixKey({ deviceId, fixAt })} ${kind}`),
    ({ deviceId, kind, at: fixAt }) => `${fixKey({ deviceId, fixAt })} ${kind}`,
  );
};

/** Counts reports of unknown devices, in the order of their names, while there is room. */
export const noteUnknown = async (tx: Tx, unknown: readonly Unknown[]): Promise<void> => {
  if (unknown.length === 0) return;
  const column = <T>(of: (one: Unknown) => T): T[] => unknown.map(of);
  await sql`
    INSERT INTO unknown_trackers AS kept (unique_id, feed, reports, first_at, last_at, latitude, longitude)
    SELECT unique_id, feed, reports, at, at, latitude, longitude
    FROM unnest(${column((one) => one.uniqueId)}::text[], ${column((one) => one.feed)}::text[],
      ${column((one) => one.reports)}::bigint[], ${column((one) => one.at)}::timestamptz[],
      ${column((one) => one.latitude)}::double precision[], ${column((one) => one.longitude)}::double precision[])
      AS told (unique_id, feed, reports, at, latitude, longitude)
    WHERE (SELECT count(*) FROM unknown_trackers) < ${sql.lit(MOST_UNKNOWN)}
      OR EXISTS (SELECT FROM unknown_trackers AS one WHERE one.unique_id = told.unique_id)
    ON CONFLICT (unique_id) DO UPDATE SET reports = kept.reports + excluded.reports, feed = excluded.feed,
      last_at = greatest(kept.last_at, excluded.last_at), latitude = coalesce(excluded.latitude, kept.latitude),
      longitude = coalesce(excluded.longitude, kept.longitude)`.execute(tx);
};

/** The hash of the feeds' secret, and who made it when. */
export const feedSecret = (db: Db) =>
  db.selectFrom('feed_secret').select(['secret_hash', 'made_at', 'made_by']).executeTakeFirst();

export const storeFeedSecret = async (
  tx: Tx,
  row: { secret_hash: Buffer; made_at: Date; made_by: string | null },
): Promise<void> => {
  const stored = tx.insertInto('feed_secret').values(row);
  await stored.onConflict((conflict) => conflict.column('is_only').doUpdateSet(row)).execute();
};
