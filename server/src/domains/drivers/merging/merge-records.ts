import { MERGE_STANDS_AFTER_HOURS, NOTHING_IN_COMMON } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { MergedBefore, MergedMoney } from '#db/json-shapes.ts';
import { audit } from '#domains/audit';
import { closeMemberAccount, reopenMemberAccount } from '#domains/identity';
import { moveContactMessages, moveContactMessagesBack, takeBackSms } from '#domains/messages';
import type { Caller } from '#lib/caller.ts';
import { noSuch, Refusal, refusalAt } from '#lib/refusal.ts';
import { hasOtherCar } from '../cars/cars.repo.ts';
import { type DriverRow, findDriver, lockRecords } from '../drivers.repo.ts';
import { openingsOf } from '../imports/openings.repo.ts';
import { firstRepeat } from '../registration/check-registration.ts';
import { endDaysToPay, setUnpaidSince } from '../removal/removal.repo.ts';
import { takenByOther } from '../removal/remove-driver.ts';
import { keepMerge, type Merge, markMerged, mergedSince, mergeOf, recordsBefore, unmarkMerged } from './merge.repo.ts';

/** A duplicate and the record that stays. */
export type Pair<Driver = DriverRow> = { duplicate: Driver; kept: Driver };

/** The parts of a driver that can refuse a merge, from a row or an answer. */
type Mergeable = { id: string; driver_code: string; removed_at: unknown; merged_into: unknown };

/**
 * The records of a merge among those that were found. Refused with 404 `not_found`, with 422
 * `refused` for one record twice, and with 409 `conflict` for a duplicate that was merged before
 * and for a removed record to keep.
 */
export const pairOf = <Driver extends Mergeable>(
  found: readonly Driver[],
  { id, into }: { id: string; into: string },
): Pair<Driver> => {
  if (id === into) throw new Refusal('refused', 'Choose another record: a driver cannot be a duplicate of itself.');
  const duplicate = found.find((driver) => driver.id === id);
  const kept = found.find((driver) => driver.id === into);
  if (!duplicate || !kept) throw noSuch('driver');
  if (duplicate.merged_into) throw new Refusal('conflict', `${duplicate.driver_code} was merged before.`);
  if (kept.removed_at) {
    const message = `${kept.driver_code} was removed, so nothing can be merged into it. Restore it first, or keep the other record.`;
    throw new Refusal('conflict', message);
  }
  return { duplicate, kept };
};

/** The opening of a duplicate is its own, and no record may have two. */
const obstacleOfOpening = async (db: Db, { duplicate, kept }: Pair): Promise<string | null> => {
  const opened = await openingsOf(db, [duplicate.id, kept.id]);
  if (!opened.has(duplicate.id)) return null;
  const [gone, stays] = [duplicate.driver_code, kept.driver_code];
  return opened.has(kept.id)
    ? `Both records came from a list with an opening balance or months that were paid. Remove ${gone} instead.`
    : `${gone} came from a list with an opening balance or months that were paid. Merge ${stays} into ${gone} instead.`;
};

/**
 * Why the cars of the two persons stop a merge, in a sentence; null where they do not. Two cars of
 * one person are two covers, and further cars of a duplicate's person would stay with a person whom
 * the merge says not to exist.
 */
const obstacleOfCars = async (db: Db, { duplicate, kept }: Pair): Promise<string | null> => {
  const { id, root_id, driver_code } = duplicate;
  if (root_id === kept.root_id) {
    return duplicate.removed_at
      ? null
      : 'These are two cars of one person, each with its own cover. Remove the one that is gone.';
  }
  if (!(await hasOtherCar(db, id, { root_id }))) return null;
  return `The person of ${driver_code} has other cars, which would be left behind. Remove the record instead.`;
};

/** The first sentence that stops a merge, or null. */
const obstacleTo = async (db: Db, pair: Pair): Promise<string | null> =>
  (await obstacleOfCars(db, pair)) ?? (await obstacleOfOpening(db, pair));

/** The same for two record numbers, as a list of one or none. */
export const obstaclesToMerge = async (db: Db, { id, into }: { id: string; into: string }): Promise<string[]> => {
  const [duplicate, kept] = [await findDriver(db, id), await findDriver(db, into)];
  const sentence = duplicate && kept && (await obstacleTo(db, { duplicate, kept }));
  return sentence ? [sentence] : [];
};

