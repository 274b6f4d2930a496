import {
  GROUND_RENT,
  type ListQuery,
  type tenantStatement,
  type tenantSummary,
  type tenantSumsList,
} from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ListRows, ListSql } from '#db/list/list-sql.ts';
import { anyOf } from '#db/records.ts';
import type { StatedCharge } from '../rent/rent-accounts.repo.ts';
import { type ListedTenant, tenantsSql } from '../tenants/tenant-lists.repo.ts';

/** A cleared payment of a tenant. */
type PaidLine = Omit<StatedCharge, 'kind' | 'year' | 'tenancy_id'> & {
  tenancy_id: string | null;
  plot_id: string | null;
  type_code: string;
  transaction_id: string;
  received_with: string | null;
};

/** Relations of what tenants were charged and what they paid, by the tenants' ids. */
export type TenantMoney = {
  rentLines: (tenantIds: readonly string[]) => RawBuilder<StatedCharge>;
  paidLines: (tenantIds: readonly string[]) => RawBuilder<PaidLine>;
};

export type StatedDays = { from?: string | undefined; to?: string | undefined };

const inDays = ({ from, to }: StatedDays): RawBuilder<SqlBool> =>
  sql`${from ? sql`day >= ${from}::date` : sql`true`} AND ${to ? sql`day <= ${to}::date` : sql`true`}`;
const untilEnd = ({ to }: StatedDays): RawBuilder<SqlBool> => inDays({ to });

/** Charges and payments in one relation; `moved` is how much each adds to the rent that is owed. */
const linesOf = (tenantIds: readonly string[], { rentLines, paidLines }: TenantMoney): RawBuilder<unknown> => sql`
  SELECT tenant_id, 0 AS place, id AS of_id, day, tenancy_id, NULL::bigint AS plot_id, kind, year, NULL AS type_code,
    amount AS charged, NULL::numeric AS paid, amount AS moved, NULL AS transaction_id, NULL::bigint AS received_with
  FROM (${rentLines(tenantIds)}) AS charges
  UNION ALL
  SELECT tenant_id, 1, id, day, tenancy_id, plot_id, 'payment', NULL, type_code, NULL, amount,
    CASE WHEN tenancy_id IS NULL THEN 0 ELSE -amount END, transaction_id, received_with
  FROM (${paidLines(tenantIds)}) AS paid`;

