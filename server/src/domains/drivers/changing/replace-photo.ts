import type { DriverPhotoChange } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { releaseFile } from '#domains/files';
import type { FileStore } from '#integrations/files/file-store.ts';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { countCurrentCars } from '../cars/other-cars.repo.ts';
import type { DriverRow } from '../drivers.repo.ts';
import { photoKey, withStoredPhoto } from '../photos/photo-store.ts';
import { reencodePhoto } from '../photos/reencode-photo.ts';
import { keepChange, updateDriver } from './changes.repo.ts';
import { lockCurrent } from './lock-current.ts';

type Acting<T> = {
  files: FileStore;
  caller: Caller;
  id: string;
  now: Date;
  /** Runs the work in a transaction, or answers as the first time without running it. */
  inTransaction: (work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** `alsoOf`: the person's other cars, which have the photo too. */
  answer: (tx: Tx, alsoOf: readonly DriverRow[]) => Promise<T>;
};
type Changing = Pick<Acting<unknown>, 'caller' | 'now'> & { reason: string };
/** A stored copy of the new photo, and what keeps it once a car has it. */
type Copy = { photo: string | null; keep: (tx: Tx) => Promise<void> };

/** The log and the history say that there was a photo, and keep no picture of it. */
const PHOTO = { before: 'the photo of before', after: 'a new one' };

const takePhoto = async (
  tx: Tx,
  driver: DriverRow,
  { photo, keep }: Copy,
  { caller, now, reason }: Changing,
): Promise<void> => {
  const { id } = driver;
  await updateDriver(tx, id, { photo });
  await keep(tx);
  if (driver.photo) await releaseFile(tx, photoKey(driver.photo), now);
  const [before, after] = [{ photo: driver.photo && PHOTO.before }, { photo: PHOTO.after }];
  const kept = { driver_id: id, version: null, changed_at: now, changed_by: caller.accountId, reason };
  await keepChange(tx, { ...kept, before, after });
  const subject = { kind: 'driver', id, name: driver.driver_code };
  await audit(tx, caller, { action: 'drivers.change_photo', subject }, now);
};

/** Gives each current car of the person a copy. A car that came since the copies were made has none. */
const takePhotos = async (
  tx: Tx,
  id: string,
  copies: readonly Copy[],
  changing: Changing,
): Promise<readonly DriverRow[]> => {
  const { driver, others } = await lockCurrent(tx, id);
  const cars = [driver, ...others];
  if (cars.length > copies.length) {
    throw new Refusal('conflict', 'Another car of this person was added at this moment. Please send the photo again.');
  }
  for (const [at, car] of cars.entries()) {
    const copy = copies[at];
    if (copy) await takePhoto(tx, car, copy, changing);
  }
  return others;
};

/** Stores so many copies of a photo, each a file of its own, and does work with them; those that nobody kept are removed. */
const withCopies = <T>(
  db: Db,
  store: { files: FileStore; jpeg: Uint8Array; now: Date; count: number },
  work: (copies: readonly Copy[]) => Promise<T>,
  made: readonly Copy[] = [],
): Promise<T> =>
  made.length === store.count
    ? work(made)
    : withStoredPhoto(db, store.files, store, (photo, keep) => withCopies(db, store, work, [...made, { photo, keep }]));

/**
 * Gives a current driver another photo, and the person's other current cars a copy of it; those of before are let go, and the
 * sweep removes them. A failure leaves everything as it was and no file behind. Refused as `lockCurrent` and `reencodePhoto`
 * refuse, and with 409 `conflict` where a car of the person came meanwhile.
 */
export const replacePhoto = async <T>(
  db: Db,
  { files, inTransaction, answer, id, caller, now }: Acting<T>,
  { file, reason }: DriverPhotoChange,
): Promise<T> => {
  const jpeg = await reencodePhoto(file);
  const count = Math.max(1, await countCurrentCars(db, id));
  return withCopies(db, { files, jpeg, now, count }, (copies) =>
    inTransaction(async (tx) => answer(tx, await takePhotos(tx, id, copies, { caller, now, reason }))),
  );
};
