import type { Db } from '#db/database.ts';
import { deleteExpiredSetupCodes } from '../passwords/setup-codes.repo.ts';
import { CODES_COUNTED_DAYS } from '../second-factor/code-attempts.ts';
import { forgetCodeCounts } from '../second-factor/code-counts.repo.ts';
import { deleteExpiredSessions } from '../sessions/sessions.repo.ts';
import { forgetOldAddresses } from '../sign-in/addresses.repo.ts';
import { forgetOldDevices } from '../sign-in/devices.repo.ts';
import { forgetUnknownLogins } from '../sign-in/login-counts.repo.ts';
import { COUNTED_MINUTES } from '../sign-in/password-attempts.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** The lifetime of the device's cookie. */
const DEVICE_DAYS = 365;
/** Short, because networks give addresses to other people. */
const ADDRESS_DAYS = 30;
/** Kept so long that the holder of an expired code learns that it expired, rather than that it is wrong. */
const EXPIRED_CODE_DAYS = 30;

/**
 * Deletes expired sessions, setup codes some time after they expire, outdated counts of unknown logins and wrong codes, and devices and
 * addresses without a recent sign-in.
 */
export const clearOldAccess = async (db: Db, now: Date): Promise<void> => {
  await deleteExpiredSessions(db, now);
  await deleteExpiredSetupCodes(db, new Date(now.getTime() - EXPIRED_CODE_DAYS * DAY));
  await forgetUnknownLogins(db, new Date(now.getTime() - COUNTED_MINUTES * MINUTE));
  await forgetCodeCounts(db, new Date(now.getTime() - CODES_COUNTED_DAYS * DAY));
  await forgetOldAddresses(db, new Date(now.getTime() - ADDRESS_DAYS * DAY));
  await forgetOldDevices(db, new Date(now.getTime() - DEVICE_DAYS * DAY));
};
