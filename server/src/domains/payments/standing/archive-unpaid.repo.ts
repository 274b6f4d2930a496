import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Of these drivers, those for whom a cleared payment or credit paid the type, and those who have a claim of it that waits. */
export const paidAndWaiting = async (
  db: Db,
  driverIds: readonly string[],
  typeCode: string,
): Promise<{ cleared: Set<string>; waiting: Set<string> }> => {
  // One parameter however many they are, so that every length is the same statement.
  const fees = sql`driver_id = ANY(${driverIds}::bigint[]) AND type_code = ${typeCode}`;
  const { rows } = await sql<{ driver_id: string; status: string }>`
    SELECT driver_id, status FROM payments
    WHERE ${fees} AND status IN ('submitted', 'cleared') AND NOT is_credit
    UNION ALL SELECT driver_id, 'cleared' FROM credit_uses WHERE ${fees} AND status = 'used'`.execute(db);
  const having = (status: string) => new Set(rows.filter((row) => row.status === status).map((row) => row.driver_id));
  return { cleared: having('cleared'), waiting: having('submitted') };
};
