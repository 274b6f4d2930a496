import {
  type DeviceFitting,
  type DeviceRecord,
  type DeviceRow,
  deviceList,
  fullName,
  type ListQuery,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import type { StaffHolders } from '#domains/approvals';
import { historyOf } from '#domains/audit';
import { idsOfText, ownersById } from '#domains/drivers';
import { withIsoDates } from '#lib/iso-dates.ts';
import { pluck, presentOf } from '#lib/values.ts';
import { DEVICE_NOUN } from './device-changes.ts';
import { type Device, type DeviceSearch, deviceById, deviceSql } from './devices.repo.ts';
import { currentFittings, type Fitting, fittingsOf } from './fittings.repo.ts';

/** A tracker without what only its own page shows. */
const inList = ({
  id,
  imei,
  feed_name,
  model,
  serial_number,
  sim_number,
  sim_network,
  bundle_until,
  ...rest
}: Device) => ({
  ...{ id, imei, feed_name, model, serial_number, sim_number, sim_network, bundle_until },
  ...{ status: rest.status, status_reason: rest.status_reason, added_at: rest.added_at.toISOString() },
});

const present = async (rows: readonly Device[], db: Db): Promise<DeviceRow[]> => {
  const current = await currentFittings(db, pluck(rows, 'id'));
  const drivers = await ownersById(db, pluck([...current.values()], 'driver_id'));
  return rows.map((row) => {
    const fitting = current.get(row.id);
    const driver = drivers.get(fitting?.driver_id ?? '');
    return {
      ...inList(row),
      driver_id: driver?.id ?? null,
      driver_code: driver?.driver_code ?? null,
      fullname: driver ? fullName(driver) : null,
      car_number: driver?.car_number ?? null,
      fitted_at: fitting?.fitted_at.toISOString() ?? null,
      fitted_by: fitting?.fitted_by ?? null,
    };
  });
};

type Query = ListQuery<typeof deviceList>;
type Source = ListSource<Query, DeviceRow>;

/** An ID number is no way to a tracker: whoever sees trackers need not see it. */
const READING = { most: 100, byIdNumber: false };

const searchOf = async (db: Db, { search }: { search?: string | undefined }): Promise<DeviceSearch> =>
  search ? { text: search, driverIds: (await idsOfText(db, search, READING)).ids } : null;

const sourceOf = (search: DeviceSearch): Source => listSource(deviceList, deviceSql(search), present);

export const devicesSource: Source = {
  page: async (db, query) => sourceOf(await searchOf(db, query)).page(db, query),
  batches: async function* (db, query) {
    yield* sourceOf(await searchOf(db, query)).batches(db, query);
  },
  count: async (db, query, _scope, most) => sourceOf(await searchOf(db, query)).count(db, query, undefined, most),
};

/** The people of these accounts, as another domain knows them. */
export type StaffNamed = StaffHolders['named'];

const presentFittings = async (
  db: Db,
  rows: readonly (Fitting & { imei: string })[],
  named: StaffNamed,
): Promise<DeviceFitting[]> => {
  const drivers = await ownersById(db, presentOf(pluck(rows, 'driver_id')));
  const people = await named(db, pluck(rows, 'noted_by'));
  return rows.map(withIsoDates).map(({ noted_by, ...fitting }) => {
    const driver = drivers.get(fitting.driver_id);
    return {
      ...fitting,
      driver_code: driver?.driver_code ?? '',
      fullname: driver ? fullName(driver) : '',
      car_number: driver?.car_number ?? '',
      is_driver_removed: driver?.is_removed ?? true,
      noted_by: people.get(noted_by)?.fullname ?? null,
    };
  });
};

/** A tracker with its cars and steps; undefined where there is none. */
export const showDevice = async (
  db: Db,
  { id }: { id: string },
  named: StaffNamed,
): Promise<DeviceRecord | undefined> => {
  const device = await deviceById(db, id);
  const [row] = device ? await present([device], db) : [];
  if (!device || !row) return undefined;
  const fittings = await presentFittings(db, await fittingsOf(db, { device_id: id }), named);
  const people = await named(db, [device.added_by]);
  return {
    ...row,
    note: device.note,
    silent_minutes: device.silent_minutes,
    has_feed_key: device.feed_key_hash !== null,
    status_at: device.status_at.toISOString(),
    added_by: people.get(device.added_by)?.fullname ?? null,
    is_driver_removed: fittings.some(({ removed_at, is_driver_removed }) => removed_at === null && is_driver_removed),
    fittings,
    history: (await historyOf(db, { kind: DEVICE_NOUN, id })).map(withIsoDates),
  };
};

/** The trackers that a driver's car has and had, the newest first. */
export const trackersOfDriver = async (db: Db, driverId: string, named: StaffNamed): Promise<DeviceFitting[]> =>
  presentFittings(db, await fittingsOf(db, { driver_id: driverId }), named);
