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
 * The current drivers, all or those of these ids, with what decides which fees they are asked for, as a relation for another
 * domain: columns `driver_id`, `registered_on`, `plans` as `2026-11 standard,…`, null without any, and `is_unpaid`, true of a
 * registration whose first fee was never paid.
 */
export const plannedDrivers = (ids?: readonly string[]) => {
  const among = (column: RawBuilder<unknown>) =>
    ids === undefined ? sql`true` : sql`${column} = ANY(${ids}::bigint[])`;
  return sql`
    SELECT id AS driver_id, registered_on, plans, unpaid_since IS NOT NULL AS is_unpaid
    FROM drivers LEFT JOIN (
      SELECT driver_id, string_agg(to_char(from_month, 'YYYY-MM ') || plan, ',' ORDER BY from_month) AS plans
      FROM driver_plans WHERE ${among(sql`driver_id`)} GROUP BY driver_id
    ) AS agreed ON agreed.driver_id = drivers.id
    WHERE removed_at IS NULL AND ${among(sql`id`)}`;
};
