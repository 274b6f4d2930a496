import type { KnownWay } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { feesOfPerson } from '#domains/drivers';
import { isDeviceOf } from '#domains/identity';

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
): Promise<KnownWay | null> => {
  if (!isSignedIn && !isOwnNumber && marks.length === 0) return null;
  const records = await feesOfPerson(db, driverId);
  // A registration without its fee proves nothing, however old: anybody makes one in a minute.
  if (records.every(({ is_fee_due }) => is_fee_due)) return null;
  if (isSignedIn) return 'session';
  if (isOwnNumber) return 'number';
  const accounts = records.map(({ account_id }) => account_id);
  return (await isDeviceOf(db, accounts, marks)) ? 'device' : null;
};
