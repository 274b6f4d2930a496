import type { Period } from '@banbo/contract';
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
