import type { PaymentStatus } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** The states that a driver's payments are in. */
export const statesOfDriver = async (db: Db, driverId: string): Promise<PaymentStatus[]> =>
  (await db.selectFrom('payments').select('status').distinct().where('driver_id', '=', driverId).execute()).map(
    ({ status }) => status,
  );

/** Those of these drivers who have a payment, in whatever state. */
export const driversWithPayments = async (db: Db, driverIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM unnest(${driverIds}::bigint[]) AS given (id)
    WHERE EXISTS (SELECT FROM payments WHERE driver_id = given.id)`.execute(db);
  return rows.map(({ id }) => id);
};
