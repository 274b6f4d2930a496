import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';

/** Money as a person decides on it. */
export type MoneyRow = {
  payer_name: string;
  payer_number: string;
  reference: string;
  captured_at: Date;
  status_reason: string | null;
};

/** The words around money, beside what matching needs of it. */
export const wordsOf = async (db: Db, id: string): Promise<MoneyRow> =>
  db
    .selectFrom('transfers')
    .select(['payer_name', 'payer_number', 'reference', 'captured_at', 'status_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Keeps the amount of money against its statement. */
export const acceptDifference = async (tx: Tx, id: string): Promise<void> => {
  await tx.updateTable('transfers').set({ difference_accepted: true }).where('id', '=', id).execute();
};

/** Sets the amount of money to that of its statement. */
export const takeStatementAmount = async (tx: Tx, id: string): Promise<void> => {
  await sql`UPDATE transfers SET amount = statement_amount WHERE id = ${id} AND statement_amount IS NOT NULL`.execute(
    tx,
  );
};

/** Money of this record number, locked to the transaction's end; null without it. */
export const lockTransfer = async (tx: Tx, id: string): Promise<boolean> =>
  (await sql`SELECT FROM transfers WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx)).rows.length > 0;

/** Open money that names one of these cars or numbers, the oldest first. */
export const openMoneyBehind = async (
  db: Db,
  { carNumber, mobileNumber }: { carNumber: string; mobileNumber: string },
): Promise<{ id: string; payer_name: string; reference: string; transaction_id: string; amount: string }[]> =>
  (
    await sql<{ id: string; payer_name: string; reference: string; transaction_id: string; amount: string }>`
      SELECT id::text, payer_name, reference, transaction_id, amount::text FROM transfers
      WHERE status = 'open' AND (
        regexp_replace(upper(reference), '[^A-Z0-9]', '', 'g') = regexp_replace(upper(${carNumber}), '[^A-Z0-9]', '', 'g')
        OR payer_number = ${mobileNumber}
      ) ORDER BY captured_at, id LIMIT 10`.execute(db)
  ).rows;
