import type { Kysely, Transaction } from 'kysely';
import type { StoredTables } from './tables.ts';

/** The tables, and the view of drivers with their persons (`server/schema.sql`). */
export type Tables = StoredTables & {
  driver_records: StoredTables['drivers'] &
    Omit<StoredTables['persons'], keyof StoredTables['drivers'] | 'former_of' | 'is_imported'>;
};

/** The database, or a transaction on it: what use cases and repositories take first. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
