import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { closeMemberAccount } from '#domains/identity';
import { moveContactMessages, takeBackSms } from '#domains/messages';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { hasOtherCar } from '../cars/other-cars.repo.ts';
import { type DriverRow, findDriver } from '../drivers.repo.ts';
import { endDaysToPay, setUnpaidSince } from '../removal/removal.repo.ts';
import { lockForMerge, markMerged } from './merge.repo.ts';

/** A duplicate and the record that stays. */
export type Pair<Driver = DriverRow> = { duplicate: Driver; kept: Driver };

/** As much of a driver as a merge is refused by, as a row or as it is presented. */
type Mergeable = { id: string; driver_code: string; removed_at: unknown; merged_into: unknown };

/**
 * The records of a merge among those that were found. Refused with 404 `not_found`, with 422 `refused` for one record twice, and
 * with 409 `conflict` for a duplicate that was merged before and for a removed record to keep.
 */
export const pairOf = <Driver extends Mergeable>(
  found: readonly Driver[],
  { id, into }: { id: string; into: string },
): Pair<Driver> => {
  if (id === into) throw new Refusal('refused', 'Choose another record: a driver is no duplicate of itself.');
  const duplicate = found.find((driver) => driver.id === id);
  const kept = found.find((driver) => driver.id === into);
  if (!duplicate || !kept) throw new Refusal('not_found', 'There is no such driver.');
  if (duplicate.merged_into) throw new Refusal('conflict', `${duplicate.driver_code} was merged before.`);
  if (kept.removed_at) {
    const message = `${kept.driver_code} was removed, so nothing can be merged into it. Restore it first, or keep the other record.`;
    throw new Refusal('conflict', message);
  }
  return { duplicate, kept };
};

/**
 * Why the cars of the two persons stop a merge, in a sentence; null where they do not. Two cars of one person are two covers, and
 * further cars of a duplicate's person would stay with a person whom the merge says not to exist.
 */
const obstacleOfCars = async (db: Db, { duplicate, kept }: Pair): Promise<string | null> => {
  const { id, person_id, driver_code } = duplicate;
  if (person_id === kept.person_id) {
    return duplicate.removed_at
      ? null
      : 'These are two cars of one person, each with its own cover. Remove the one that is gone.';
  }
  if (!(await hasOtherCar(db, id, { person_id }))) return null;
  return `The person of ${driver_code} has other cars, which would be left behind. Remove the record instead.`;
};

/** The same sentence in a list, for two records by their ids; an empty one where nothing stops the merge or a record is missing. */
export const obstaclesOfCars = async (db: Db, { id, into }: { id: string; into: string }): Promise<string[]> => {
  const [duplicate, kept] = [await findDriver(db, id), await findDriver(db, into)];
  const sentence = duplicate && kept && (await obstacleOfCars(db, { duplicate, kept }));
  return sentence ? [sentence] : [];
};

/** The records of a merge, locked to the transaction's end. Refuses as `pairOf` does, and with 409 `conflict` by `obstaclesOfCars`. */
export const lockPair = async (tx: Tx, asked: { id: string; into: string }): Promise<Pair> => {
  const pair = pairOf(await lockForMerge(tx, [asked.id, asked.into]), asked);
  const sentence = await obstacleOfCars(tx, pair);
  if (sentence) throw new Refusal('conflict', sentence);
  return pair;
};

type Made = { caller: Caller; reason: string; now: Date };

const auditMerge = async (tx: Tx, { duplicate, kept }: Pair, { caller, reason, now }: Made): Promise<void> => {
  const action = 'drivers.merge';
  const subjectOf = ({ id, driver_code: name }: DriverRow) => ({ kind: 'driver', id, name });
  const gone = {
    before: { car_number: duplicate.removed_at ? null : duplicate.car_number },
    after: { car_number: null, merged_into: kept.driver_code, removal_reason: reason },
  };
  await audit(tx, caller, { action, subject: subjectOf(duplicate), ...gone }, now);
  const taken = { duplicate: duplicate.driver_code, removal_reason: reason };
  await audit(tx, caller, { action, subject: subjectOf(kept), after: taken }, now);
};

/** Where either record has paid, or was a customer before (docs/product/drivers.md, rule 47), days to pay count no more. */
const endDays = async (tx: Tx, { duplicate, kept }: Pair): Promise<void> => {
  if (!duplicate.is_fee_due) await setUnpaidSince(tx, [kept.id], null);
  else if (duplicate.unpaid_since === null) await endDaysToPay(tx, kept.id);
};

/**
 * Makes a duplicate a removed record that leads to the kept one: its car and numbers are free, its member is signed out for
 * good, and days to pay count no more where either record has paid or came from a list. The records are locked; payments are the caller's.
 */
export const mergeRecords = async (tx: Tx, pair: Pair, made: Made): Promise<void> => {
  const { duplicate, kept } = pair;
  await markMerged(tx, { id: duplicate.id, into: kept.id }, made);
  await closeMemberAccount(tx, duplicate.account_id);
  const { id, mobile_number } = duplicate;
  if (!(await hasOtherCar(tx, id, { mobile_number }))) {
    await takeBackSms(tx, { to: mobile_number });
  }
  await endDays(tx, pair);
  await moveContactMessages(tx, duplicate.id, kept.id);
  await auditMerge(tx, pair, made);
};
