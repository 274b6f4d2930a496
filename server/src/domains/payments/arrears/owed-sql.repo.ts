import { BASE_PLAN, PLAN_SLUGS } from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** A driver's debts: months as numbers, twelve a year from year 0 on, and money as text with two decimals. */
export type Owed = {
  driver_id: string;
  /** True of a registration whose first fee was never paid. */
  is_unpaid: boolean;
  months: number;
  oldest_month: number | null;
  months_amount: string;
  other_amount: string;
  /** Its place, from 1 on, where those who owe least come first. */
  place: number;
};

/** The relations of other domains by which it is worked out. */
export type OwedBy = {
  /** Those of the drivers alone that are asked for; all without. */
  ids: readonly string[] | undefined;
  /** Columns `driver_id`, `plan`, `first`, `until` and `is_unpaid`: a driver's plans up to the month of the day. */
  plans: Sql;
  /** Columns `type_code`, `period` and `due_from`, of types that are due on the day. */
  types: Sql;
  /** Columns `type_code`, `plan`, `year` and `amount`. */
  prices: Sql;
};

const monthOf = (day: Sql) => sql`(extract(year FROM ${day})::integer * 12 + extract(month FROM ${day})::integer - 1)`;

/**
 * All fees that anybody may be asked for on a day: a month of a monthly type, or a type that is paid once, whose month is null.
 * Each has a number, and the set that has it alone: a string of bits, one a fee.
 */
const fees = (today: Sql, types: Sql) => sql`
  due AS MATERIALIZED (
    SELECT type_code, first, count, (sum(count) OVER (ORDER BY type_code))::integer - count AS place,
      repeat('0', (sum(count) OVER ())::integer)::varbit AS none
    FROM (
      SELECT type_code, month AS first, CASE WHEN month IS NULL THEN 1 ELSE ${monthOf(today)} - month + 1 END AS count
      FROM (SELECT type_code, CASE period WHEN 'monthly' THEN ${monthOf(sql`due_from`)} END AS month FROM (${types}) AS type)
        AS begun
    ) AS counted
  ),
  fees AS MATERIALIZED (
    SELECT type_code, first + nth AS month, place + nth AS number, set_bit(none, place + nth, 1) AS fees
    FROM due CROSS JOIN LATERAL generate_series(0, count - 1) AS nth
  )`;

/** The fees of drivers that a payment or credit covers. */
const covered = (ids: OwedBy['ids']) => {
  const among = ids ? sql`AND driver_id = ANY(${ids}::bigint[])` : sql``;
  const columns = sql`driver_id, type_code, payment_year::integer * 12 + payment_month - 1 AS month`;
  return sql`
  covered AS (
    SELECT driver_id, bit_or(set_bit(none, place + nth, 1)) AS fees
    FROM (
      SELECT driver_id, none, place, count, coalesce(month - first, 0) AS nth
      FROM (
        SELECT ${columns} FROM payments WHERE status = 'cleared' AND period <> 'any' AND NOT is_credit ${among}
        UNION ALL SELECT ${columns} FROM credit_uses WHERE status = 'used' ${among}
      ) AS paid JOIN due USING (type_code)
    ) AS numbered
    WHERE nth BETWEEN 0 AND count - 1
    GROUP BY driver_id
  )`;
};

/**
 * The fees that drivers owe, by plan. Few kinds of drivers begin and change plans in the same months, so the fees between two
 * months are put together once for all of them.
 */
const owed = (today: Sql, plans: Sql) => sql`
  spans AS MATERIALIZED (
    SELECT driver_id, is_unpaid, coalesce(plan, ${sql.lit(BASE_PLAN)}) AS plan, ${monthOf(sql`first`)} AS first,
      ${monthOf(sql`until`)} AS until
    FROM (${plans}) AS planned
  ),
  asked AS (
    SELECT span.first, span.until, bit_or(fees.fees) AS fees
    FROM (SELECT DISTINCT first, until FROM spans) AS span
    JOIN fees ON coalesce(month, ${monthOf(today)}) >= span.first AND coalesce(month, ${monthOf(today)}) < span.until
    GROUP BY span.first, span.until
  ),
  owed AS MATERIALIZED (
    SELECT driver_id, is_unpaid, plan, fees::text AS fees
    FROM (
      SELECT driver_id, is_unpaid, plan, coalesce(asked.fees & ~covered.fees, asked.fees) AS fees
      FROM spans JOIN asked USING (first, until) LEFT JOIN covered USING (driver_id)
    ) AS open
    WHERE bit_count(fees) > 0
  )`;

/** The sums of each set of fees on each plan. Many drivers owe the same, so each is priced once. */
const priced = (today: Sql, prices: Sql) => sql`
  listed AS MATERIALIZED (
    SELECT number, month, plans.plan, amount
    FROM fees CROSS JOIN unnest(${sql.val([...PLAN_SLUGS])}::text[]) AS plans (plan)
    JOIN (${prices}) AS price ON price.type_code = fees.type_code
      AND price.year = coalesce(month / 12, extract(year FROM ${today})) AND coalesce(price.plan, plans.plan) = plans.plan
  ),
  priced AS MATERIALIZED (
    SELECT owed.plan, fees, count(DISTINCT month)::integer AS months, min(month) AS oldest_month,
      coalesce(sum(amount) FILTER (WHERE month IS NOT NULL), 0) AS months_amount,
      coalesce(sum(amount) FILTER (WHERE month IS NULL), 0) AS other_amount
    FROM (SELECT plan, fees FROM owed GROUP BY plan, fees OFFSET 0) AS owed
    JOIN listed ON listed.plan = owed.plan AND get_bit(fees::varbit, number) = 1
    GROUP BY owed.plan, fees
  )`;

/**
 * Everything that these drivers owe on a day, the oldest month first; those who owe nothing are left out. The same rule as
 * `due-fees.ts`, as one statement for any number of drivers.
 */
export const owedOn = (day: string, { ids, plans, types, prices }: OwedBy) => {
  const today = sql`${day}::date`;
  return sql<Owed>`
    WITH ${fees(today, types)}, ${covered(ids)}, ${owed(today, plans)}, ${priced(today, prices)}
    SELECT driver_id::text, is_unpaid, months, oldest_month, months_amount::numeric(14, 2)::text AS months_amount,
      other_amount::numeric(14, 2)::text AS other_amount,
      (row_number() OVER (ORDER BY months_amount + other_amount, driver_id))::integer AS place
    FROM (
      SELECT driver_id, bool_or(is_unpaid) AS is_unpaid, sum(months)::integer AS months, min(oldest_month) AS oldest_month,
        sum(months_amount) AS months_amount, sum(other_amount) AS other_amount
      FROM owed JOIN priced USING (plan, fees) GROUP BY driver_id
    ) AS summed
    ORDER BY summed.oldest_month, summed.driver_id`;
};
