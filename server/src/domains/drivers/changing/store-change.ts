import { fieldLabel, isOfCar } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { lockPerson } from '../cars/cars.repo.ts';
import type { DriverRow } from '../drivers.repo.ts';
import type { ColumnChange } from './changed-columns.ts';
import { keepChange, updateDriver } from './changes.repo.ts';

export type CarChange = ColumnChange & { driver: DriverRow };

/**
 * Stores a change, which of the person is stored already, as a car's next version with what is the car's own of it, with its entries in the history and in the log, which is kept for good: that one
 * has the names of what was changed and no values but the car number.
 */
export const storeChange = async (
  tx: Tx,
  { driver, names, before, after }: CarChange,
  { caller, now, reason }: { caller: Caller; now: Date; reason: string },
): Promise<void> => {
  const { id, driver_code, car_number } = driver;
  const version = driver.version + 1;
  const ofCar = Object.fromEntries(Object.entries(after).filter(([name]) => isOfCar(name)));
  await updateDriver(tx, id, { ...ofCar, version });
  const made = { changed_at: now, changed_by: caller.accountId, reason };
  await keepChange(tx, { driver_id: id, version, ...made, before, after: after as typeof before });
  const values = {
    before: { car_number },
    after: { car_number: after.car_number ?? car_number, fields: names.map(fieldLabel).join(', ') },
  };
  const subject = { kind: 'driver', id, name: driver_code };
  await audit(tx, caller, { action: 'drivers.change', subject, ...values }, now);
};

/**
 * The current driver with this record number and the person's other current cars, locked to the transaction's end. Refused with
 * 404 `not_found`, and with 409 `conflict` for a removed one.
 */
export const lockCurrent = async (tx: Tx, id: string): Promise<{ driver: DriverRow; others: DriverRow[] }> => {
  const records = await lockPerson(tx, id);
  const driver = records.find((record) => record.id === id);
  if (!driver) throw new Refusal('not_found', 'There is no such driver.');
  if (driver.removed_at) throw new Refusal('conflict', 'This driver was removed, so nothing of them can be changed.');
  return { driver, others: records.filter((record) => record !== driver && record.removed_at === null) };
};
