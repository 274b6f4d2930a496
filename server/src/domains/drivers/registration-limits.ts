import { isStaffRole, maskPhone } from '@banbo/contract';
import { addressKey } from '#lib/address-key.ts';
import type { Caller } from '#lib/caller.ts';

const TEN_MINUTES = 600;
const DAY = 86_400;

/** Loose, since an office and half a mobile network can stand behind one address. */
const BURST = { name: 'registrations in ten minutes', max: 60, seconds: TEN_MINUTES };
const DAILY = { name: 'registrations in a day', max: 300, seconds: DAY };
/**
 * A plate leads to a number with three hidden digits (`findByCarNumber`). Whoever registers one of the thousand numbers
 * after the other, each from another address, learns from the refusal which of them is a driver's.
 */
const MASKED = { name: 'registrations of a masked number', max: 20, seconds: DAY };

/** Under which limits a registration counts: its sender's and, of strangers, the masked mobile number's. */
export const registrationLimits = ({
  caller,
  address,
  mobileNumber,
}: {
  caller: Caller | null;
  address: string;
  mobileNumber: string;
}) => {
  const subject = caller ? `account ${caller.accountId}` : `address ${addressKey(address)}`;
  const sender = [
    { ...BURST, subject },
    { ...DAILY, subject },
  ];
  if (caller && isStaffRole(caller.role)) return sender;
  return [...sender, { ...MASKED, subject: maskPhone(mobileNumber) }];
};
