import type { PlanFrom, PlanSlug } from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** A driver's plans in the order of their months, as a column of a query on `drivers`. */
export const plansOfDriver = sql<PlanFrom[]>`(
  SELECT coalesce(json_agg(json_build_object('plan', plan, 'from', to_char(from_month, 'YYYY-MM')) ORDER BY from_month), '[]')
  FROM driver_plans WHERE driver_id = drivers.id
)`;

/** Puts a driver on a plan from a month on, `2026-11`; another plan that was to begin in that month gives way. */
export const putOnPlan = async (tx: Tx, driverId: string, { plan, from }: PlanFrom): Promise<void> => {
  await tx
    .insertInto('driver_plans')
    .values({ driver_id: driverId, from_month: `${from}-01`, plan })
    .onConflict((conflict) => conflict.columns(['driver_id', 'from_month']).doUpdateSet({ plan }))
    .execute();
};

/** The plan that begins in a month, `2026-11`, or the last one before it; null where there is none. */
export const planOfMonth = async (tx: Tx, driverId: string, month: string): Promise<PlanSlug | null> => {
  const row = await tx
    .selectFrom('driver_plans')
    .select('plan')
    .where('driver_id', '=', driverId)
    .where('from_month', '<=', `${month}-01`)
    .orderBy('from_month', 'desc')
    .executeTakeFirst();
  return row?.plan ?? null;
};

/**
 * The plans of current drivers from registering to the month of a day, all drivers or those of these ids, as a relation for
 * another domain: `driver_id`, `plan`, null for months before the first one was agreed, and the days `first` and `until`, which
 * is the first one of the next plan or after that month. `is_unpaid` is true of a registration whose first fee was never paid.
 */
export const planSpans = (day: string, ids?: readonly string[]) => {
  const among = (column: RawBuilder<unknown>) =>
    ids === undefined ? sql`true` : sql`${column} = ANY(${ids}::bigint[])`;
  const nextMonth = sql`(date_trunc('month', ${day}::timestamp) + interval '1 month')::date`;
  return sql`
    SELECT driver_id, plan, greatest(from_month, registered_on) AS first, until, is_unpaid
    FROM (
      SELECT driver_id, plan, from_month, least(lead(from_month) OVER of_driver, ${nextMonth}) AS until,
        first_value(registered_on) OVER of_driver AS registered_on, first_value(is_unpaid) OVER of_driver AS is_unpaid
      FROM (
        SELECT id AS driver_id, NULL AS plan, '-infinity'::date AS from_month, registered_on,
          unpaid_since IS NOT NULL AS is_unpaid
        FROM drivers WHERE removed_at IS NULL AND ${among(sql`id`)}
        UNION ALL SELECT driver_id, plan, from_month, NULL, NULL FROM driver_plans WHERE ${among(sql`driver_id`)}
      ) AS agreed
      WINDOW of_driver AS (PARTITION BY driver_id ORDER BY from_month)
    ) AS spans
    WHERE greatest(from_month, registered_on) < until AND registered_on IS NOT NULL`;
};
