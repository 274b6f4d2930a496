import type { PaymentStatus } from '@banbo/contract';
import type { Db } from '#db/database.ts';

/** The states that a driver's payments are in. */
export const statesOfDriver = async (db: Db, driverId: string): Promise<PaymentStatus[]> =>
  (await db.selectFrom('payments').select('status').distinct().where('driver_id', '=', driverId).execute()).map(
    ({ status }) => status,
  );
