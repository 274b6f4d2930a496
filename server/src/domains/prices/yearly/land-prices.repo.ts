import type { LandPrice, ListQuery, landPrices, PricedPlace } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Listed, ListRows, ListSql } from '#db/list/list-sql.ts';
import { type CopiedRow, OF_LAND } from './yearly-prices.repo.ts';

/** A price of land without the words of its code and zone. */
export type ListedLandPrice = LandPrice & { id: string; year: number };

/** Years backwards, as the indexes have them, so that a list is read in one direction. */
const NEWEST = sql<number>`- year`;

const listed = (db: Db) =>
  db
    .selectFrom('payment_list')
    .select(['id', 'year', 'type_code', 'zone_id', 'land_use', 'amount'])
    .select(NEWEST.as('years_back'))
    .where(OF_LAND);

type Query = ListQuery<typeof landPrices>;

const FILTERS: ListSql<Query, ListedLandPrice>['filters'] = {
  year: (year) => sql`${NEWEST} = ${-year}`,
  type_code: (code) => sql`type_code = ${code.toUpperCase()}`,
  zone: (id) => sql`zone_id = ${id}::bigint`,
  land_use: (use) => sql`land_use = ${use}`,
};

const ORDER = ['years_back', 'type_code', 'zone_id', 'land_use', 'id'] as const;

/** A page of the filter, which passes over whole years by their counts. */
const pageByYear = async (db: Db, { page, size, sort, ...query }: Query): Promise<Listed<ListedLandPrice>> => {
  const { year, type_code, zone, land_use } = query;
  const conditions = [
    year === undefined ? null : FILTERS.year(year),
    type_code === undefined ? null : FILTERS.type_code(type_code),
    zone === undefined ? null : FILTERS.zone(zone),
    land_use === undefined ? null : FILTERS.land_use(land_use),
  ].filter((one) => one !== null);
  const where = sql.join([OF_LAND, ...conditions], sql` AND `);
  const { rows: years } = await sql<{ years_back: number; count: number }>`
    SELECT ${NEWEST} AS years_back, count(*)::int AS count FROM payment_list WHERE ${where}
    GROUP BY 1 ORDER BY 1`.execute(db);
  const isNewestFirst = sort === 'newest';
  if (!isNewestFirst) years.reverse();
  const count = years.reduce((sum, one) => sum + one.count, 0);
  let skip = (page - 1) * size;
  const first = years.find((one) => {
    if (skip < one.count) return true;
    skip -= one.count;
    return false;
  });
  if (!first) return { rows: [], count };
  const from = conditions.reduce<ListRows<ListedLandPrice>>((rows, one) => rows.where(one), listed(db));
  const ordered = ORDER.reduce((rows, column) => rows.orderBy(sql.ref(column), isNewestFirst ? 'asc' : 'desc'), from);
  const side = sql.raw(isNewestFirst ? '>=' : '<=');
  const rest = ordered.where(sql`${NEWEST} ${side} ${first.years_back}`);
  return { rows: await rest.limit(size).offset(skip).execute(), count };
};

export const landPricesSql: ListSql<Query, ListedLandPrice> = {
  rows: listed,
  filters: FILTERS,
  sorts: { newest: ORDER },
  rollUp: { knows: ['year', 'type_code', 'zone', 'land_use'], page: pageByYear },
};

type Code = { type_code: string; description: string };

/** The land side's codes that have prices, in the order of adding. */
export const landCodes = (db: Db): Promise<Code[]> =>
  db
    .selectFrom('payment_types')
    .select(['type_code', 'description'])
    .where('side', '<>', sql.lit('drivers'))
    .where('by_plan', '=', sql.lit(false))
    .orderBy('id')
    .execute();

