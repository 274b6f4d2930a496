import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** The money that cleared payments took of each of these transfers, as text with two decimals; those of which nothing was are left out. */
export const takenOf = async (db: Db, transferIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ transfer_id: string; taken: string }>`
    SELECT transfer_id::text, sum(amount)::text AS taken FROM payments
    WHERE transfer_id = ANY(${transferIds}::bigint[]) AND status = 'cleared' GROUP BY transfer_id`.execute(db);
  return new Map(rows.map(({ transfer_id, taken }) => [transfer_id, taken]));
};

/** The same of one transfer of another relation, as a number of the database: 0 where nothing was taken. */
export const takenFrom = (transferId: RawBuilder<unknown>) => sql<string>`(
  SELECT coalesce(sum(payments.amount), 0) FROM payments
  WHERE payments.transfer_id = ${transferId} AND payments.status = 'cleared')`;

/** The transfers that these payments were cleared with. */
export const transfersOf = async (db: Db, paymentIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ transfer_id: string }>`
    SELECT DISTINCT transfer_id::text FROM payments
    WHERE id = ANY(${paymentIds}::bigint[]) AND transfer_id IS NOT NULL`.execute(db);
  return rows.map(({ transfer_id }) => transfer_id);
};
