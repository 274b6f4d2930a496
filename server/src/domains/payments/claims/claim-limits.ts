import { isStaffRole, normalizeCarNumber } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { carsOfAccount } from '#domains/drivers';
import { addressKey, siteKey } from '#lib/address-key.ts';
import type { Caller } from '#lib/caller.ts';

const DAY = 86_400;

/** Days and counts of a subscription a month, the registration fee, the device, and some slips. */
const OF_ONE_SENDER = 20;
/** More than its own people send, and few enough for staff to look through. */
const OF_ALL = 60;

const CAR_FROM_ADDRESS = { name: 'claims of a car from an address', max: OF_ONE_SENDER, seconds: DAY };
const CAR = { name: 'claims of a car', max: OF_ALL, seconds: DAY };

/** The same of a member, whom strangers' claims must not keep from paying: in counts of the member's own. */
const CAR_OF_MEMBER = {
  name: 'claims of a car from its member',
  max: OF_ONE_SENDER,
  seconds: DAY,
  message: `You have sent ${OF_ONE_SENDER} payments for this car today, the most of a day. Please send the next one tomorrow, or contact us.`,
};
const ACCOUNT = {
  name: 'claims of a member',
  max: OF_ALL,
  seconds: DAY,
  message: `You have sent ${OF_ALL} payments today, the most of a day. Please send the next one tomorrow, or contact us.`,
};
/** A member who pays for somebody else's car has signed in already. */
const FULL_CAR = 'Too many payments were sent for this car today. Please send it again tomorrow, or contact us.';

type Claim = { carNumber: string; address: string; caller: Caller | null };
type Count = { limit: typeof CAR & { message?: string }; subject: string };

/**
 * The limits of its car and of a member's account under which a claim counts, in the order to count in; those of its sender's
 * address are in the contract. A member's claims for a car of their own count apart from strangers', or these would be a way to
 * keep the car's driver from paying. Staff, whom others know, always come through.
 */
export const countsOfClaim = async (db: Db, { carNumber, address, caller }: Claim): Promise<Count[]> => {
  if (caller && isStaffRole(caller.role)) return [];
  const car = normalizeCarNumber(carNumber);
  const sender = siteKey(address) ?? addressKey(address);
  const ofCar = [
    { limit: CAR_FROM_ADDRESS, subject: `${car} ${sender}` },
    { limit: CAR, subject: car },
  ];
  if (caller === null) return ofCar;
  const { accountId } = caller;
  const ofAccount = { limit: ACCOUNT, subject: accountId };
  const own = await carsOfAccount(db, accountId);
  if (own.some(({ car_number }) => normalizeCarNumber(car_number) === car)) {
    return [{ limit: CAR_OF_MEMBER, subject: `${car} ${accountId}` }, ofAccount];
  }
  // First, so that a member who has sent too many uses nothing up of somebody else's car.
  return [ofAccount, ...ofCar.map(({ limit, subject }) => ({ limit: { ...limit, message: FULL_CAR }, subject }))];
};
