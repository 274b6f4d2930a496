import {
  type ApplicationMonth,
  addYears,
  type applicationMonths,
  type ListQuery,
  type rentRoll,
  today,
} from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ListRows, ListSql } from '#db/list/list-sql.ts';

type Months = ListQuery<typeof applicationMonths>;

/** The months of a year by kind. It reads the applications that were lodged in the year alone. */
const monthsOf = ({ year, kind }: Pick<Months, 'year' | 'kind'>, now: Date): RawBuilder<ApplicationMonth> => {
  const count = (which: RawBuilder<unknown>) => sql`count(*) FILTER (WHERE ${which})::integer`;
  const of = (status: string) => count(sql`status = ${sql.lit(status)}`);
  const isOpen = sql`status IN ('lodged', 'sent_back')`;
  const isDecided = sql`status IN ('approved', 'refused')`;
  const took = sql`(decided_at AT TIME ZONE 'UTC')::date - (lodged_at AT TIME ZONE 'UTC')::date`;
  const late = sql`due_on < CASE WHEN ${isOpen} THEN ${today(now)}::date ELSE (decided_at AT TIME ZONE 'UTC')::date END`;
  return sql<ApplicationMonth>`
    SELECT month || ' ' || kind AS id, month, kind, count(*)::integer AS lodged, ${count(isOpen)} AS open,
      ${of('approved')} AS approved, ${of('refused')} AS refused, ${of('withdrawn')} AS withdrawn,
      ${of('annulled')} AS annulled, ${count(sql`(${isOpen} OR ${isDecided}) AND ${late}`)} AS late,
      (percentile_cont(0.5) WITHIN GROUP (ORDER BY ${took}) FILTER (WHERE ${isDecided})) AS median_days,
      max(${took}) FILTER (WHERE ${isDecided}) AS longest_days
    FROM (
      SELECT *, to_char(lodged_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month FROM land_applications
      WHERE lodged_at >= ${`${year}-01-01`}::timestamptz AND lodged_at < ${`${Number(year) + 1}-01-01`}::timestamptz
        AND status <> 'draft' AND ${kind ? sql`kind = ${sql.lit(kind)}` : sql`true`}
    ) AS lodged GROUP BY month, kind`;
};

export const applicationMonthsSql = (now: () => Date): ListSql<Months, ApplicationMonth> => ({
  rows: (db, query) =>
    db
      .selectFrom(sql<ApplicationMonth>`(${monthsOf(query, now())})`.as('months'))
      .selectAll() as unknown as ListRows<ApplicationMonth>,
  filters: { year: () => null, kind: () => null },
  sorts: { month: ['month', 'id'] },
});

export type RolledTenancy = {
  id: string;
  tenant_id: string;
  plot_id: string;
  indenture_number: string;
  commencement: string;
  term_years: number;
  ends_on: string;
  ground_rent: string;
  land_use: string;
  block: string;
  plot_number: string;
};

const current = (db: Db) =>
  db
    .selectFrom('tenancies')
    .innerJoin('plots', 'plots.id', 'plot_id')
    .select(['tenancies.id', 'tenant_id', 'plot_id', 'indenture_number', 'commencement', 'term_years', 'ends_on'])
    .select(['ground_rent', 'land_use', 'block', 'plot_number'])
    .where('held_until', 'is', null);

/** Current tenancies, by plot or by the end of the term. */
export const rentRollSql = (now: () => Date): ListSql<ListQuery<typeof rentRoll>, RolledTenancy> => ({
  rows: (db) => current(db) as unknown as ListRows<RolledTenancy>,
  filters: {
    zone: (id) => sql`zone_id = ${id}::bigint`,
    use: (use) => sql`land_use = ${sql.lit(use)}`,
    ends: (years) => sql`ends_on <= ${addYears(today(now()), Number(years))}::date`,
  },
  sorts: { plot: ['zone_id', 'block', 'plot_number', 'tenancies.id'], ends_on: ['ends_on', 'tenancies.id'] },
});

/** The relation of zones by id. */
export const ZONE_NAMES = sql<{ id: string; zone: string }>`SELECT id, zone FROM zones`;
