import type { Tx } from '#db/database.ts';
import { type RegistrationResult, registerDriver } from '#domains/drivers';
import type { FileStore } from '#integrations/files/file-store.ts';
import { photoJpeg } from '../../test/builders/photos.ts';
import { registrationOf } from '../../test/builders/registrations.ts';

const DAY = 86_400_000;
const DAYS_APART = 5;

/**
 * Registers `count` drivers with drawn faces through the product's own rules, in `tx`: one every
 * five days up to the day before `now`, the oldest first.
 */
export const seedDemoDrivers = async (
  tx: Tx,
  { files, now, count = 60 }: { files: FileStore; now: Date; count?: number },
): Promise<RegistrationResult['driver'][]> => {
  const faces = await Promise.all(Array.from({ length: count }, (_, index) => photoJpeg(index + 1)));
  const drivers: RegistrationResult['driver'][] = [];
  for (const [index, file] of faces.entries()) {
    const serial = index + 1;
    const registeredAt = new Date(now.getTime() - (1 + (count - serial) * DAYS_APART) * DAY);
    const registration = registrationOf(serial, { file });
    const { driver } = await registerDriver<RegistrationResult>(
      tx,
      { files, now: registeredAt, inTransaction: (work) => work(tx), answer: (registered) => registered },
      registration,
    );
    drivers.push(driver);
  }
  return drivers;
};
