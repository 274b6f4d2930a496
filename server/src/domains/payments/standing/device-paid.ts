import type { Db } from '#db/database.ts';
import { readPaymentTypes } from '#domains/prices';
import { paidAndWaiting } from './standing.repo.ts';

/**
 * True if a payment type that pays for the tracker is paid: by a cleared payment, out of credit, or
 * since it was waived.
 */
export const isDevicePaid = async (db: Db, driverId: string): Promise<boolean> => {
  const types = (await readPaymentTypes(db)).filter(({ for_device }) => for_device);
  for (const { type_code } of types) {
    if ((await paidAndWaiting(db, [driverId], type_code)).cleared.has(driverId)) return true;
  }
  return false;
};
