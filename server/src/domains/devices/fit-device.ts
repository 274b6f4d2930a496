import {
  DEVICE_STATUS_LABELS,
  type DeviceRemoval,
  type FittingCheck,
  formatInstant,
  fullName,
  type NewFitting,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { lockDrivers, type NamedDriver, ownersById } from '#domains/drivers';
import { isDevicePaid, type MergeFollower } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { stepDevice } from './device-changes.ts';
import { lockDevice } from './devices.repo.ts';
import {
  currentOfDevice,
  currentOfDriver,
  endFitting,
  freeSince,
  insertFitting,
  moveFittings,
  moveFittingsBack,
} from './fittings.repo.ts';

const driverById = async (db: Db, id: string): Promise<NamedDriver> =>
  existing((await ownersById(db, [id])).get(id), 'driver');

/** Whether a driver has paid for the device, and which tracker the car has. */
export const checkFitting = async (
  db: Db,
  { query: { driver_id } }: { query: { driver_id: string } },
): Promise<FittingCheck> => {
  const driver = await driverById(db, driver_id);
  const current = await currentOfDriver(db, driver_id);
  return {
    driver_id,
    driver_code: driver.driver_code,
    fullname: fullName(driver),
    car_number: driver.car_number,
    is_paid: await isDevicePaid(db, driver_id),
    device: current ? { id: current.device_id, imei: current.imei } : null,
  };
};

/** The moment of a fitting or a removal: neither to come nor before the last one ended. */
const momentOf = (
  given: string | undefined,
  field: string,
  { after, since, now }: { after: Date | null; since: string; now: Date },
): Date => {
  const at = given === undefined ? now : new Date(given);
  if (at > now) throw refusalAt('invalid_input', field, 'Please give a time that has passed.');
  if (after !== null && at < after) {
    throw refusalAt(
      'invalid_input',
      field,
      `${since} ${formatInstant(after.toISOString())}. Please give a later time.`,
    );
  }
  return at;
};

type Asking = { id: string; by: Caller; now: Date };

/**
 * Fits a tracker of the stock to a driver's car. The driver is locked before the tracker, so that
 * the later of two clerks is told which car or tracker is in the way. Refused with 409 `conflict`,
 * with 422 `refused` where the device is not paid and no reason is given, 400 for a wrong time.
 */
export const fitDevice = async (
  tx: Tx,
  { id, body, by, now }: Asking & { body: NewFitting },
): Promise<{ message: string; fitting_id: string }> => {
  const { driver_id, fitted_by } = body;
  await lockDrivers(tx, [driver_id]);
  const driver = await driverById(tx, driver_id);
  const { car_number, driver_code } = driver;
  const device = await lockDevice(tx, id);
  const inCar = await currentOfDevice(tx, id);
  if (inCar) {
    const other = await driverById(tx, inCar.driver_id);
    throw new Refusal('conflict', `The tracker ${device.imei} is in the car ${other.car_number} already.`);
  }
  if (driver.is_removed) throw new Refusal('conflict', `The driver ${driver_code} was removed.`);
  const ofCar = await currentOfDriver(tx, driver_id);
  if (ofCar) {
    const message = `The car ${car_number} has the tracker ${ofCar.imei} already. Take that one out first.`;
    throw refusalAt('conflict', 'driver_id', message);
  }
  const after = await freeSince(tx, { deviceId: id, driverId: driver_id });
  const since = 'The tracker or the car was in use until';
  const fitted_at = momentOf(body.fitted_at, 'fitted_at', { after, since, now });
  const isPaid = await isDevicePaid(tx, driver_id);
  if (!isPaid && body.unpaid_reason === undefined) {
    const message = `${fullName(driver)} has not paid for the device yet. Please say why it is fitted all the same.`;
    throw refusalAt('refused', 'unpaid_reason', message);
  }
  const unpaid_reason = isPaid ? null : (body.unpaid_reason ?? null);
  // Not the reason: words about a person can be erased from the fitting, not from the log.
  await stepDevice(tx, 'fit', { id, by, now, with: { driver_code, fitted_by, is_paid: isPaid } });
  const fitting = { device_id: id, driver_id, fitted_at, fitted_by, unpaid_reason, noted_by: by.accountId };
  const fitting_id = await insertFitting(tx, fitting);
  return { message: `The tracker ${device.imei} is fitted in ${car_number}.`, fitting_id };
};

/** Takes a tracker out of its car; both keep the span. Refused with 409 for one in no car. */
export const takeOutDevice = async (
  tx: Tx,
  { id, body, by, now }: Asking & { body: DeviceRemoval },
): Promise<string> => {
  const { becomes, reason } = body;
  const { imei } = await lockDevice(tx, id);
  const fitting = await currentOfDevice(tx, id);
  const car = fitting ? await driverById(tx, fitting.driver_id) : null;
  const facts = car ? { driver_code: car.driver_code } : {};
  const times = { after: fitting?.fitted_at ?? null, since: 'It was fitted', now };
  const removed_at = momentOf(body.removed_at, 'removed_at', times);
  await stepDevice(tx, `take_out_${becomes}`, { id, by, reason, now, with: facts });
  if (fitting) await endFitting(tx, fitting.id, { removed_at, removal_reason: reason });
  return `The tracker ${imei} is out of ${car?.car_number ?? 'its car'}: ${DEVICE_STATUS_LABELS[becomes].toLowerCase()}.`;
};

export const TWO_TRACKERS = 'Both records have a tracker fitted. Take one out first.';

/** Fittings follow a merge; a car cannot come to two trackers by one. */
export const fittingsInMerges: MergeFollower = {
  name: 'fittings',
  obstacle: async (db, { id, into }) =>
    (await currentOfDriver(db, id)) && (await currentOfDriver(db, into)) ? TWO_TRACKERS : null,
  move: moveFittings,
  moveBack: moveFittingsBack,
};
