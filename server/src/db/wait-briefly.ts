import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Ends a chunk of an import that waits for half a second, before PostgreSQL sees a circle of waits
 * and ends what a person does instead.
 */
export const waitBriefly = (tx: Tx) => sql`SET LOCAL lock_timeout = '500ms'`.execute(tx);