/** Locks the records of a merge. Refuses as `pairOf` and `obstaclesToMerge` do. */
export const lockPair = async (tx: Tx, asked: { id: string; into: string }): Promise<Pair> => {
  const pair = pairOf(await lockRecords(tx, [asked.id, asked.into]), asked);
  const sentence = await obstacleTo(tx, pair);
  if (sentence) throw new Refusal('conflict', sentence);
  return pair;
};

/** So many common parts make two names one person's: many people share a first or last name. */
const SAME_NAMES = 2;

const wordsOf = ({ first_name, middle_name, last_name }: DriverRow): string[] =>
  [first_name, middle_name, last_name].flatMap((name) => name.split(/[\s-]+/)).filter((word) => word !== '');

/** The details that two records share, in words. */
const sharedBy = ({ duplicate, kept }: Pair): string[] => {
  if (duplicate.root_id === kept.root_id) return ['person'];
  if (duplicate.erased_at || kept.erased_at) return [];
  const same = (value: (driver: DriverRow) => string | null): boolean =>
    Boolean(value(duplicate)) && value(duplicate) === value(kept);
  const [own, others] = [new Set(wordsOf(duplicate)), new Set(wordsOf(kept))];
  const names = [...own].filter((word) => others.has(word));
  // Of a person with one name there is no second part to compare.
  const isSameName = names.length >= Math.min(SAME_NAMES, Math.max(own.size, others.size));
  return [
    ...(isSameName ? ['name'] : []),
    ...(same(({ date_of_birth }) => date_of_birth) ? ['date of birth'] : []),
    ...(same(({ mobile_number }) => mobile_number) ? ['mobile number'] : []),
    ...(same(({ email }) => email) ? ['e-mail'] : []),
    ...(same(({ id_key }) => id_key) ? ['ID number'] : []),
  ];
};

/** The details that two records share, by their ids; none where a record is missing. */
export const sharedDetails = async (db: Db, { id, into }: { id: string; into: string }): Promise<string[]> => {
  const [duplicate, kept] = [await findDriver(db, id), await findDriver(db, into)];
  return duplicate && kept ? sharedBy({ duplicate, kept }) : [];
};

/** Refuses with 422 `refused` a merge of two with nothing in common, without a reason for it. */
export const refuseStrangers = (pair: Pair, samePerson: string | undefined): void => {
  if (samePerson !== undefined || sharedBy(pair).length > 0) return;
  throw refusalAt('refused', 'same_person', NOTHING_IN_COMMON);
};

type Made = { caller: Caller; reason: string; samePerson: string | undefined; now: Date };

const subjectOf = ({ id, driver_code: name }: DriverRow) => ({ kind: 'driver', id, name });

const auditMerge = async (
  tx: Tx,
  { duplicate, kept }: Pair,
  { caller, reason, samePerson, now }: Made,
): Promise<void> => {
  const action = 'drivers.merge';
  const gone = {
    before: { car_number: duplicate.removed_at ? null : duplicate.car_number },
    after: {
      car_number: null,
      merged_into: kept.driver_code,
      removal_reason: reason,
      ...(samePerson !== undefined && { same_person: samePerson }),
    },
  };
  await audit(tx, caller, { action, subject: subjectOf(duplicate), ...gone }, now);
  const taken = { duplicate: duplicate.driver_code, removal_reason: reason };
  await audit(tx, caller, { action, subject: subjectOf(kept), after: taken }, now);
};

/** Milliseconds after which a merge stands for good. */
const STANDS_AFTER = MERGE_STANDS_AFTER_HOURS * 3_600_000;

/** Days end if either record has paid or came from a list (docs/product/drivers.md, rule 47). */
const endDays = async (tx: Tx, { duplicate, kept }: Pair): Promise<void> => {
  if (!duplicate.is_fee_due) await setUnpaidSince(tx, [kept.id], null);
  else if (duplicate.unpaid_since === null) await endDaysToPay(tx, kept.id);
};

/**
 * Makes a duplicate a removed record that leads to the kept one: its car and numbers are free, its
 * member is signed out for good, and days to pay count no more where either record has paid or came
 * from a list. The records are locked. Payments are the caller's, who tells by `money` what it
 * moved: it is kept for a day with everything else that is changed here.
 */
