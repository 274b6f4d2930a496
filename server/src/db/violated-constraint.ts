import { sql } from 'kysely';
import type { Tx } from './database.ts';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const CHECK_VIOLATION = '23514';

const violated = (error: unknown, sqlState: string): string | null => {
  if (!(error instanceof Error) || !('code' in error) || error.code !== sqlState) return null;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null;
};

/** The unique constraint or index that refused a statement, or null for another error. */
export const violatedUnique = (error: unknown): string | null => violated(error, UNIQUE_VIOLATION);

/** The name of the foreign key that refused a statement, or null for any other error. */
export const violatedReference = (error: unknown): string | null => violated(error, FOREIGN_KEY_VIOLATION);

/** The check, or trigger's rule, that refused a statement, or null for another error. */
export const violatedCheck = (error: unknown): string | null => violated(error, CHECK_VIOLATION);

/** Runs work in a savepoint: a failure undoes it and is thrown, and the transaction goes on. */
export const withSavepoint = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await sql`SAVEPOINT before_work`.execute(tx);
  try {
    const result = await work();
    await sql`RELEASE SAVEPOINT before_work`.execute(tx);
    return result;
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT before_work`.execute(tx);
    // It would hide one of the same name around it.
    await sql`RELEASE SAVEPOINT before_work`.execute(tx);
    throw error;
  }
};
