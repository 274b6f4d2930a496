import type { Db, Tx } from '#db/database.ts';
import { among, holdRecords, lastId, type Records } from '#db/records.ts';
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

/** Keeps these payments as they are until the transaction ends. */
export const lockPayments = (tx: Tx, ids: readonly string[]): Promise<void> => holdRecords(tx, 'payments', ids);

/** The highest record number of a payment; `0` without any. */
export const lastPaymentId = (db: Db): Promise<string> => lastId(db, 'payments');
