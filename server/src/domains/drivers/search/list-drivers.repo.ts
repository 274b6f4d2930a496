import type { driverList, ListQuery, PageAsked } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { fromDay, type Listed, type ListSql, type Order, type Unpaged, untilDay } from '#db/list/list-sql.ts';
import { seekPage } from '#db/list/seek-page.ts';
import { countRows } from '#db/records.ts';
import { totalParts } from '#db/totals/read-totals.ts';
import { CURRENT_DRIVERS, IS_INCOMPLETE, SUMMARY, type SummaryRow } from '../drivers.repo.ts';
import { begins, COLUMN_OF_NUMBER, isOfText } from './find-drivers.repo.ts';

/** Numbers of records of one table, with a bit for each number that there may be. */
export type IdSet = { ids: readonly string[]; bits: Buffer };

export const idSet = (ids: readonly string[]): IdSet => {
  const greatest = ids.reduce((most, id) => Math.max(most, Number(id)), 0);
  const bits = Buffer.alloc(Math.floor(greatest / 8) + 1);
  for (const id of ids) {
    const at = Math.floor(Number(id) / 8);
    bits[at] = (bits[at] ?? 0) | (1 << (Number(id) % 8));
  }
  return { ids, bits };
};

type Query = ListQuery<typeof driverList>;

const drivers = (db: Db) => db.selectFrom('drivers').select(SUMMARY);

