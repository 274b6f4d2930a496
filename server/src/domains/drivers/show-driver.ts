import type { Readable } from 'node:stream';
import { type Driver, fullName, normalizeCarNumber } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { historyOf } from '#domains/audit';
import type { MemberDirectory } from '#domains/identity';
import type { FileStore } from '#integrations/files/file-store.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { details } from './drivers.present.ts';
import { findDriver, findMember, type WholeDriver } from './drivers.repo.ts';
import { photoKey } from './photos/photo-store.ts';

const NO_PHOTO = 'This driver has no photo.';

const REMOVALS: readonly string[] = ['drivers.remove', 'drivers.merge'];

const removedBy = async (db: Db, { id, removed_at }: WholeDriver): Promise<string | null> => {
  if (removed_at === null) return null;
  const entries = await historyOf(db, { kind: 'driver', id });
  return entries.find(({ action }) => REMOVALS.includes(action))?.actor ?? null;
};

/** A driver with all that staff see, also a removed one, since payments for them may still come. */
export const showDriver = async (db: Db, id: string): Promise<Driver> => {
  const driver = existing(await findDriver(db, id), 'driver');
  return details(driver, await removedBy(db, driver));
};

/** The same for other domains; null if there is no such driver. */
export const presentedDriver = async (db: Db, id: string): Promise<Driver | null> => {
  const driver = await findDriver(db, id);
  return driver && details(driver, await removedBy(db, driver));
};

/** The name of a driver's photo. Every picture has its own name. */
export const photoOf = async (db: Db, id: string): Promise<string> => {
  const { photo } = existing(await findDriver(db, id), 'driver');
  if (!photo) throw new Refusal('not_found', NO_PHOTO);
  return photo;
};

/** Opens the JPEG with a photo's name. */
export const openPhoto = async (files: FileStore, name: string): Promise<Readable> => {
  const photo = await files.get(photoKey(name));
  if (!photo) throw new Refusal('not_found', NO_PHOTO);
  return photo;
};

const memberOf = (driver: Awaited<ReturnType<typeof findMember>>) =>
  driver
    ? {
        accountId: driver.account_id,
        driverCode: driver.driver_code,
        fullname: fullName(driver),
        carNumber: driver.car_number,
        email: driver.email ?? '',
        mobileNumber: driver.mobile_number,
      }
    : null;

/** Current drivers as identity sees members. */
export const memberDirectory: MemberDirectory = {
  ofCar: async (db, carNumber) => memberOf(await findMember(db, 'car_key', normalizeCarNumber(carNumber))),
  ofAccount: async (db, accountId) => memberOf(await findMember(db, 'account_id', accountId)),
};
