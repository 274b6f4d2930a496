import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { among, holdRecords, lastId, type Records } from '#db/records.ts';

/** A payment whose money became credit, since its fee was paid twice. `amount` had paid the fee. */
export type FreedPayment = {
  id: string;
  payment_id: string;
  driver_id: string;
  type_code: string;
  transaction_id: string;
  amount: string;
  freed_on: string;
  status: 'freed' | 'taken_back';
};

const COLUMNS = sql`
  freed.id::text, payment_id::text, driver_id::text, type_code, transaction_id, freed.amount::text, freed_on::text, freed.status`;

/** Makes these locked payments credit, and gives what is freed by the order of ids. */
export const insertFreed = async (
  tx: Tx,
  payments: readonly { id: string; amount: string }[],
  day: string,
): Promise<FreedPayment[]> => {
  const { rows } = await sql<FreedPayment>`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) AS given (id bigint, amount numeric(14, 2))
    ), credited AS (
      UPDATE payments SET is_credit = true FROM given WHERE payments.id = given.id RETURNING payments.*
    ), freed AS (
      INSERT INTO freed_payments (payment_id, amount, freed_on) SELECT id, amount, ${day} FROM given ORDER BY id RETURNING *
    )
    SELECT ${COLUMNS} FROM freed JOIN credited ON credited.id = payment_id ORDER BY freed.id`.execute(tx);
  return rows;
};

/** Marks as taken back what was freed of these payments, and gives it. The payments are locked. */
export const takeBackFreed = async (tx: Tx, paymentIds: readonly string[]): Promise<FreedPayment[]> => {
  const { rows } = await sql<FreedPayment>`
    WITH freed AS (
      UPDATE freed_payments SET status = 'taken_back'
      WHERE payment_id = ANY(${paymentIds}::bigint[]) AND status = 'freed' RETURNING *
    )
    SELECT ${COLUMNS} FROM freed JOIN payments ON payments.id = payment_id ORDER BY freed.id`.execute(tx);
  return rows;
};

/** Lets payments cover their fee again. */
export const coverAgain = async (tx: Tx, paymentIds: readonly string[]): Promise<void> => {
  await sql`UPDATE payments SET is_credit = false WHERE id = ANY(${paymentIds}::bigint[])`.execute(tx);
};

export const freedRows = async (db: Db, records: Records): Promise<FreedPayment[]> => {
  const { rows } = await sql<FreedPayment>`
    SELECT ${COLUMNS} FROM freed_payments AS freed JOIN payments ON payments.id = payment_id
    WHERE ${among('freed.id', records)}`.execute(db);
  return rows;
};

/** Keeps these as they are until the transaction ends. */
export const holdFreed = (tx: Tx, ids: readonly string[]): Promise<void> => holdRecords(tx, 'freed_payments', ids);

/** The highest record number of a freed payment; `0` without any. */
export const lastFreedId = (db: Db): Promise<string> => lastId(db, 'freed_payments');
