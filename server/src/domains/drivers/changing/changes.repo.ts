import type { driverChangeList, ListQuery, PlanFrom, PlanSlug } from '@banbo/contract';
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { equals } from '#db/list/list-sql.ts';

export type ChangeRow = Selectable<Tables['driver_changes']>;
type Values = Readonly<Record<string, string | null>>;
type NewChange = Omit<ChangeRow, 'id' | 'before' | 'after'> & { before: Values; after: Values };

/** Updates a driver's columns; the driver is locked. */
export const updateDriver = async (tx: Tx, id: string, columns: Updateable<Tables['drivers']>): Promise<void> => {
  await tx.updateTable('drivers').set(columns).where('id', '=', id).execute();
};

/** Updates a person's row; their cars are locked. */
export const updatePerson = async (tx: Tx, id: string, columns: Updateable<Tables['persons']>): Promise<void> => {
  if (Object.keys(columns).length > 0) await tx.updateTable('persons').set(columns).where('id', '=', id).execute();
};

/** Keeps what was changed of a driver, in the transaction of the change. */
export const keepChange = async (tx: Tx, { before, after, ...change }: NewChange): Promise<void> => {
  const values = { before: JSON.stringify(before), after: JSON.stringify(after) };
  await tx
    .insertInto('driver_changes')
    .values({ ...change, ...values })
    .execute();
};

/** The changes after this version of a driver, the last one first. */
export const changesSince = (
  db: Db,
  driverId: string,
  version: number,
): Promise<Pick<ChangeRow, 'changed_by' | 'after'>[]> =>
  db
    .selectFrom('driver_changes')
    .select(['changed_by', 'after'])
    .where('driver_id', '=', driverId)
    .where('version', '>', version)
    .orderBy('version', 'desc')
    .execute();

/** The columns of a driver that were changed after a moment. */
export const columnsChangedAfter = async (db: Db, driverId: string, after: Date): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT jsonb_object_keys(after::jsonb) AS name FROM driver_changes
    WHERE driver_id = ${driverId} AND changed_at > ${after}`.execute(db);
  return rows.map(({ name }) => name);
};

/** Changes come in the order of their ids, which is that of their versions. */
export const driverChangesSql: ListSql<ListQuery<typeof driverChangeList>, ChangeRow> = {
  rows: (db) => db.selectFrom('driver_changes').selectAll(),
  filters: { driver_id: equals('driver_id') },
  sorts: { changed_at: ['id'] },
};

/** A driver's plans in the order of their months, as a column of a query on `drivers`. */
export const plansOfDriver = sql<PlanFrom[]>`(
  SELECT coalesce(json_agg(json_build_object('plan', plan, 'from', to_char(from_month, 'YYYY-MM')) ORDER BY from_month), '[]')
  FROM driver_plans WHERE driver_id = drivers.id
)`;

/** Puts a driver on a plan from a month on, `2026-11`, in place of another plan from that month. */
export const putOnPlan = async (tx: Tx, driverId: string, { plan, from }: PlanFrom): Promise<void> => {
  await tx
    .insertInto('driver_plans')
    .values({ driver_id: driverId, from_month: `${from}-01`, plan })
    .onConflict((conflict) => conflict.columns(['driver_id', 'from_month']).doUpdateSet({ plan }))
    .execute();
};

/**
 * The plan that begins in a month, `2026-11`, or the last one before it; null where there is none.
 */
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
 * The current drivers, all or these, with the columns that decide which fees they owe, as a
 * relation for another domain: `driver_id`, `registered_on`, `plans` as `2026-11 standard,…` or
 * null, `billed_from` and `owed` of an opening or null, `is_unpaid`, true if the first fee of a
 * registration was never paid, and `held_by`, the import whose debts nobody has released, or null.
 */
export const plannedDrivers = (ids?: readonly string[]) => {
  const among = (column: RawBuilder<unknown>) =>
    ids === undefined ? sql`true` : sql`${column} = ANY(${ids}::bigint[])`;
  return sql`
    SELECT id AS driver_id, registered_on, plans, unpaid_since IS NOT NULL AS is_unpaid, billed_from::text,
      CASE WHEN opening.amount > 0 THEN opening.amount::text END AS owed, held_by::text
    FROM drivers LEFT JOIN driver_openings AS opening ON opening.driver_id = drivers.id LEFT JOIN (
      SELECT id AS held_by FROM driver_imports WHERE debts_released_at IS NULL AND drivers > 0
    ) AS held ON held_by = import_id LEFT JOIN (
      SELECT driver_id, string_agg(to_char(from_month, 'YYYY-MM ') || plan, ',' ORDER BY from_month) AS plans
      FROM driver_plans WHERE ${among(sql`driver_id`)} GROUP BY driver_id
    ) AS agreed ON agreed.driver_id = drivers.id
    WHERE removed_at IS NULL AND ${among(sql`id`)}`;
};

/** The plans that drivers have in the month of a moment, by record number. */
export const plansNow = async (
  db: Db,
  driverIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, PlanSlug>> => {
  const { rows } = await sql<{ driver_id: string; plan: PlanSlug }>`
    SELECT DISTINCT ON (driver_id) driver_id, plan FROM driver_plans
    WHERE driver_id = ANY(${driverIds}::bigint[]) AND from_month <= ${now.toISOString().slice(0, 10)}::date
    ORDER BY driver_id, from_month DESC`.execute(db);
  return new Map(rows.map(({ driver_id, plan }) => [driver_id, plan]));
};
