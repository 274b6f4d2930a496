import type { DeviceStatus } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { nextImei } from './tracker-lists.ts';

type On = { db: Db; clock: { now: Date } };

type Given = {
  imei?: string;
  feed_name?: string;
  status?: DeviceStatus;
  serial_number?: string;
  model?: string;
  sim_number?: string;
  sim_network?: string;
  bundle_until?: string;
  silent_minutes?: number;
  note?: string;
  feed_key_hash?: Buffer;
};

/** A tracker, in stock unless told otherwise. */
export const buildDevice = async (it: On, given: Given = {}): Promise<{ id: string; imei: string }> => {
  const { now } = it.clock;
  const row = { imei: nextImei(), model: 'FMB920', added_at: now, status_at: now, ...given };
  return it.db.insertInto('devices').values(row).returning(['id', 'imei']).executeTakeFirstOrThrow();
};

type GivenFitting = {
  driver_id: string;
  /** A new tracker when absent. */
  device_id?: string;
  fitted_at?: Date;
  fitted_by?: string;
  removed_at?: Date;
};

/** A tracker in a driver's car, or that was in it until `removed_at`. */
export const buildFitting = async (
  it: On,
  { device_id, ...given }: GivenFitting,
): Promise<{ id: string; device_id: string; driver_id: string }> => {
  const id = device_id ?? (await buildDevice(it)).id;
  const row = { device_id: id, fitted_at: it.clock.now, fitted_by: 'Yaw the fitter', ...given };
  const fitting = it.db.insertInto('device_fittings').values(row);
  const made = await fitting.returning(['id', 'device_id', 'driver_id']).executeTakeFirstOrThrow();
  if (given.removed_at === undefined) {
    await it.db.updateTable('devices').set({ status: 'fitted' }).where('id', '=', id).execute();
  }
  return made;
};
