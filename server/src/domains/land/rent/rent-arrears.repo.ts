import { dueDaysOf, type ListQuery, parseMoney, RENT_AGES, type RentAge, type rentArrearsList } from '@banbo/contract';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import type { Listed, ListSql } from '#db/list/list-sql.ts';
import { daysIn } from '#db/list/seek-page.ts';
import { anyOf } from '#db/records.ts';
import { totalParts } from '#db/totals/read-totals.ts';
import { tenantIdsFound } from '../tenants/tenant-lists.repo.ts';

type Query = ListQuery<typeof rentArrearsList>;
/** The day by which debts have their age. */
type Scope = { day: string };

export type Owing = Pick<Selectable<Tables['rent_accounts']>, 'tenancy_id' | 'owed'> & { owed_since: string };

const isOwed = sql<SqlBool>`owed_since IS NOT NULL`;

const isOfAge = (age: RentAge, day: string): RawBuilder<SqlBool> => {
  const { from, to } = dueDaysOf(age, day);
  return sql`owed_since BETWEEN ${from ?? '0001-01-01'}::date AND ${to ?? '9999-12-31'}::date`;
};

/** The sum of text that is empty or an amount. */
const leastOf = (text: string): string => parseMoney(text) ?? '0.00';

/** How many tenancies owe, and how much, of an age and of a zone, without reading their rows. */
export const sumOwed = async (
  db: Db,
  { age, zone, day }: { age?: RentAge | undefined; zone?: string | undefined; day: string },
): Promise<{ count: number; amount: string }> => {
  const parts = totalParts({ measures: ['rent-owed'], key: zone }, age ? 'day' : 'all');
  const { rows } = await sql<{ count: number; amount: string }>`
    SELECT coalesce(sum(count), 0)::integer AS count, coalesce(sum(amount), 0)::numeric(18, 2)::text AS amount
    FROM (${parts}) AS parts WHERE ${age ? daysIn(dueDaysOf(age, day)) : sql`true`}`.execute(db);
  return rows[0] ?? { count: 0, amount: '0.00' };
};

const ofFound = (text: string) => sql<SqlBool>`tenant_id = ANY(${tenantIdsFound(text)})`;

const conditions = ({ age, zone, tenant, at_least, search }: Partial<Query>, { day }: Scope): RawBuilder<SqlBool> =>
  sql.join(
    [
      isOwed,
      ...(age ? [isOfAge(age, day)] : []),
      ...(zone ? [sql<SqlBool>`zone_id = ${zone}::bigint`] : []),
      ...(tenant ? [sql<SqlBool>`tenant_id = ${tenant}::bigint`] : []),
      ...(search ? [ofFound(search)] : []),
      ...(at_least ? [sql<SqlBool>`owed >= ${leastOf(at_least)}::numeric`] : []),
    ],
    sql` AND `,
  ) as RawBuilder<SqlBool>;

/** Counts and adds up what the totals do not know. */
const counted = async (db: Db, query: Query, scope: Scope): Promise<{ count: number; amount: string }> => {
  const { rows } = await sql<{ count: number; amount: string }>`
    SELECT count(*)::integer AS count, coalesce(sum(owed), 0)::numeric(18, 2)::text AS amount
    FROM rent_accounts WHERE ${conditions(query, scope)}`.execute(db);
  return rows[0] ?? { count: 0, amount: '0.00' };
};

const ORDERS = { owed_since: ['owed_since', 'tenancy_id'], owed: ['owed', 'tenancy_id'] } as const;

/**
 * A page of debts. Its place is found in an index alone, from the nearer end of the list, before
 * any row is read.
 */
const pageOfOwing = async (db: Db, query: Query, scope: Scope): Promise<Listed<Owing>> => {
  const { age, zone, tenant, at_least, search, page, size, sort } = query;
  const found =
    tenant || at_least || search ? await counted(db, query, scope) : await sumOwed(db, { age, zone, ...scope });
  // Payments that wait lower no debt, and belong to other lists.
  const sums = { ...found, waiting: '0.00' };
  const skip = (page - 1) * size;
  const length = Math.min(size, sums.count - skip);
  if (length <= 0) return { rows: [], ...sums };
  const isBackward = skip > sums.count / 2;
  const isDown = sort.startsWith('-') !== isBackward;
  const columns = ORDERS[sort.replace('-', '') as keyof typeof ORDERS];
  const order = sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(isDown ? 'DESC' : 'ASC')}`));
  const { rows } = await sql<Owing>`
    SELECT tenancy_id, owed, owed_since FROM rent_accounts
    JOIN (
      SELECT tenancy_id FROM rent_accounts WHERE ${conditions(query, scope)}
      ORDER BY ${order} LIMIT ${length} OFFSET ${isBackward ? sums.count - skip - length : skip}
    ) AS found USING (tenancy_id) ORDER BY ${order}`.execute(db);
  return { rows: isBackward ? rows.reverse() : rows, ...sums };
};

export const rentArrearsSql: ListSql<Query, Owing, Scope> = {
  rows: (db) =>
    db
      .selectFrom('rent_accounts')
      .select(['tenancy_id', 'owed'])
      .select(sql<string>`owed_since`.as('owed_since'))
      .where(isOwed),
  filters: {
    age: (age, { day }) => isOfAge(age, day),
    zone: (id) => sql`zone_id = ${id}::bigint`,
    tenant: (id) => sql`tenant_id = ${id}::bigint`,
    search: ofFound,
    at_least: (text) => sql`owed >= ${leastOf(text)}::numeric`,
  },
  sorts: ORDERS,
  rollUp: { knows: ['age', 'zone', 'tenant', 'at_least', 'search'], page: pageOfOwing },
};

/** Rent that is owed, by age. */
export const owedByAge = async (db: Db, day: string): Promise<{ age: RentAge; count: number; amount: string }[]> => {
  const ages = [];
  for (const age of RENT_AGES) ages.push({ age, ...(await sumOwed(db, { age, day })) });
  return ages;
};

/** A tenant who owes ground rent, on all their tenancies. */
export type OwingTenant = {
  tenant_id: string;
  tenant_code: string;
  first_name: string;
  last_name: string;
  contact_number: string;
  owed: string;
  owed_since: string;
  tenancies: string[];
};

/** Tenants who owe something, by the oldest of their debts: of an age on a day, or of these ids. */
export const owingTenants = async (
  db: Db,
  of: { ids: readonly string[] } | { age: RentAge; day: string },
): Promise<OwingTenant[]> => {
  const { from = '0001-01-01', to = '9999-12-31' } = 'age' in of ? dueDaysOf(of.age, of.day) : {};
  const { rows } = await sql<OwingTenant>`
    SELECT tenants.id AS tenant_id, tenant_code, first_name, last_name, contact_number, owing.*
    FROM (
      SELECT tenant_id AS owner, sum(owed)::text AS owed, min(owed_since) AS owed_since,
        array_agg(tenancy_id::text ORDER BY tenancy_id) AS tenancies
      FROM rent_accounts WHERE ${isOwed} ${'ids' in of ? sql`AND tenant_id = ${anyOf(of.ids)}` : sql``} GROUP BY tenant_id
      HAVING min(owed_since) BETWEEN ${from}::date AND ${to}::date
    ) AS owing JOIN tenants ON tenants.id = owner
    ORDER BY owed_since, tenants.id`.execute(db);
  return rows;
};
