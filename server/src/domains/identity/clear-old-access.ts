import type { Db } from '#db/database.ts';
import { forgetOldDevices } from './devices.repo.ts';
import { deleteExpiredSessions } from './sessions.repo.ts';
import { deleteExpiredSetupCodes } from './setup-codes.repo.ts';

const DAY = 86_400_000;
/** As long as the device's cookie lives. */
const DEVICE_DAYS = 365;

/** Removes sessions and setup codes that have expired, and devices that have not signed in for a year. */
export const clearOldAccess = async (db: Db, now: Date): Promise<void> => {
  await deleteExpiredSessions(db, now);
  await deleteExpiredSetupCodes(db, now);
  await forgetOldDevices(db, new Date(now.getTime() - DEVICE_DAYS * DAY));
};
