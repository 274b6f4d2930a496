import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { among, type Records } from '#db/records.ts';
import type { PaymentTables } from '#db/tables/payments.ts';

/** Amounts are text with two decimals. */
export type BookedUse = Pick<
  Selectable<PaymentTables['credit_uses']>,
  'id' | 'status' | 'driver_id' | 'type_code' | 'payment_year' | 'payment_month' | 'amount' | 'used_on'
>;

/** Uses of credit among the records, returned ones too. */
export const bookedUseRows = (db: Db, records: Records): Promise<BookedUse[]> =>
  db
    .selectFrom('credit_uses')
    .select(['id', 'status', 'driver_id', 'type_code', 'payment_year', 'payment_month', 'amount', 'used_on'])
    .where(among('id', records))
    .execute();

/** Keeps these uses as they are until the transaction ends, once whoever changes one has ended. In the order of ids. */
export const lockUses = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`SELECT FROM credit_uses WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR SHARE`.execute(tx);
};

/** The highest record number of a use of credit; `0` without any. */
export const lastCreditUseId = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ id: string }>`SELECT coalesce(max(id), 0)::text AS id FROM credit_uses`.execute(db);
  return rows[0]?.id ?? '0';
};