export const mergeRecords = async (tx: Tx, pair: Pair, made: Made, money: MergedMoney): Promise<void> => {
  const { duplicate, kept } = pair;
  const records = { id: duplicate.id, into: kept.id };
  const before = await recordsBefore(tx, records);
  await markMerged(tx, records, made);
  // That of an erased person is deleted already.
  if (!duplicate.erased_at) await closeMemberAccount(tx, duplicate.account_id);
  const { id, mobile_number } = duplicate;
  if (!(await hasOtherCar(tx, id, { mobile_number }))) {
    await takeBackSms(tx, { to: mobile_number });
  }
  await endDays(tx, pair);
  const messages = await moveContactMessages(tx, duplicate.id, kept.id);
  const { samePerson = '', now } = made;
  const merge = { ...records, before: { ...before, messages, money }, samePerson, by: made.caller.accountId, now };
  await keepMerge(tx, merge, new Date(now.getTime() - STANDS_AFTER));
  await auditMerge(tx, pair, made);
};

/** A merge that can be taken back, with its locked records and what it had changed. */
export type TakenBack = Pair & { merge: Merge; before: MergedBefore };

const conflict = (message: string): Refusal => new Refusal('conflict', message);

/** The sentence on what happened since a merge and forbids undoing it; null if nothing. */
const standsOnMerge = async (tx: Tx, { merge, duplicate, kept, before }: TakenBack): Promise<string | null> => {
  const [gone, stays] = [duplicate.driver_code, kept.driver_code];
  if (kept.merged_into) return `${stays} was merged into another record since. Take that merge back first.`;
  const later = await mergedSince(tx, merge);
  if (later) return `${later} was merged into ${stays} since. Take that merge back first.`;
  if (duplicate.erased_at || kept.erased_at) {
    return 'The personal data of one of the records were erased since, so the merge cannot be taken back.';
  }
  if (kept.removed_at) return `${stays} was removed since. Restore it first.`;
  if (before.duplicate.removed_at !== null) return null;
  const { id, root_id } = duplicate;
  if (root_id !== kept.root_id && (await hasOtherCar(tx, id, { root_id }))) {
    return `The person of ${gone} has another car since, so the merge cannot be taken back.`;
  }
  return null;
};

/**
 * Locks the records of a merge that is to be taken back, to the transaction's end. Refused with 409
 * `conflict` for a merge that was taken back meanwhile or is a day old, that other records depend
 * on, or whose duplicate's car or number another driver has by now.
 */
export const lockMerge = async (tx: Tx, merge: Merge, now: Date): Promise<TakenBack> => {
  const locked = await lockRecords(tx, [merge.duplicate_id, merge.kept_id]);
  const duplicate = locked.find(({ id }) => id === merge.duplicate_id);
  const kept = locked.find(({ id }) => id === merge.kept_id);
  if (!duplicate || !kept) throw new Error(`The records of the merge ${merge.id} are missing`);
  // Somebody may have taken it back before the records were locked.
  const known = await mergeOf(tx, duplicate.id);
  if (known?.id !== merge.id) throw conflict(`The merge of ${duplicate.driver_code} was taken back meanwhile.`);
  const { before } = known;
  if (before === null || now.getTime() >= known.merged_at.getTime() + STANDS_AFTER) {
    throw conflict(
      `${duplicate.driver_code} was merged more than a day ago, so the merge can no longer be taken back.`,
    );
  }
  const taking = { merge: known, duplicate, kept, before };
  const sentence = await standsOnMerge(tx, taking);
  if (sentence) throw conflict(sentence);
  const repeat = before.duplicate.removed_at === null ? await firstRepeat(tx, duplicate) : null;
  if (repeat) throw takenByOther(repeat);
  return taking;
};

/**
 * Makes the duplicate of a merge the record that it was, current or removed, and puts back what
 * else the merge changed but for money, which is the caller's, and for what ended with the member's
 * access: sessions, codes and texts that were not sent.
 */
export const separateRecords = async (
  tx: Tx,
  { merge, duplicate, kept, before }: TakenBack,
  { caller, now }: { caller: Caller; now: Date },
): Promise<void> => {
  await unmarkMerged(tx, merge, { before, by: caller.accountId, now });
  if (before.duplicate.removed_at === null) await reopenMemberAccount(tx, duplicate.account_id);
  await moveContactMessagesBack(tx, before.messages, { from: kept.id, to: duplicate.id });
  const action = 'drivers.take_merge_back';
  const { car_number } = duplicate;
  const change = {
    before: { car_number: null, merged_into: kept.driver_code },
    after: { car_number: before.duplicate.removed_at === null ? car_number : null, merged_into: null },
  };
  await audit(tx, caller, { action, subject: subjectOf(duplicate), ...change }, now);
  await audit(tx, caller, { action, subject: subjectOf(kept), after: { duplicate: duplicate.driver_code } }, now);
};