/** The newest `size` drivers from a row on, which is counted from 0. */
const newestFrom = async (db: Db, row: number, size: number): Promise<Listed<SummaryRow>> => {
  const { count, start } = await seekPage(db, CURRENT_DRIVERS, { page: row + 1, size: 1 });
  if (!start) return { rows: [], count };
  const rows = await drivers(db)
    .where('removed_at', 'is', null)
    .$if(start.day !== null, (query) => query.where('registered_on', '<=', start.day))
    .orderBy('registered_on', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(start.skip)
    .execute();
  return { rows, count };
};

const SORTS = {
  registered_at: ['registered_on', 'id'],
  fullname: ['first_name', 'last_name', 'id'],
  car_number: ['car_key', 'id'],
} as const;

/** Current drivers by name or car, whose index is passed over up to the page. */
const pageByColumn = async (
  db: Db,
  row: number,
  { size, sort }: Pick<PageAsked & Query, 'size' | 'sort'>,
): Promise<Listed<SummaryRow>> => {
  const { count } = await seekPage(db, CURRENT_DRIVERS, { page: 1, size: 1 });
  const [columns, direction] = [
    SORTS[sort.replace('-', '') as keyof typeof SORTS],
    sort.startsWith('-') ? 'desc' : 'asc',
  ];
  const rows = columns.reduce((some, column) => some.orderBy(column, direction as 'asc' | 'desc'), drivers(db));
  return { rows: await rows.where('removed_at', 'is', null).limit(size).offset(row).execute(), count };
};

/** Current drivers. By their registration every page costs the same. */
const pageOfCurrent = async (
  db: Db,
  { page, size, sort }: PageAsked & Pick<Query, 'sort'>,
): Promise<Listed<SummaryRow>> => {
  const row = (page - 1) * size;
  if (!sort.endsWith('registered_at')) return pageByColumn(db, row, { size, sort });
  if (sort === '-registered_at') return newestFrom(db, row, size);
  // The oldest first are the newest first from the other end, reversed.
  const { count } = await seekPage(db, CURRENT_DRIVERS, { page: 1, size: 1 });
  const length = Math.min(size, count - row);
  if (length <= 0) return { rows: [], count };
  const { rows } = await newestFrom(db, count - row - length, length);
  return { rows: rows.reverse(), count };
};

/** A search is sorted by its first field, removed drivers by their removal, the last first. */
const ownOrder = (query: Unpaged<Query>): Order | null => {
  const field = (['driver_code', 'mobile_number', 'car_number'] as const).find((name) => query[name]);
  if (field) return { columns: [COLUMN_OF_NUMBER[field], 'id'], direction: 'asc' };
  return query.removed ? { columns: ['removed_at', 'id'], direction: 'desc' } : null;
};

/** True of a driver whose last plan this is. */
const isOnPlan = (plan: string): RawBuilder<SqlBool> => sql`EXISTS (
  SELECT FROM driver_plans AS agreed
  WHERE agreed.driver_id = drivers.id AND agreed.plan = ${plan} AND NOT EXISTS (
    SELECT FROM driver_plans AS later
    WHERE later.driver_id = agreed.driver_id AND later.from_month > agreed.from_month
  )
)`;

/** Removed drivers are few enough to compare each one with a text. */
const amongOf = ({ removed, q }: Unpaged<Query>): RawBuilder<SqlBool> => {
  if (!removed) return sql`removed_at IS NULL`;
  const among = removed === 'merged' ? sql`merged_into IS NOT NULL` : sql`removed_at IS NOT NULL`;
  return q ? sql`${among} AND removed_at IS NOT NULL AND ${isOfText(q)}` : sql`${among} AND removed_at IS NOT NULL`;
};

/** Removed drivers are sorted by their removal, so days filter by it. */
const daysOf = ({ removed, from, to }: Unpaged<Query>): RawBuilder<SqlBool>[] => {
  if (removed) return [...(from ? [fromDay('removed_at')(from)] : []), ...(to ? [untilDay('removed_at')(to)] : [])];
  const on = (day: string, sign: '>=' | '<=') => sql<SqlBool>`registered_on ${sql.raw(sign)} ${day}`;
  return [...(from ? [on(from, '>=')] : []), ...(to ? [on(to, '<=')] : [])];
};

/** Drivers whom another look has found, or left over. */
export type ChosenDrivers = { set: IdSet; areIn: boolean };

/** Whom the list shows, and what of them. */
export type ListScope = { chosen: readonly ChosenDrivers[]; seesMoney: boolean; isFile: boolean; now: Date };

/** So many are looked up one by one; for more, the list is read in its order past all others. */
const FEW = 1_000;

const isChosen = ({ set: { ids, bits }, areIn }: ChosenDrivers): RawBuilder<SqlBool> => {
  if (areIn && ids.length <= FEW) return sql`drivers.id = ANY(${ids}::bigint[])`;
  // A bit is read at its place, while an array of so many would be parsed by each statement.
  const isIn = sql`CASE WHEN drivers.id < ${bits.length * 8} THEN get_bit(${bits}::bytea, drivers.id) = 1 ELSE false END`;
  return areIn ? sql`${isIn}` : sql`NOT ${isIn}`;
};

export const driversSql: ListSql<Query, SummaryRow, ListScope> = {
  rows: drivers,
  scope: ({ chosen }) => sql.join([sql`true`, ...chosen.map(isChosen)], sql` AND `),
  filters: {
    q: () => null,
    covered: () => null,
    owes: () => null,
    driver_code: (text) => begins('driver_code', text),
    mobile_number: (text) => begins('mobile_number', text),
    car_number: (text) => begins('car_number', text),
    removed: () => null,
    records: () => IS_INCOMPLETE,
    plan: isOnPlan,
    fee: (fee) => (fee === 'paid' ? sql`NOT is_fee_due` : sql`is_fee_due`),
    from: () => null,
    to: () => null,
  },
  always: (query) => sql.join([amongOf(query), ...daysOf(query)], sql` AND `),
  sorts: SORTS,
  order: ownOrder,
  rollUp: { knows: [], page: pageOfCurrent },
};

/** The first current drivers whose code, mobile and car number begin as typed, by record number. */
export const idsBeginning = async (
  db: Db,
  search: Partial<Record<keyof typeof COLUMN_OF_NUMBER, string | undefined>>,
  most: number,
): Promise<string[]> => {
  const fields = (['driver_code', 'mobile_number', 'car_number'] as const).filter((name) => search[name]);
  const conditions = fields.map((name) => begins(name, search[name] ?? ''));
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM drivers WHERE removed_at IS NULL AND ${sql.join(conditions, sql` AND `)}
    ORDER BY id LIMIT ${sql.lit(most)}`.execute(db);
  return rows.map(({ id }) => id);
};

type DriverFigures = { count: number; registered: { today: number; month: number; year: number }; unpaid: number };

/**
 * Current drivers, those registered on the day, in its month and in its year, and up to `most` who
 * owe the first fee.
 */
export const driverFigures = async (db: Db, day: string, most: number): Promise<DriverFigures> => {
  const since = (first: string) => sql`coalesce(sum(count) FILTER (WHERE period >= ${first}), 0)::integer`;
  const { rows } = await sql<DriverFigures['registered'] & { count: number; unpaid: number }>`
    SELECT ${since(day)} AS today, ${since(`${day.slice(0, 7)}-01`)} AS month, ${since(`${day.slice(0, 4)}-01-01`)} AS year,
      (SELECT count(*)::integer FROM (
        SELECT FROM drivers WHERE removed_at IS NULL AND is_fee_due LIMIT ${sql.lit(most)}
      ) AS counted) AS unpaid,
      (SELECT coalesce(sum(count), 0)::integer FROM (${totalParts(CURRENT_DRIVERS, 'all')}) AS whole) AS count
    FROM (${totalParts(CURRENT_DRIVERS, 'day')}) AS parts
    WHERE period BETWEEN ${`${day.slice(0, 4)}-01-01`} AND ${day}`.execute(db);
  const { count = 0, unpaid = 0, today = 0, month = 0, year = 0 } = rows[0] ?? {};
  return { count, registered: { today, month, year }, unpaid };
};

/**
 * The number of current drivers registered on each day of a span; days without any are left out.
 */
export const registrationsByDay = async (
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ period: string; count: number }>`
    SELECT period, sum(count)::integer AS count FROM (${totalParts(CURRENT_DRIVERS, 'day')}) AS parts
    WHERE period BETWEEN ${from} AND ${to} GROUP BY period`.execute(db);
  return new Map(rows.map(({ period, count }) => [period, count]));
};

/** Counts up to `most` current drivers registered on a day, without those of an import. */
export const countRegisteredSingly = (db: Db, day: string, most: number): Promise<number> => {
  const registered = sql`removed_at IS NULL AND registered_on = ${day} AND import_id IS NULL`;
  return countRows(db, sql`SELECT FROM drivers WHERE ${registered} LIMIT ${sql.lit(most)}`);
};

/** The current drivers who registered last. */
export const latestDrivers = (db: Db, limit: number) =>
  db
    .selectFrom('drivers')
    .select(['id', 'first_name', 'middle_name', 'last_name', 'car_number', 'registered_at'])
    .where('removed_at', 'is', null)
    .orderBy('registered_on', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
