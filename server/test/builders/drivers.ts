import type { Registration } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { type RegistrationResult, registerDriver } from '#domains/drivers';
import type { FileStore } from '#integrations/files/file-store.ts';
import { nextRegistration } from './registrations.ts';

/** A registered driver, whose ID number is known as every registration’s is. */
export type BuiltDriver = RegistrationResult['driver'] & { id_number: string };

/** Registers a driver as the product does. `db` may be a transaction. */
export const buildDriver = (
  { db, files, clock }: { db: Db; files: FileStore; clock: { now: Date } },
  given: Partial<Registration> = {},
): Promise<Omit<RegistrationResult, 'driver'> & { driver: BuiltDriver }> =>
  registerDriver(
    db,
    {
      files,
      now: clock.now,
      inTransaction: (work) => (db.isTransaction ? work(db as Tx) : db.transaction().execute(work)),
      answer: ({ driver, ...issued }) => ({ ...issued, driver: { ...driver, id_number: driver.id_number ?? '' } }),
    },
    nextRegistration(given),
  );
