import type { Config } from '../config.ts';
import type { Db } from './database.ts';
import { openPglite } from './pglite/open-pglite.ts';
import { openPostgres } from './postgres.ts';

/** A database that is ready, and what closes it after the last query. */
export type OpenDatabase = { db: Db; close: () => Promise<void> };

/** PostgreSQL where `DATABASE_URL` is given, else the embedded engine in `DATA_DIR`, which must be there. */
export const openDatabase = ({ DATABASE_URL, DATA_DIR }: Config): Promise<OpenDatabase> =>
  DATABASE_URL === undefined ? openPglite(DATA_DIR) : openPostgres(DATABASE_URL);
