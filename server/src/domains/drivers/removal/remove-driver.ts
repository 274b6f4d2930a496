import type { DriverRemoval } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit, auditAll } from '#domains/audit';
import { closeMemberAccount, reopenMemberAccount } from '#domains/identity';
import type { Author, Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { lockPerson } from '../cars/cars.repo.ts';
import { type ColumnChange, changeOfRestored, storeChange } from '../changing/store-change.ts';
import { type DriverRow, lockDriver } from '../drivers.repo.ts';
import { openingCredits } from '../imports/openings.repo.ts';
import { givePhotoUp } from '../photos/photo-store.ts';
import { firstRepeat, repeatBehind } from '../registration/check-registration.ts';
import { markRemoved, markRestored, type Unpaid } from './removal.repo.ts';

type Acting = { caller: Caller; id: string; now: Date };

const NAMES = { car_number: 'car number', mobile_number: 'mobile number', id_number: 'ID number' } as const;

const MERGED =
  'This record was merged into another one, which has its payments now. A merge is taken back on the page of the record that was merged, within a day.';

const subjectOf = ({ id, driver_code: name }: DriverRow) => ({ kind: 'driver', id, name });

/** A removed driver's values for the audit log; the plate is the only personal data. */
const valuesOf = ({ car_number, removed_at, removal_reason }: DriverRow) => ({
  car_number: removed_at === null ? car_number : null,
  removed_at: removed_at?.toISOString() ?? null,
  removal_reason,
});

type Removing = { by: Author; reason: string; now: Date };

/** Removes locked current drivers and signs their members out; returns them as removed. */
export const removeAll = async (
  tx: Tx,
  drivers: readonly DriverRow[],
  { by, reason: removal_reason, now }: Removing,
): Promise<DriverRow[]> => {
  await markRemoved(tx, pluck(drivers, 'id'), { now, reason: removal_reason });
  for (const { account_id } of drivers) await closeMemberAccount(tx, account_id);
  const changes = drivers.map((driver) => ({ driver, removed: { ...driver, removed_at: now, removal_reason } }));
  await auditAll(
    tx,
    by,
    changes.map(({ driver, removed }) => {
      const [before, after] = [valuesOf(driver), valuesOf(removed)];
      return { action: 'drivers.remove' as const, subject: subjectOf(driver), before, after };
    }),
    now,
  );
  return changes.map(({ removed }) => removed);
};

/**
 * Removes a driver. The member is signed out for good, and car, mobile and ID number can be
 * registered again. The record, its payments and its waiting claims stay: the money may have come,
 * and staff decide. Returns the driver. Refused with 404 `not_found`, and with 409 `conflict` if
 * the driver was removed before.
 */
export const removeDriver = (db: Db, { caller, id, now }: Acting, { reason }: DriverRemoval): Promise<DriverRow> =>
  db.transaction().execute(async (tx) => {
    const driver = await lockDriver(tx, id);
    if (driver.removed_at) throw new Refusal('conflict', 'This driver was already removed.');
    const [removed = driver] = await removeAll(tx, [driver], { by: caller, reason, now });
    return removed;
  });

/** The refusal to restore a record whose car or number another driver has by now. */
export const takenByOther = (field: keyof typeof NAMES): Refusal =>
  new Refusal('conflict', `Another driver has this ${NAMES[field]} now. Remove that one first.`);

/**
 * A removed driver, a current car of the person (else the driver), and the change that gives the
 * driver that car's data; null if there is no other car.
 */
const asPerson = async (
  tx: Tx,
  id: string,
): Promise<{ driver: DriverRow; person: DriverRow; change: ColumnChange | null }> => {
  const { driver, others } = await lockPerson(tx, id);
  const current = others.find(({ removed_at }) => removed_at === null);
  return { driver, person: current ?? driver, change: current ? changeOfRestored(driver, current) : null };
};

const TAKEN_BACK = 'The credit that came with this driver was taken back with the list. Import the line again instead.';

const AS_THE_OTHERS = 'Restored as the person’s other cars are now.';

/**
 * Makes a removed driver current again, for instance when the money for an archived registration
 * arrives. A person with other cars keeps their present data. Returns the driver. Refused with 404
 * `not_found`, and with 409 `conflict` for a current or merged driver, or if another driver has the
 * car, mobile or ID number by now.
 */
export const restoreDriver = async (db: Db, { caller, id, now }: Acting): Promise<DriverRow> => {
  let removed: DriverRow | undefined;
  const restore = async (tx: Tx): Promise<DriverRow> => {
    const { driver, person, change } = await asPerson(tx, id);
    removed = { ...driver, ...change?.after };
    if (!driver.removed_at) throw new Refusal('conflict', 'This driver was not removed.');
    if (driver.erased_at)
      throw new Refusal('conflict', 'This person’s data were erased, so nothing is left to restore.');
    if (driver.merged_into) throw new Refusal('conflict', MERGED);
    if ((await openingCredits(tx, { ids: [id] })).some(({ is_taken_back }) => is_taken_back)) {
      throw new Refusal('conflict', TAKEN_BACK);
    }
    const repeat = await firstRepeat(tx, removed);
    if (repeat) throw takenByOther(repeat);
    if (change && change.names.length > 0) {
      await storeChange(tx, { driver, ...change }, { caller, now, reason: AS_THE_OTHERS });
    }
    await markRestored(tx, driver, { person_id: person.person_id, now });
    if (person !== driver) await givePhotoUp(tx, driver, now);
    await reopenMemberAccount(tx, driver.account_id);
    const restored = { ...removed, removed_at: null, removal_reason: '' };
    const [before, after] = [valuesOf(driver), valuesOf(restored)];
    await audit(tx, caller, { action: 'drivers.restore', subject: subjectOf(driver), before, after }, now);
    return restored;
  };
  try {
    return await db.transaction().execute(restore);
  } catch (error) {
    const repeat = removed && (await repeatBehind(db, removed, error));
    throw repeat ? takenByOther(repeat) : error;
  }
};

/** Removes unpaid registrations. Staff can restore them. */
export const archiveDrivers = async (
  tx: Tx,
  drivers: readonly Unpaid[],
  { now, reason }: { now: Date; reason: string },
): Promise<void> => {
  await markRemoved(tx, pluck(drivers, 'id'), { now, reason });
  for (const { account_id } of drivers) await closeMemberAccount(tx, account_id);
};
