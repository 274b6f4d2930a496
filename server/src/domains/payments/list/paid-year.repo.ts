import type { PaymentStatus, Period } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/**
 * True when some submitted or cleared payment was priced by the year's price of the type: of a monthly type one for a month of
 * the year, of any other one that was sent in the year.
 */
export const isPaidInYear = async (
  db: Db,
  { type_code, period, year }: { type_code: string; period: Period; year: number },
): Promise<boolean> => {
  const inYear =
    period === 'monthly'
      ? sql`payment_year = ${year}`
      : sql`transaction_date BETWEEN make_date(${year}::int, 1, 1) AND make_date(${year}::int, 12, 31)`;
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT FROM payments WHERE type_code = ${type_code} AND ${inYear} AND status IN ('submitted', 'cleared')
    ) AS found`.execute(db);
  return rows[0]?.found ?? false;
};

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
