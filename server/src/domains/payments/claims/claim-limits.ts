import { isStaffRole, normalizeCarNumber } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { carsOfAccount } from '#domains/drivers';
import { addressKey, siteKey } from '#lib/address-key.ts';
import type { Caller } from '#lib/caller.ts';

const DAY = 86_400;

/** Enough for a subscription, the registration fee, the device and some mistakes. */
const OF_ONE_SENDER = 20;
/** More than the car's people send, and few enough for staff to review. */
const OF_ALL = 60;

const CAR_FROM_ADDRESS = { name: 'claims of a car from an address', max: OF_ONE_SENDER, seconds: DAY };
const CAR = { name: 'claims of a car', max: OF_ALL, seconds: DAY };

const SENDER_IS_FULL = (paidFor: string): string =>
  `You have sent ${OF_ONE_SENDER} payments for ${paidFor} today, the most allowed in a day. Please send the next one tomorrow, or contact us.`;
/** Members have a count of their own, so that strangers' claims cannot keep them from paying. */
const CAR_OF_MEMBER = { name: 'claims of a car from its member', max: OF_ONE_SENDER, seconds: DAY };
const ACCOUNT = {
  name: 'claims of a member',
  max: OF_ALL,
  seconds: DAY,
  message: `You have sent ${OF_ALL} payments today, the most allowed in a day. Please send the next one tomorrow, or contact us.`,
};
/** The message for members who pay for another person's car; they are signed in already. */
const FULL_CAR = 'Too many payments were sent for this car today. Please send it again tomorrow, or contact us.';

type Claim = { carNumber: string; address: string; caller: Caller | null };
type Count = { limit: typeof CAR & { message?: string }; subject: string };

/**
 * The counts of a claim that a member or tenant sends for something of theirs: a car's number, a
 * tenancy, a plot or an application, which a refusal calls `paidFor`; and of all that they send.
 */
export const countsOfOwnClaim = (accountId: string, thing: string, paidFor: 'this car' | 'this land'): Count[] => [
  { limit: { ...CAR_OF_MEMBER, message: SENDER_IS_FULL(paidFor) }, subject: `${thing} ${accountId}` },
  { limit: ACCOUNT, subject: accountId },
];

/**
 * The counts of a claim by its car and the member's account, in the order to count in; the contract
 * limits addresses. A member's claims for their own car count apart from strangers', who could
 * otherwise block that driver's payments. Staff have no limit.
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
  const own = await carsOfAccount(db, accountId);
  if (own.some(({ car_number }) => normalizeCarNumber(car_number) === car)) {
    return countsOfOwnClaim(accountId, car, 'this car');
  }
  // The account first, so that a member over the limit uses up nothing of another person's car.
  return [
    { limit: ACCOUNT, subject: accountId },
    ...ofCar.map(({ limit, subject }) => ({ limit: { ...limit, message: FULL_CAR }, subject })),
  ];
};