/** The prices of a year that may hold for a place: by its zone and use, either, or neither. */
export const pricesForPlace = async (
  db: Db,
  { year, zone_id, land_use }: PricedPlace & { year: number },
): Promise<LandPrice[]> => {
  const zones = [sql`zone_id IS NULL`, ...(zone_id === null ? [] : [sql`zone_id = ${zone_id}::bigint`])];
  const uses = [sql`land_use IS NULL`, ...(land_use === null ? [] : [sql`land_use = ${land_use}`])];
  // A statement for each kind, since an index finds no row by a column or none.
  const kinds = zones.flatMap((zone) =>
    uses.map(
      (use) => sql`
        SELECT type_code, zone_id, land_use, amount::text AS amount FROM payment_list
        WHERE year = ${year} AND ${zone} AND ${use} AND ${OF_LAND}`,
    ),
  );
  return (await sql<LandPrice>`${sql.join(kinds, sql` UNION ALL `)}`.execute(db)).rows;
};

const KEY = sql`type_code, coalesce(zone_id, 0), coalesce(land_use, '')`;

// The keys of a year are hashed, however many the planner expects: after a copy it knows of none.
const lackingIn = (year: number) => sql`
  FROM payment_list JOIN payment_types USING (type_code)
  WHERE year = ${year - 1} AND ${OF_LAND}
    AND (${KEY}) NOT IN (SELECT ${KEY} FROM payment_list WHERE year = ${year} AND ${OF_LAND})`;

/** The first prices of land that a year lacks and the year before has, and how many there are. */
export const landPricesToCopy = async (
  db: Db,
  year: number,
  most: number,
): Promise<{ rows: CopiedRow[]; count: number }> => {
  const lacking = lackingIn(year);
  const { rows } = await sql<CopiedRow>`
    SELECT payment_list.id, year, type_code, description, plan, zone_id, land_use, amount::text AS amount ${lacking}
    ORDER BY payment_types.id, payment_list.id LIMIT ${sql.lit(most)}`.execute(db);
  const counted = await sql<{ count: number }>`SELECT count(*)::int AS count ${lacking}`.execute(db);
  return { rows, count: counted.rows[0]?.count ?? 0 };
};

/** The descriptions of land codes, due by then, that none of these years has a price for. */
export const landCodesWithout = async (db: Db, years: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<{ description: string }>`
    SELECT description FROM payment_types
    WHERE side <> 'drivers' AND NOT by_plan AND extract(year FROM due_from) <= ${Math.max(...years)} AND NOT EXISTS (
      SELECT FROM payment_list WHERE payment_list.type_code = payment_types.type_code
        AND year = ANY(${years}::integer[]) AND ${OF_LAND}
    ) ORDER BY payment_types.id`.execute(db);
  return rows.map(({ description }) => description);
};

/** A code's prices of the year before, and how many of them no price of the year follows. */
export type EndedPrices = { description: string; had: number; ended: number };

/**
 * Land codes that had prices in the year before of which none holds for the same place in the year,
 * in the order of adding.
 */
export const endedLandPrices = async (db: Db, year: number): Promise<EndedPrices[]> => {
  const inPlace = (zone: ReturnType<typeof sql>, use: ReturnType<typeof sql>) => sql`EXISTS (
    SELECT FROM payment_list AS own WHERE own.year = ${year} AND own.type_code = before.type_code AND ${zone} AND ${use})`;
  const [anyZone, anyUse] = [sql`own.zone_id IS NULL`, sql`own.land_use IS NULL`];
  const [sameZone, sameUse] = [sql`own.zone_id = before.zone_id`, sql`own.land_use = before.land_use`];
  const held = sql.join(
    [inPlace(anyZone, anyUse), inPlace(sameZone, anyUse), inPlace(anyZone, sameUse), inPlace(sameZone, sameUse)],
    sql` OR `,
  );
  const { rows } = await sql<EndedPrices>`
    SELECT description, had, ended FROM payment_types JOIN (
      SELECT type_code, count(*)::int AS had, count(*) FILTER (WHERE NOT (${held}))::int AS ended
      FROM (SELECT type_code, zone_id, land_use FROM payment_list WHERE year = ${year - 1} AND ${OF_LAND}) AS before
      GROUP BY type_code
    ) AS counted USING (type_code) WHERE ended > 0 ORDER BY payment_types.id`.execute(db);
  return rows;
};

/** The descriptions of some codes. */
export const describedCodes = async (db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<Code>`
    SELECT type_code, description FROM payment_types WHERE type_code = ANY(${codes}::text[])`.execute(db);
  return new Map(rows.map(({ type_code, description }) => [type_code, description]));
};
