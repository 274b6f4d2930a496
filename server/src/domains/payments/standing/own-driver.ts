import type { Db } from '#db/database.ts';
import { driverOfAccount } from '#domains/drivers';
import { Refusal } from '#lib/refusal.ts';

/** The member's driver. The account is the only way to it, so nobody is asked for another's by id. */
export const ownDriver = async (db: Db, accountId: string) => {
  const driver = await driverOfAccount(db, accountId);
  if (!driver) throw new Refusal('not_found', 'You are not registered as a driver any more.');
  return driver;
};
