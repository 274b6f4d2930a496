import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** The database, or a transaction on it: what use cases and repositories take first. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export type { Tables };
