import { fieldLabel } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import type { DriverRow } from '../drivers.repo.ts';
import type { ColumnChange } from './changed-columns.ts';
import { keepChange, updateDriver } from './changes.repo.ts';

export type CarChange = ColumnChange & { driver: DriverRow };

/**
 * Stores what changes of a car as its next version, with its entries in the history and in the log, which is kept for good: that one
 * has the names of what was changed and no values but the car number.
 */
export const storeChange = async (
  tx: Tx,
  { driver, names, before, after }: CarChange,
  { caller, now, reason }: { caller: Caller; now: Date; reason: string },
): Promise<void> => {
  const { id, driver_code, car_number } = driver;
  const version = driver.version + 1;
  await updateDriver(tx, id, { ...after, version });
  const made = { changed_at: now, changed_by: caller.accountId, reason };
  await keepChange(tx, { driver_id: id, version, ...made, before, after: after as typeof before });
  const values = {
    before: { car_number },
    after: { car_number: after.car_number ?? car_number, fields: names.map(fieldLabel).join(', ') },
  };
  const subject = { kind: 'driver', id, name: driver_code };
  await audit(tx, caller, { action: 'drivers.change', subject, ...values }, now);
};
