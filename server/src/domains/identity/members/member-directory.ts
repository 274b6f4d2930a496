import type { Db } from '#db/database.ts';

/** What signing in and password codes need to know of a member. `mobileNumber` is in E.164 form. */
export type MemberRecord = {
  accountId: string;
  driverCode: string;
  fullname: string;
  email: string;
  mobileNumber: string;
};

/**
 * Finds current members: null for an unknown or removed one. The drivers' domain keeps the records and stands above this
 * one, so the wiring hands the directory in.
 */
export type MemberDirectory = {
  /** By a car number in any spelling. */
  ofCar: (db: Db, carNumber: string) => Promise<MemberRecord | null>;
  ofAccount: (db: Db, accountId: string) => Promise<MemberRecord | null>;
};
