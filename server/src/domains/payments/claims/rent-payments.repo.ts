import { type RentPayment, transactionName } from '@banbo/contract';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyOf } from '#db/records.ts';

/** More than a tenancy has in a lifetime. */
const MOST = 200;

/** The payments of ground rent on a tenancy that are cleared or wait, the newest first. */
export const rentPaymentsOf = async (db: Db, tenancyId: string): Promise<RentPayment[]> => {
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'transaction_date', 'amount', 'transaction_id', 'status'])
    .where('tenancy_id', '=', tenancyId)
    .where(sql<SqlBool>`status IN ('submitted', 'cleared')`)
    .orderBy('transaction_date', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ id, transaction_date, amount, transaction_id, status }) => ({
    ...{ id, paid_on: transaction_date, amount, name: transactionName(transaction_id) },
    is_cleared: status === 'cleared',
  }));
};

/** Those of the tenancies for which a payment of ground rent waits to be cleared. */
export const tenanciesWithWaitingRent = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ tenancy_id: string }>`
    SELECT DISTINCT tenancy_id FROM payments WHERE tenancy_id = ${anyOf(ids)} AND status = 'submitted'`.execute(db);
  return new Set(rows.map(({ tenancy_id }) => tenancy_id));
};
