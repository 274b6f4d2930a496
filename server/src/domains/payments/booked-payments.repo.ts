import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { among, type Records } from '#db/records.ts';
import type { BookedPayment } from './posted.ts';

/** Payments that are or were cleared, among the records. Amounts are text with two decimals. */
export const bookedRows = (db: Db, records: Records): Promise<(BookedPayment & { status: string })[]> =>
  db
    .selectFrom('payments')
    .select(['id', 'status', 'driver_id', 'type_code', 'amount', 'amount_due', 'mode', 'is_credit'])
    .select(['transaction_id', 'transaction_date'])
    .where('status', 'in', ['cleared', 'reversed'])
    .where(among('id', records))
    .execute();

/** Keeps these payments as they are until the transaction ends, once whoever changes one has ended. In the order of ids. */
export const lockPayments = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`SELECT FROM payments WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR SHARE`.execute(tx);
};

/** The highest record number of a payment; `0` without any. */
export const lastPaymentId = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ id: string }>`SELECT coalesce(max(id), 0)::text AS id FROM payments`.execute(db);
  return rows[0]?.id ?? '0';
};
