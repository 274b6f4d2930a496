import type { DriverPhotoChange } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { FileStore } from '#integrations/files/file-store.ts';
import type { Caller } from '#lib/caller.ts';
import { reencodePhoto } from '#lib/reencode-photo.ts';
import type { DriverRow } from '../drivers.repo.ts';
import { FACE_SIDE, givePhotoUp, withStoredPhoto } from '../photos/photo-store.ts';
import { keepChange, updatePerson } from './changes.repo.ts';
import { lockCurrent } from './store-change.ts';

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

/** The log and the history note that the photo changed, and keep no picture. */
const PHOTO = { before: 'the photo of before', after: 'a new one' };

/** Stores the photo with an entry in the history of each car. Returns the person's other cars. */
const takePhoto = async (
  tx: Tx,
  { id, photo }: { id: string; photo: string | null },
  { caller, now, reason }: Changing,
): Promise<readonly DriverRow[]> => {
  const { driver, others } = await lockCurrent(tx, id);
  await updatePerson(tx, driver.person_id, { photo });
  await givePhotoUp(tx, driver, now);
  const [before, after] = [{ photo: driver.photo && PHOTO.before }, { photo: PHOTO.after }];
  for (const car of [driver, ...others]) {
    const kept = { driver_id: car.id, version: null, changed_at: now, changed_by: caller.accountId, reason };
    await keepChange(tx, { ...kept, before, after });
    const subject = { kind: 'driver', id: car.id, name: car.driver_code };
    await audit(tx, caller, { action: 'drivers.change_photo', subject }, now);
  }
  return others;
};

/**
 * Replaces the photo of a current driver's person; the sweep removes the former file. A failure
 * changes nothing and leaves no file behind. Refused as `lockCurrent` and `reencodePhoto` refuse.
 */
export const replacePhoto = async <T>(
  db: Db,
  { files, inTransaction, answer, id, caller, now }: Acting<T>,
  { file, reason }: DriverPhotoChange,
): Promise<T> => {
  const jpeg = await reencodePhoto(file, FACE_SIDE);
  return withStoredPhoto(db, files, { jpeg, now }, (photo, keep) =>
    inTransaction(async (tx) => {
      const others = await takePhoto(tx, { id, photo }, { caller, now, reason });
      await keep(tx);
      return answer(tx, others);
    }),
  );
};
