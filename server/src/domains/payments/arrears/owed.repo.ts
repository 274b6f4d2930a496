import { type RawBuilder, sql } from 'kysely';
import { withoutTimeLimit } from '#db/connection/connect.ts';
import type { Db } from '#db/database.ts';
import { byCursor } from '#db/list/list-source.ts';

/** Everything that decides what a current driver owes. Drivers with equal values owe the same. */
export type Situation = {
  driver_id: string;
  /** The month of registering, `2026-11`. */
  registered_in: string;
  /** `2026-11 standard,…` */
  plans: string | null;
  /** Keys of the fees that payments or credit cover, `SS 2026 11,…`; null without any. */
  covered: string | null;
  /** True of a registration whose first fee was never paid. */
  is_unpaid: boolean;
  /** Of an imported driver: the first day from which fees are due, and the debt of before. */
  billed_from: string | null;
  owed: string | null;
  /** The import whose debts nobody has released. */
  held_by: string | null;
  /** Had a monthly fee of the month of `Asked.coveredBy` by that day. */
  was_covered: boolean;
};

/** `drivers` of `ids` or all, with the columns of a situation and `registered_on`. */
type Asked = { ids?: readonly string[]; drivers: RawBuilder<unknown>; coveredBy?: string };

/** True of a monthly fee of the day's month that was paid by that day. */
const wasPaidBy = (day: string | undefined, paidOn: RawBuilder<unknown>): RawBuilder<boolean> =>
  day === undefined
    ? sql`false`
    : sql`period = 'monthly' AND payment_year = ${Number(day.slice(0, 4))}
        AND payment_month = ${Number(day.slice(5, 7))} AND ${paidOn} <= ${day}::date`;

/** One statement for any number of drivers, in the order of their ids. */
const situationsOf = ({ ids, drivers, coveredBy }: Asked) => {
  const among = ids ? sql`AND driver_id = ANY(${ids}::bigint[])` : sql``;
  const columns = sql`driver_id, concat(type_code, ' ', coalesce(payment_year::text, 'null'), ' ',
    coalesce(payment_month::text, 'null')) AS fee`;
  return sql<Situation>`
    SELECT driver_id::text, to_char(registered_on, 'YYYY-MM') AS registered_in, plans, covered, is_unpaid,
      billed_from, owed, held_by, coalesce(was_covered, false) AS was_covered
    FROM (${drivers}) AS driver LEFT JOIN (
      SELECT driver_id, string_agg(fee, ',') AS covered, bool_or(was_paid) AS was_covered
      FROM (
        SELECT ${columns}, ${wasPaidBy(coveredBy, sql`transaction_date`)} AS was_paid
        FROM payments WHERE status = 'cleared' AND period <> 'any' AND NOT is_credit ${among}
        UNION ALL
        SELECT ${columns}, ${wasPaidBy(coveredBy, sql`used_on`)} FROM credit_uses WHERE status = 'used' ${among}
      ) AS paid GROUP BY driver_id
    ) AS paid USING (driver_id)
    ORDER BY driver.driver_id`;
};

export const readSituations = async (db: Db, asked: Asked): Promise<Situation[]> =>
  (await situationsOf(asked).execute(db)).rows;

/** Longer than for other statements, since it reads all drivers and their payments. */
const MOST_SECONDS = 60;

/** Reads all drivers in batches, so that so many rows do not delay other calls. */
export const readAllSituations = (db: Db, asked: Asked, use: (batch: readonly Situation[]) => void): Promise<void> =>
  withoutTimeLimit(() =>
    db.transaction().execute(async (tx) => {
      await sql`SELECT set_config('statement_timeout', ${`${MOST_SECONDS}s`}, true),
        set_config('cursor_tuple_fraction', '1', true)`.execute(tx);
      for await (const batch of byCursor<Situation>(tx, situationsOf(asked))) use(batch);
    }),
  );

/** The sum of each driver's waiting claims as text, for drivers with any. */
export const waitingAmounts = async (db: Db, driverIds?: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ driver_id: string; waiting: string }>`
    SELECT driver_id::text, sum(amount)::text AS waiting FROM payments
    WHERE status = 'submitted' ${driverIds ? sql`AND driver_id = ANY(${driverIds}::bigint[])` : sql``}
    GROUP BY driver_id`.execute(db);
  return new Map(rows.map(({ driver_id, waiting }) => [driver_id, waiting]));
};

/** Current drivers who were to pay the same, and how many they are. */
export type AlikeDrivers = Pick<Situation, 'registered_in' | 'plans' | 'billed_from'> & { drivers: number };

/** Drivers by what decides which fees are due and at what price. */
export const readAlike = async (db: Db, drivers: RawBuilder<unknown>): Promise<AlikeDrivers[]> => {
  const { rows } = await sql<AlikeDrivers>`
    SELECT to_char(registered_on, 'YYYY-MM') AS registered_in, plans, billed_from, count(*)::integer AS drivers
    FROM (${drivers}) AS driver GROUP BY 1, 2, 3`.execute(db);
  return rows;
};
