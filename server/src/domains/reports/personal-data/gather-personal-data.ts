import { buffer } from 'node:stream/consumers';
import type { Driver, DriverChangeEntry, DriverLook, OwnPayment, OwnSession } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { historyOf } from '#domains/audit';
import { driverChangesSource, lastRequestsOf, looksSource, openPhoto, photoOf, showDriver } from '#domains/drivers';
import { sessionsOf } from '#domains/identity';
import { creditOf } from '#domains/ledger';
import { contactMessagesOf, contactRepliesTo, type MessageTo, messagesTo } from '#domains/messages';
import { ownPaymentsSource } from '#domains/payments';
import type { FileStore } from '#integrations/files/file-store.ts';

/** Everything that is held of one driver's person. Credit is in pesewas. */
export type PersonalData = {
  driver: Driver;
  photo: Uint8Array | null;
  credit: bigint;
  payments: readonly OwnPayment[];
  messages: readonly MessageTo[];
  sessions: readonly OwnSession[];
  changes: Awaited<ReturnType<typeof historyOf>>;
  looks: readonly DriverLook[];
  corrections: readonly DriverChangeEntry[];
  carRequests: Awaited<ReturnType<typeof lastRequestsOf>>;
  written: Awaited<ReturnType<typeof contactMessagesOf>>;
  replies: Awaited<ReturnType<typeof contactRepliesTo>>;
};

const LOOKS = { page: 1, size: 100, sort: '-looked_at' } as const;
const CHANGES = { page: 1, size: 200, sort: '-changed_at' } as const;

const allPayments = async (db: Db, driverId: string): Promise<OwnPayment[]> => {
  const payments: OwnPayment[] = [];
  for await (const batch of ownPaymentsSource.batches(db, { sort: '-transaction_date' }, driverId))
    payments.push(...batch);
  return payments;
};

/** Gathers what each domain holds of a driver, a removed one too; refused with 404 `not_found` where there is none. */
export const gatherPersonalData = async (
  { db, files, now }: { db: Db; files: FileStore; now: Date },
  driverId: string,
): Promise<PersonalData> => {
  const driver = await showDriver(db, driverId);
  const { driver_code, mobile_number, registered_at } = driver;
  // A number may have been another person's before, and nobody has proved that the mail address is theirs.
  const recipients = { recipients: [mobile_number], from: new Date(registered_at) };
  return {
    driver,
    photo: driver.photo === null ? null : await buffer(await openPhoto(files, await photoOf(db, driverId))),
    credit: (await creditOf(db, [driverId])).get(driverId) ?? 0n,
    payments: await allPayments(db, driverId),
    messages: driver.removed_at === null ? await messagesTo(db, recipients) : [],
    sessions: await sessionsOf(db, driver_code, now),
    changes: await historyOf(db, { kind: 'driver', id: driverId }),
    corrections: (await driverChangesSource.page(db, { ...CHANGES, driver_id: driverId }, undefined)).rows,
    carRequests: await lastRequestsOf(db, driverId, 200),
    written: await contactMessagesOf(db, driverId),
    replies: await contactRepliesTo(db, driverId),
    looks: (await looksSource.page(db, { ...LOOKS, driver_code }, undefined)).rows,
  };
};
