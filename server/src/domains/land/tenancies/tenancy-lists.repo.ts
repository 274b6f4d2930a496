import { type ListQuery, type tenancyList, tenantName } from '@banbo/contract';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { hasPrefix } from '#db/prefix.ts';
import { anyOf } from '#db/records.ts';
import { pageByDay } from '../page-by-day.repo.ts';

export type ListedTenancy = Omit<
  Selectable<Tables['tenancies']>,
  | ('indenture_key' | 'review_percent' | 'grantor' | 'grantor_capacity' | 'witnesses' | 'previous_id')
  | ('added_by' | 'added_at' | 'import_id' | 'plot_version' | 'tenant_version' | 'rent_from' | 'review_on')
>;

const listed = (db: Db) =>
  db
    .selectFrom('tenancies')
    .select(['id', 'plot_id', 'tenant_id', 'indenture_number', 'how', 'commencement', 'term_years', 'ends_on'])
    .select(['ground_rent', 'review_years', 'held_from', 'held_until', 'end_reason']);

const TENANCIES = {
  counted: { measures: ['tenancies'] as const },
  rows: listed,
  until: (day: string) => sql<SqlBool>`held_from <= ${day}::date`,
  columns: ['held_from', 'id'],
};

const inKey = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

export const tenanciesSql: ListSql<ListQuery<typeof tenancyList>, ListedTenancy> = {
  rows: listed,
  filters: {
    search: (text) => (inKey(text) === '' ? sql`false` : hasPrefix(sql.ref('indenture_key'), inKey(text))),
    zone: (id) => sql`plot_id = ANY(ARRAY(SELECT id FROM plots WHERE zone_id = ${id}::bigint))`,
    tenant: (id) => sql`tenant_id = ${id}::bigint`,
    state: (state) => (state === 'current' ? sql`held_until IS NULL` : sql`held_until IS NOT NULL`),
    how: (how) => sql`how = ${sql.lit(how)}`,
  },
  sorts: { held_from: TENANCIES.columns, ends_on: ['ends_on', 'id'] },
  rollUp: {
    knows: [],
    page: (db, { page, size, sort }) =>
      sort.endsWith('held_from')
        ? pageByDay(db, TENANCIES, { page, size, isNewestFirst: sort === '-held_from' })
        : null,
  },
};

type Names = {
  plot_id: string;
  tenant_id: string;
  zone: string;
  block: string;
  plot_number: string;
  tenant_code: string;
  fullname: string;
  contact_number: string;
  indenture_number: string;
  held_until: string | null;
  /** Ground rent that is owed, and since when. */
  rent_owed: string;
  rent_owed_since: string | null;
};

/** The names of the plots and tenants of these tenancies. */
export const namesOfTenancies = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Names>> => {
  const { rows } = await sql<Omit<Names, 'fullname'> & { id: string; first_name: string; last_name: string }>`
    SELECT tenancies.id, plot_id, tenancies.tenant_id, zone, block, plot_number, tenant_code, first_name, last_name,
      contact_number, indenture_number, held_until,
      coalesce(owed, 0)::numeric(18, 2)::text AS rent_owed, owed_since AS rent_owed_since
    FROM tenancies JOIN plots ON plots.id = plot_id JOIN zones ON zones.id = plots.zone_id
      JOIN tenants ON tenants.id = tenancies.tenant_id
      LEFT JOIN rent_accounts ON rent_accounts.tenancy_id = tenancies.id
    WHERE tenancies.id = ${anyOf(ids)}`.execute(db);
  return new Map(
    rows.map(({ id, first_name, last_name, ...names }) => [
      id,
      { ...names, fullname: tenantName({ first_name, last_name }) },
    ]),
  );
};

/** The tenancies of a tenant, current ones first, then the newest. */
export const tenanciesOfTenant = (db: Db, tenantId: string): Promise<ListedTenancy[]> =>
  listed(db)
    .where('tenant_id', '=', tenantId)
    .orderBy('held_until', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
