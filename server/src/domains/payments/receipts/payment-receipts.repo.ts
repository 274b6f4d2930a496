import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** True when the payment is one of these drivers'. */
export const isPaymentOf = async (
  db: Db,
  { id, driverIds }: { id: string; driverIds: readonly string[] },
): Promise<boolean> => {
  const payment = db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`driver_id = ANY(${driverIds}::bigint[])`);
  return (await payment.executeTakeFirst()) !== undefined;
};

/** The drivers of these payments, by the payments' ids. */
export const driversOfPayments = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'driver_id'])
    .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, driver_id }) => [id, driver_id]));
};
