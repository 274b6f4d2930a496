import type { Db } from '#db/database.ts';

/** A member as signing in and password codes need it. `mobileNumber` is in E.164 form. */
export type MemberRecord = {
  accountId: string;
  driverCode: string;
  fullname: string;
  carNumber: string;
  email: string;
  mobileNumber: string;
};

/**
 * Finds current members: null for an unknown or removed one. The drivers' domain keeps the records and stands in a
 * higher tier, so the wiring passes the directory in.
 */
export type MemberDirectory = {
  /** Finds by a car number in any spelling. */
  ofCar: (db: Db, carNumber: string) => Promise<MemberRecord | null>;
  ofAccount: (db: Db, accountId: string) => Promise<MemberRecord | null>;
};
