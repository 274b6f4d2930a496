import type { Db } from '#db/database.ts';
import { seedReference } from '../../seeds/reference.ts';
import { migrate } from '../../src/db/migration/migrate.ts';

/** Brings an empty database to the state in which the product starts. */
export const prepare = (db: Db): Promise<void> => migrate(db, seedReference);
