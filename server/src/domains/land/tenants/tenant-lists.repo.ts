import { type ListQuery, readTenantCode, type TenantSearch, type tenantList } from '@banbo/contract';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { hasPrefix } from '#db/prefix.ts';
import { anyOf } from '#db/records.ts';
import { isPhoneLike, phonePrefix } from '#lib/phone-prefix.ts';
import { upper } from '#lib/values.ts';
import { pageByDay } from '../page-by-day.repo.ts';

export type ListedTenant = Pick<
  Selectable<Tables['tenants']>,
  'id' | 'tenant_code' | 'kind' | 'first_name' | 'last_name' | 'contact_number' | 'added_at'
>;

const listed = (db: Db) =>
  db
    .selectFrom('tenants')
    .select(['id', 'tenant_code', 'kind', 'first_name', 'last_name', 'contact_number', 'added_at']);

/** Rows that one way of a search may find. */
const MOST_FOUND = 10_000;

const inKey = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** The beginning of a code as stored, `TNT-0044`, from one typed in any way. */
const codeBeginning = (typed: string): string => {
  const whole = readTenantCode(typed);
  if (whole !== null) return whole;
  const key = inKey(typed).replace(/^TNT/, '');
  return `TNT-${key.length > 6 ? `${key.slice(0, 6)}-${key.slice(6)}` : key}`;
};

const LAST_NAME = sql`last_name COLLATE "C"`;
const FIRST_NAME = sql`first_name COLLATE "C"`;
const ofIndenture = (typed: string) =>
  sql`SELECT tenant_id FROM tenancies WHERE ${hasPrefix(sql.ref('indenture_key'), inKey(typed))} LIMIT ${sql.lit(MOST_FOUND)}`;

/** Fewer digits begin too many numbers. */
const LEAST_DIGITS = 3;
const beginsPhone = (text: string): boolean => isPhoneLike(text) && text.replace(/\D/g, '').length >= LEAST_DIGITS;

/** The most words of a text of which some are first and others last names. */
const MOST_NAMES = 5;

/** Names that begin as typed: one of the two, or both in either order. */
const named = (text: string): RawBuilder<SqlBool>[] => {
  const words = upper(text).split(' ').slice(0, MOST_NAMES);
  const both = words.slice(1).flatMap((_, at) => {
    const [before, after] = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')];
    return [
      sql<SqlBool>`${hasPrefix(FIRST_NAME, before)} AND ${hasPrefix(LAST_NAME, after)}`,
      sql<SqlBool>`${hasPrefix(LAST_NAME, before)} AND ${hasPrefix(FIRST_NAME, after)}`,
    ];
  });
  return [hasPrefix(LAST_NAME, upper(text)), hasPrefix(FIRST_NAME, upper(text)), ...both];
};

/** The ids of the tenants whom a typed text finds, as an array. */
export const tenantIdsFound = (text: string): RawBuilder<string[]> => {
  const ids = (condition: RawBuilder<unknown>) =>
    sql`(SELECT id FROM tenants WHERE ${condition} LIMIT ${sql.lit(MOST_FOUND)})`;
  const key = inKey(text);
  const ways = [
    ...named(text).map(ids),
    ...(/\d/.test(text) || /^TNT/i.test(text) ? [ids(hasPrefix(sql.ref('tenant_code'), codeBeginning(text)))] : []),
    ...(beginsPhone(text) ? [ids(hasPrefix(sql.ref('contact_number'), phonePrefix(text) ?? ''))] : []),
    ...(key.length >= 5 ? [ids(sql`id_key = ${key}`)] : []),
    ...(key === '' ? [] : [sql`(${ofIndenture(text)})`]),
  ];
  return sql`ARRAY(${sql.join(ways, sql` UNION `)})`;
};

const found = (text: string) => sql<SqlBool>`id = ANY(${tenantIdsFound(text)})`;

const TENANTS = {
  counted: { measures: ['tenants'] as const },
  rows: listed,
  until: (day: string) => sql<SqlBool>`added_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`,
  columns: ['added_at', 'id'],
};

export const tenantsSql: ListSql<ListQuery<typeof tenantList>, ListedTenant> = {
  rows: listed,
  filters: {
    search: found,
    kind: (kind) => sql`kind = ${sql.lit(kind)}`,
    zone: (id) => sql`id = ANY(ARRAY(
      SELECT tenant_id FROM tenancies JOIN plots ON plots.id = plot_id
      WHERE zone_id = ${id}::bigint AND held_until IS NULL
    ))`,
  },
  sorts: { added_at: TENANTS.columns },
  rollUp: {
    knows: [],
    page: (db, { page, size, sort }) => pageByDay(db, TENANTS, { page, size, isNewestFirst: sort === '-added_at' }),
  },
};

/** How many plots tenants hold now, and the zones and indentures of these in words. */
export const heldByTenants = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { plots: number; zones: string; indentures: string }>> => {
  const { rows } = await sql<{ tenant_id: string; plots: number; zones: string; indentures: string }>`
    SELECT tenant_id, count(*)::integer AS plots, string_agg(DISTINCT zone, ', ') AS zones,
      string_agg(DISTINCT indenture_number, ', ') AS indentures
    FROM tenancies JOIN plots ON plots.id = plot_id JOIN zones ON zones.id = zone_id
    WHERE tenant_id = ${anyOf(ids)} AND held_until IS NULL GROUP BY tenant_id`.execute(db);
  return new Map(rows.map(({ tenant_id, ...held }) => [tenant_id, held]));
};

const byName = (some: ReturnType<typeof listed>, most: number): Promise<ListedTenant[]> =>
  some
    .orderBy(sql`coalesce(nullif(last_name, ''), first_name)`)
    .orderBy('first_name')
    .orderBy('id')
    .limit(sql.lit(most))
    .execute();

/** Tenants of whom all that is given is true; codes and numbers by their beginnings. */
export const tenantsLike = (db: Db, asked: TenantSearch, most: number): Promise<ListedTenant[]> => {
  const { tenant_code, contact_number, indenture_number, first_name, last_name } = asked;
  const conditions = [
    ...(tenant_code ? [hasPrefix(sql.ref('tenant_code'), codeBeginning(tenant_code))] : []),
    ...(contact_number ? [hasPrefix(sql.ref('contact_number'), phonePrefix(contact_number) ?? contact_number)] : []),
    ...(indenture_number ? [sql<SqlBool>`id = ANY(ARRAY(${ofIndenture(indenture_number)}))`] : []),
    ...(first_name ? [hasPrefix(FIRST_NAME, upper(first_name))] : []),
    ...(last_name
      ? [
          sql<SqlBool>`(${hasPrefix(LAST_NAME, upper(last_name))}
            OR last_name = '' AND ${hasPrefix(FIRST_NAME, upper(last_name))})`,
        ]
      : []),
  ];
  const among = conditions.reduce((some, condition) => some.where(condition), listed(db));
  return byName(among, most);
};

/** Up to `most` tenants whom the search of their list finds, by name. */
export const tenantsFound = (db: Db, text: string, most: number): Promise<ListedTenant[]> =>
  byName(listed(db).where(found(text)), most);
