import type { Insertable } from 'kysely';
import type { Tables, Tx } from '#db/database.ts';

/** Stores a fee that credit pays and gives its id. The driver is locked. */
export const insertCreditUse = async (tx: Tx, use: Insertable<Tables['credit_uses']>): Promise<string> =>
  (await tx.insertInto('credit_uses').values(use).returning('id').executeTakeFirstOrThrow()).id;

/** The driver of a use of credit, or null where there is no such use. */
export const driverOfCreditUse = async (tx: Tx, id: string): Promise<string | null> =>
  (await tx.selectFrom('credit_uses').select('driver_id').where('id', '=', id).executeTakeFirst())?.driver_id ?? null;
