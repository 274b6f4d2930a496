import type { Tx } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { lockPerson } from '../cars/other-cars.repo.ts';
import type { DriverRow } from '../drivers.repo.ts';

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
