import type { KnownWay } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { feesOfPerson } from '#domains/drivers';
import { isDeviceOf } from '#domains/identity';

/** A registration without its fee is a stranger's for so long: anybody makes one in a minute. */
const NEWCOMER_MS = 48 * 3_600_000;

/** The sender of a call beside a car number and its code, which anybody may know. */
export type Sender = {
  /** True with the session of the car's own person. */
  isSignedIn?: boolean;
  /** The marks of the browser's sign-ins. */
  marks?: readonly string[];
  /** True for a message from the number in the records. */
  isOwnNumber?: boolean;
};

/** How the sender of a driver's call is known; null for a stranger (incidents, rule 37). */
export const knownWayOf = async (
  db: Db,
  driverId: string,
  { isSignedIn = false, marks = [], isOwnNumber = false }: Sender,
  now: Date,
): Promise<KnownWay | null> => {
  if (!isSignedIn && !isOwnNumber && marks.length === 0) return null;
  const records = await feesOfPerson(db, driverId);
  const since = new Date(now.getTime() - NEWCOMER_MS);
  if (records.every(({ is_fee_due, registered_at }) => is_fee_due && registered_at > since)) return null;
  if (isSignedIn) return 'session';
  if (isOwnNumber) return 'number';
  const accounts = records.map(({ account_id }) => account_id);
  return (await isDeviceOf(db, accounts, marks)) ? 'device' : null;
};
