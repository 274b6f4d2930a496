import type { Db } from '#db/database.ts';
import { deleteExpiredSetupCodes } from '../passwords/setup-codes.repo.ts';
import { deleteExpiredSessions } from '../sessions/sessions.repo.ts';
import { forgetOldAddresses } from '../sign-in/addresses.repo.ts';
import { forgetOldDevices } from '../sign-in/devices.repo.ts';
import { forgetUnknownLogins } from '../sign-in/login-counts.repo.ts';
import { COUNTED_MINUTES } from '../sign-in/password-attempts.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** As long as the device's cookie lives. */
const DEVICE_DAYS = 365;
/** Addresses go from hand to hand. */
const ADDRESS_DAYS = 30;
/** So that the holder of an expired code is told that it expired, and not that it is wrong. */
const EXPIRED_CODE_DAYS = 30;

/**
 * Removes sessions that have expired, setup codes a while after they have, counts of unknown logins that start anew, and
 * devices and addresses that have not signed in for long.
 */
export const clearOldAccess = async (db: Db, now: Date): Promise<void> => {
  await deleteExpiredSessions(db, now);
  await deleteExpiredSetupCodes(db, new Date(now.getTime() - EXPIRED_CODE_DAYS * DAY));
  await forgetUnknownLogins(db, new Date(now.getTime() - COUNTED_MINUTES * MINUTE));
  await forgetOldAddresses(db, new Date(now.getTime() - ADDRESS_DAYS * DAY));
  await forgetOldDevices(db, new Date(now.getTime() - DEVICE_DAYS * DAY));
};
