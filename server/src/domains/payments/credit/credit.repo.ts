import type { Insertable, Selectable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { among, holdRecords, lastId, type Records } from '#db/records.ts';

/** Stores a fee that credit pays and gives its id. The driver is locked. */
export const insertCreditUse = async (tx: Tx, use: Insertable<Tables['credit_uses']>): Promise<string> =>
  (await tx.insertInto('credit_uses').values(use).returning('id').executeTakeFirstOrThrow()).id;

/** The driver of a use of credit, or null where there is no such use. */
export const driverOfCreditUse = async (tx: Tx, id: string): Promise<string | null> =>
  (await tx.selectFrom('credit_uses').select('driver_id').where('id', '=', id).executeTakeFirst())?.driver_id ?? null;

/** Amounts are text with two decimals. */
export type BookedUse = Pick<
  Selectable<Tables['credit_uses']>,
  'id' | 'status' | 'driver_id' | 'type_code' | 'payment_year' | 'payment_month' | 'amount' | 'used_on'
>;

export const bookedUseRows = (db: Db, records: Records): Promise<BookedUse[]> =>
  db
    .selectFrom('credit_uses')
    .select(['id', 'status', 'driver_id', 'type_code', 'payment_year', 'payment_month', 'amount', 'used_on'])
    .where(among('id', records))
    .execute();

/** Keeps these uses as they are until the transaction ends. */
export const lockUses = (tx: Tx, ids: readonly string[]): Promise<void> => holdRecords(tx, 'credit_uses', ids);

/** The highest record number of a use of credit; `0` without any. */
export const lastCreditUseId = (db: Db): Promise<string> => lastId(db, 'credit_uses');
