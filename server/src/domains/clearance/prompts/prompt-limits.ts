import { isStaffRole, normalizeCarNumber, normalizePhone } from '@banbo/contract';
import { addressKey, siteKey } from '#lib/address-key.ts';
import type { Caller } from '#lib/caller.ts';

const DAY = 86_400;

/** Anybody can have a phone ring by its number alone; a few slips and several months fit. */
const PAYER = { name: 'prompts to a phone', max: 6, seconds: DAY };
const CAR_FROM_ADDRESS = { name: 'prompts for a car from an address', max: 12, seconds: DAY };
const CAR = { name: 'prompts for a car', max: 30, seconds: DAY };

type Asked = { car_number: string; payer_number: string; address: string; caller: Caller | null };

/**
 * The limits of its phone and car under which a prompt counts, in the order to count in. Those of the phone hold for members
 * too, whose phone it need not be; those of the car for strangers, or they would keep the car's driver from paying.
 */
export const countsOfPrompt = ({ car_number, payer_number, address, caller }: Asked) => {
  if (caller && isStaffRole(caller.role)) return [];
  const payer = { limit: PAYER, subject: normalizePhone(payer_number) ?? payer_number };
  if (caller) return [payer];
  const car = normalizeCarNumber(car_number);
  const sender = siteKey(address) ?? addressKey(address);
  return [payer, { limit: CAR_FROM_ADDRESS, subject: `${car} ${sender}` }, { limit: CAR, subject: car }];
};
