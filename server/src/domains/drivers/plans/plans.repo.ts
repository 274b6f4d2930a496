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

/** The plan of a driver in the month of a day, null before the first, as a value of another domain's statement. */
export const planOfDriverIn = (driverId: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`(
  SELECT plan FROM driver_plans WHERE driver_plans.driver_id = ${driverId} AND from_month <= ${day}
  ORDER BY from_month DESC LIMIT 1
)`;