/** Lines with their plots. */
const atPlots = (lines: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT lines.*, plots.id AS at_plot, indenture_number, coalesce(zone, '') AS zone, coalesce(block, '') AS block,
    coalesce(plot_number, '') AS plot_number
  FROM (${lines}) AS lines
    LEFT JOIN tenancies ON tenancies.id = tenancy_id
    LEFT JOIN plots ON plots.id = coalesce(tenancies.plot_id, lines.plot_id)
    LEFT JOIN zones ON zones.id = plots.zone_id`;

type AtPlot = { zone: string; block: string; plot_number: string };

export type StatementRow = AtPlot & {
  place: number;
  of_id: string;
  day: string;
  kind: string;
  year: number | null;
  type_code: string | null;
  charged: string | null;
  paid: string | null;
  balance: string;
  transaction_id: string | null;
  received_with: string | null;
};

/** A tenant's charges and payments, with the balance of ground rent after each. */
export const tenantStatementSql = (money: TenantMoney): ListSql<ListQuery<typeof tenantStatement>, StatementRow> => ({
  rows: (db, { tenant }) => {
    const running = sql`
      SELECT *, (sum(moved) OVER (ORDER BY day, place, of_id))::numeric(20, 2) AS balance
      FROM (${linesOf([tenant], money)}) AS lines`;
    const rows = sql<StatementRow>`(${atPlots(running)})`.as('statement');
    return db.selectFrom(rows).selectAll() as unknown as ListRows<StatementRow>;
  },
  filters: {
    tenant: () => null,
    from: (day) => sql`day >= ${day}::date`,
    to: (day) => sql`day <= ${day}::date`,
  },
  sorts: { day: ['day', 'place', 'of_id'] },
});

type Sums = { opening: string; charged: string; rent_paid: string; other_paid: string; closing: string };

const sumOf = (amount: RawBuilder<unknown>, which: RawBuilder<SqlBool>) =>
  sql`coalesce(sum(${amount}) FILTER (WHERE ${which}), 0)::numeric(20, 2)`;

/** Sums of tenants on some days with the balances around them; those without any are left out. */
export const sumsOfTenants = async (
  db: Db,
  { ids, days }: { ids: readonly string[]; days: StatedDays },
  money: TenantMoney,
): Promise<ReadonlyMap<string, Sums>> => {
  const before = days.from ? sql<SqlBool>`day < ${days.from}::date` : sql<SqlBool>`false`;
  const { rows } = await sql<Sums & { tenant_id: string }>`
    SELECT tenant_id, ${sumOf(sql`moved`, before)} AS opening, ${sumOf(sql`charged`, inDays(days))} AS charged,
      ${sumOf(sql`paid`, sql`tenancy_id IS NOT NULL AND ${inDays(days)}`)} AS rent_paid,
      ${sumOf(sql`paid`, sql`tenancy_id IS NULL AND ${inDays(days)}`)} AS other_paid,
      ${sumOf(sql`moved`, untilEnd(days))} AS closing
    FROM (${linesOf(ids, money)}) AS lines GROUP BY tenant_id`.execute(db);
  return new Map(rows.map(({ tenant_id, ...sums }) => [tenant_id, sums]));
};

export type TenantSummaryRow = AtPlot & {
  id: string;
  at_plot: string | null;
  indenture_number: string | null;
  code: string;
  charged: string;
  payments: number;
  paid: string;
  balance: string;
};

/** A tenant's sums by tenancy, plot and code, of those with a charge, a payment or a balance. */
export const tenantSummarySql = (money: TenantMoney): ListSql<ListQuery<typeof tenantSummary>, TenantSummaryRow> => ({
  rows: (db, { tenant, ...days }) => {
    const rows = sql<TenantSummaryRow>`(
      SELECT concat_ws('-', coalesce(tenancy_id, 0), coalesce(at_plot, 0), code) AS id, at_plot, indenture_number, code,
        zone, block, plot_number, ${sumOf(sql`charged`, inDays(days))} AS charged,
        count(paid) FILTER (WHERE ${inDays(days)})::integer AS payments, ${sumOf(sql`paid`, inDays(days))} AS paid,
        ${sumOf(sql`moved`, untilEnd(days))} AS balance
      FROM (
        SELECT *, coalesce(type_code, ${sql.lit(GROUND_RENT)}) AS code FROM (${atPlots(linesOf([tenant], money))}) AS lines
      ) AS coded
      GROUP BY tenancy_id, at_plot, indenture_number, code, zone, block, plot_number
      HAVING count(*) FILTER (WHERE ${inDays(days)}) > 0 OR coalesce(sum(moved) FILTER (WHERE ${untilEnd(days)}), 0) <> 0
    )`.as('summary');
    return db.selectFrom(rows).selectAll() as unknown as ListRows<TenantSummaryRow>;
  },
  filters: { tenant: () => null, from: () => null, to: () => null },
  sorts: { plot: ['zone', 'block', 'plot_number', 'id'] },
});

/** All tenants, as their list has them; the days are those of the sums. */
export const tenantSumsSql: ListSql<ListQuery<typeof tenantSumsList>, ListedTenant, StatedDays> = {
  rows: tenantsSql.rows,
  filters: {
    search: tenantsSql.filters.search as never,
    zone: tenantsSql.filters.zone as never,
    from: () => null,
    to: () => null,
  },
  sorts: tenantsSql.sorts,
  rollUp: {
    knows: ['from', 'to'],
    page: (db, { from: _from, to: _to, ...query }) => tenantsSql.rollUp?.page(db, query, undefined) ?? null,
  },
};

/** The ground rent of a year of the plots that tenants hold now. */
export const rentOfTenants = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ tenant_id: string; rent: string }>`
    SELECT tenant_id, sum(ground_rent)::numeric(20, 2) AS rent FROM tenancies
    WHERE tenant_id = ${anyOf(ids)} AND held_until IS NULL GROUP BY tenant_id`.execute(db);
  return new Map(rows.map(({ tenant_id, rent }) => [tenant_id, rent]));
};
