import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Fails a statement that waits half a second for a lock. PostgreSQL breaks a deadlock after a
 * second and might end a person's change; so the job gives way first.
 */
export const waitBriefly = (tx: Tx) => sql`SET LOCAL lock_timeout = '500ms'`.execute(tx);
