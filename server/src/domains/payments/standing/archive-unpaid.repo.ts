import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Of these drivers, those who have a cleared payment of the type, and those who have a claim of it that waits. */
export const paidAndWaiting = async (
  db: Db,
  driverIds: readonly string[],
  typeCode: string,
): Promise<{ cleared: Set<string>; waiting: Set<string> }> => {
  const rows = await db
    .selectFrom('payments')
    .select(['driver_id', 'status'])
    // One parameter however many they are, so that every length is the same statement.
    .where(sql<boolean>`driver_id = ANY(${driverIds}::bigint[])`)
    .where('type_code', '=', typeCode)
    .where('status', 'in', ['submitted', 'cleared'])
    .execute();
  const having = (status: string) => new Set(rows.filter((row) => row.status === status).map((row) => row.driver_id));
  return { cleared: having('cleared'), waiting: having('submitted') };
};
