import { type DriverRemoval, formatMoney, fromPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { eraseMemberAccount } from '#domains/identity';
import { eraseContactMessages, forgetMessages } from '#domains/messages';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { hasOtherCar, lockPerson } from '../cars/cars.repo.ts';
import { givePhotoUp } from '../photos/photo-store.ts';
import { emptyDriver } from './privacy.repo.ts';

/** True where the books have an entry, and where a claim or a refund waits; credit in pesewas. */
export type MoneyOf = (
  tx: Tx,
  driverId: string,
) => Promise<{ isBooked: boolean; waits: boolean; refundWaits: boolean; credit: bigint }>;

/** Tracking stands above this domain, so `server/src/app.ts` hands in how it erases. */
export type EraseTraces = (tx: Tx, driverId: string, now: Date) => Promise<void>;

type Acting = { caller: Caller; id: string; now: Date; moneyOf: MoneyOf; eraseTraces: EraseTraces };

const conflict = (message: string): Refusal => new Refusal('conflict', message);

/**
 * Erases a removed driver's personal data for good (Data Protection Act 2012, Act 843): photo,
 * contacts, documents, kin and reference, the account's password, messages to them and from them,
 * and where the car was.
 * Driver code, plans, payments and receipts stay, since books are kept for six years (Revenue
 * Administration Act 2016, Act 915); so do name and plate where the books have an entry. Answers
 * the driver code. Refused with 404 `not_found`, and with 409 `conflict` for a current or an erased
 * driver, and while a claim or a refund waits or credit is left.
 */
export const eraseDriver = (
  db: Db,
  { caller, id, now, moneyOf, eraseTraces }: Acting,
  { reason }: DriverRemoval,
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const { driver } = await lockPerson(tx, id);
    if (driver.erased_at) throw conflict('This person’s data were already erased.');
    if (!driver.removed_at) throw conflict('Remove the driver first. Only a removed driver’s data can be erased.');
    const { isBooked, waits, refundWaits, credit } = await moneyOf(tx, id);
    if (waits) throw conflict('A claim of this driver waits. Clear or reject it first.');
    if (refundWaits) throw conflict('A refund of this driver is not paid yet. Pay or withdraw it first.');
    if (credit > 0n) {
      throw conflict(`${formatMoney(fromPesewas(credit))} of credit is left. Pay it back or use it first.`);
    }
    const { mobile_number, root_id, removed_at, account_id, driver_code } = driver;
    // The payments of a merged record are another one's now, and its receipts still name it.
    await emptyDriver(tx, driver, { isBooked: isBooked || driver.merged_into !== null, reason, now });
    await givePhotoUp(tx, driver, now);
    await eraseMemberAccount(tx, account_id);
    // Another car of the person may wait for its own messages; the mail address may be anybody's.
    if (!(await hasOtherCar(tx, id, { root_id, mobile_number }))) {
      await forgetMessages(tx, { recipients: [mobile_number], until: removed_at });
    }
    await eraseContactMessages(tx, id);
    await eraseTraces(tx, id, now);
    const subject = { kind: 'driver', id, name: driver_code };
    await audit(tx, caller, { action: 'drivers.erase', subject, after: { erased_at: now.toISOString(), reason } }, now);
    return driver_code;
  });
