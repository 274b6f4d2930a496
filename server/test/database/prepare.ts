import type { Db } from '#db/database.ts';
import { seedReference } from '../../seeds/reference.ts';
import { migrate } from '../../src/db/migration/migrate.ts';
import { setCompany } from '../builders/company.ts';

/** Brings an empty database to the state in which the product starts, its company set up. */
export const prepare = async (db: Db): Promise<void> => {
  await migrate(db, seedReference);
  await setCompany(db);
};
