import type { Db } from '#db/database.ts';
import { carOfAccount, driverOfAccount } from '#domains/drivers';
import { Refusal } from '#lib/refusal.ts';

/**
 * The member's driver, or the one of another car of theirs by its driver code. The account is the only way to it, so nobody is
 * asked for another's.
 */
export const ownDriver = async (db: Db, accountId: string, driverCode?: string) => {
  const driver = driverCode ? await carOfAccount(db, { accountId, driverCode }) : await driverOfAccount(db, accountId);
  if (driver) return driver;
  throw new Refusal('not_found', driverCode ? 'You have no such car.' : 'You are not registered as a driver any more.');
};

/** Of no driver. */
const NOBODY = '0';

/** As `ownDriver`, the record number alone; for a list, which a code of somebody else's leaves empty. */
export const ownDriverId = async (db: Db, accountId: string, driverCode?: string): Promise<string> => {
  if (!driverCode) return (await ownDriver(db, accountId)).id;
  return (await carOfAccount(db, { accountId, driverCode }))?.id ?? NOBODY;
};
