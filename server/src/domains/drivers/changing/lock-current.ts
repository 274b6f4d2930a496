import type { Tx } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import type { DriverRow } from '../drivers.repo.ts';
import { lockDriver } from '../removal/removal.repo.ts';

/**
 * The current driver with this record number, locked to the transaction's end. Refused with 404 `not_found`, and with 409
 * `conflict` for a removed one.
 */
export const lockCurrent = async (tx: Tx, id: string): Promise<DriverRow> => {
  const driver = await lockDriver(tx, id);
  if (!driver) throw new Refusal('not_found', 'There is no such driver.');
  if (driver.removed_at) throw new Refusal('conflict', 'This driver was removed, so nothing of them can be changed.');
  return driver;
};
