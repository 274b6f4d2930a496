import { isStaffRole, normalizeCarNumber } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { driverOfAccount } from '#domains/drivers';
import { addressKey, siteKey } from '#lib/address-key.ts';
import type { Caller } from '#lib/caller.ts';

const DAY = 86_400;

/** Days and counts of a subscription a month, the registration fee, the device, and some slips. */
const CAR_FROM_ADDRESS = { name: 'claims of a car from an address', max: 20, seconds: DAY };
/** More than its own people send, and few enough for staff to look through. */
const CAR = { name: 'claims of a car', max: 60, seconds: DAY };
type Claim = { carNumber: string; address: string; caller: Caller | null };
type Count = { limit: typeof CAR; subject: string };

/**
 * The limits of its car under which a claim counts, in the order to count in; those of its sender are in the contract. They
 * bind strangers alone, or they would be a way to keep the car's driver from paying: the signed-in driver and staff always
 * come through.
 */
export const countsOfClaim = async (db: Db, { carNumber, address, caller }: Claim): Promise<Count[]> => {
  if (caller && isStaffRole(caller.role)) return [];
  const car = normalizeCarNumber(carNumber);
  const own = caller?.role === 'Member' ? await driverOfAccount(db, caller.accountId) : null;
  if (own?.car_key === car) return [];
  const sender = siteKey(address) ?? addressKey(address);
  return [
    { limit: CAR_FROM_ADDRESS, subject: `${car} ${sender}` },
    { limit: CAR, subject: car },
  ];
};
