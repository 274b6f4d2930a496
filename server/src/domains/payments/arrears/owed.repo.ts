import { BASE_PLAN } from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { withoutTimeLimit } from '#db/time-limit.ts';

/** A driver's debts: months as numbers, twelve a year from year 0 on, and money as text with two decimals. */
export type Owed = {
  driver_id: string;
  months: number;
  oldest_month: number | null;
  months_amount: string;
  other_amount: string;
};

/** The relations of other domains by which it is worked out. */
export type OwedBy = {
  /** Those of the drivers alone that are asked for; all without. */
  ids: readonly string[] | undefined;
  /** Columns `id` and `registered_on`. */
  drivers: RawBuilder<unknown>;
  /** Columns `type_code`, `period` and `due_from`, of types that are due on the day. */
  types: RawBuilder<unknown>;
  /** Columns `type_code`, `plan`, `year` and `amount`. */
  prices: RawBuilder<unknown>;
  /** The plan of a driver in the month of a day, or null. */
  planIn: (driverId: RawBuilder<unknown>, day: RawBuilder<unknown>) => RawBuilder<unknown>;
};

/** Of a fee without a month. */
const NO_MONTH = sql.lit(-1);
const monthOf = (day: RawBuilder<unknown>) =>
  sql`(extract(year FROM ${day})::integer * 12 + extract(month FROM ${day})::integer - 1)`;
const PAID_MONTH = sql`coalesce(payment_year::integer * 12 + payment_month - 1, ${NO_MONTH})`;

/**
 * Everything that these drivers owe on a day; those who owe nothing are left out. The same rule as `due-fees.ts`, as one
 * statement for any number of drivers. What is covered is taken away before the prices are looked up, since most of it is.
 */
const owedOn = (day: string, { ids, drivers, types, prices, planIn }: OwedBy) => {
  const today = sql`${day}::date`;
  // Said once more, or a few drivers' payments are looked for among everybody's.
  const ofDriver = sql`driver_id = driver.id ${ids ? sql`AND driver_id = ANY(${ids}::bigint[])` : sql``}`;
  return sql<Owed>`
    SELECT owed.driver_id::text, count(DISTINCT month) FILTER (WHERE month <> ${NO_MONTH})::integer AS months,
      min(month) FILTER (WHERE month <> ${NO_MONTH}) AS oldest_month,
      coalesce(sum(price.amount) FILTER (WHERE month <> ${NO_MONTH}), 0)::numeric(14, 2)::text AS months_amount,
      coalesce(sum(price.amount) FILTER (WHERE month = ${NO_MONTH}), 0)::numeric(14, 2)::text AS other_amount
    FROM (
      SELECT driver.id AS driver_id, type.type_code, asked.month
      FROM (${drivers}) AS driver CROSS JOIN (${types}) AS type
      CROSS JOIN LATERAL (
        SELECT month FROM generate_series(
          greatest(${monthOf(sql`driver.registered_on`)}, ${monthOf(sql`type.due_from`)}), ${monthOf(today)}
        ) AS month WHERE type.period = 'monthly'
        UNION ALL SELECT ${NO_MONTH} WHERE type.period = 'once'
      ) AS asked
      WHERE NOT EXISTS (
        SELECT FROM payments WHERE ${ofDriver} AND type_code = type.type_code AND ${PAID_MONTH} = asked.month
          AND status = 'cleared' AND period <> 'any' AND NOT is_credit
      ) AND NOT EXISTS (
        SELECT FROM credit_uses WHERE ${ofDriver} AND type_code = type.type_code AND ${PAID_MONTH} = asked.month
          AND status = 'used'
      )
      OFFSET 0
    ) AS owed
    CROSS JOIN LATERAL (
      SELECT CASE month WHEN ${NO_MONTH} THEN ${today} ELSE make_date(month / 12, month % 12 + 1, 1) END AS day
    ) AS priced
    JOIN (${prices}) AS price ON price.type_code = owed.type_code AND price.year = extract(year FROM priced.day)
      AND (price.plan IS NULL
        OR price.plan = coalesce(${planIn(sql`owed.driver_id`, sql`priced.day`)}, ${sql.lit(BASE_PLAN)}))
    GROUP BY owed.driver_id`;
};

/** Everything that the given drivers owe on a day, of any number of them. */
export const readOwed = async (db: Db, day: string, by: OwedBy): Promise<Owed[]> =>
  (await owedOn(day, by).execute(db)).rows;

/** Longer than other statements take, since it goes through all drivers and their payments. */
const MOST_SECONDS = 60;

/** As `readOwed`, of all drivers. */
export const readAllOwed = (db: Db, day: string, by: OwedBy): Promise<Owed[]> =>
  withoutTimeLimit(() =>
    db.transaction().execute(async (tx) => {
      await sql`SET LOCAL statement_timeout = ${sql.lit(`${MOST_SECONDS}s`)}`.execute(tx);
      return readOwed(tx, day, by);
    }),
  );

/** The sum of claims that wait, by driver, of all or of these, as text with two decimals; drivers without any are left out. */
export const waitingAmounts = async (db: Db, driverIds?: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ driver_id: string; waiting: string }>`
    SELECT driver_id::text, sum(amount)::text AS waiting FROM payments
    WHERE status = 'submitted' ${driverIds ? sql`AND driver_id = ANY(${driverIds}::bigint[])` : sql``}
    GROUP BY driver_id`.execute(db);
  return new Map(rows.map(({ driver_id, waiting }) => [driver_id, waiting]));
};
