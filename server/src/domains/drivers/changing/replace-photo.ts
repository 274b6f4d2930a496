import type { DriverPhotoChange } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { letFileGo } from '#domains/files';
import type { FileStore } from '#integrations/files/file-store.ts';
import type { Caller } from '#lib/caller.ts';
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
  answer: (tx: Tx) => Promise<T>;
};

/** The log and the history say that there was a photo, and keep no picture of it. */
const PHOTO = { before: 'the photo of before', after: 'a new one' };

const takePhoto = async (
  tx: Tx,
  { photo, reason, keep }: { photo: string | null; reason: string; keep: (tx: Tx) => Promise<void> },
  { caller, id, now }: Pick<Acting<unknown>, 'caller' | 'id' | 'now'>,
): Promise<void> => {
  const driver = await lockCurrent(tx, id);
  await updateDriver(tx, id, { photo });
  await keep(tx);
  if (driver.photo) await letFileGo(tx, photoKey(driver.photo), now);
  const [before, after] = [{ photo: driver.photo && PHOTO.before }, { photo: PHOTO.after }];
  const kept = { driver_id: id, version: null, changed_at: now, changed_by: caller.accountId, reason };
  await keepChange(tx, { ...kept, before, after });
  const subject = { kind: 'driver', id, name: driver.driver_code };
  await audit(tx, caller, { action: 'drivers.change_photo', subject }, now);
};

/**
 * Gives a current driver another photo; the one of before is let go, and the sweep removes it. A failure leaves everything as
 * it was and no file behind. Refused as `lockCurrent` and `reencodePhoto` refuse.
 */
export const replacePhoto = async <T>(
  db: Db,
  { files, inTransaction, answer, ...acting }: Acting<T>,
  { file, reason }: DriverPhotoChange,
): Promise<T> => {
  const jpeg = await reencodePhoto(file);
  return withStoredPhoto(db, files, { jpeg, now: acting.now }, (photo, keep) =>
    inTransaction(async (tx) => {
      await takePhoto(tx, { photo, reason, keep }, acting);
      return answer(tx);
    }),
  );
};
