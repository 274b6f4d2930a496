import type { Kysely, Transaction } from 'kysely';
import type { Tables as BaseTables } from './tables.ts';

/** The tables, and the view of drivers with their persons (`server/schema.sql`). */
export type Tables = BaseTables & {
  driver_records: BaseTables['drivers'] & Omit<BaseTables['persons'], 'id' | 'former_of' | 'is_imported'>;
};

/** The database, or a transaction on it: what use cases and repositories take first. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
