import type { Registration } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { type Registered, registerDriver } from '#domains/drivers';
import type { FileStore } from '#integrations/files/file-store.ts';
import { nextRegistration } from './registrations.ts';

/** Registers a driver as the product does. `db` may be a transaction. */
export const buildDriver = (
  { db, files, clock }: { db: Db; files: FileStore; clock: { now: Date } },
  given: Partial<Registration> = {},
): Promise<Registered> =>
  registerDriver(
    db,
    {
      files,
      now: clock.now,
      inTransaction: (work) => (db.isTransaction ? work(db as Tx) : db.transaction().execute(work)),
      answer: (registered) => registered,
    },
    nextRegistration(given),
  );
