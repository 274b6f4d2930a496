import type { driverList, ListQuery, PageAsked } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Asked, Listed, ListSql, Order } from '#db/list/list-sql.ts';
import { fromDay, untilDay } from '#db/list/list-sql.ts';
import { seekPage } from '#db/list/seek-page.ts';
import { CURRENT_DRIVERS, IS_INCOMPLETE, SUMMARY, type SummaryRow } from '../drivers.repo.ts';

type Query = ListQuery<typeof driverList>;
type Searched = 'driver_code' | 'mobile_number' | 'car_number';
/** For each field, the beginning that stored values must have; null when none can begin as typed. */
export type Prefixes = Readonly<Record<Searched, (text: string) => string | null>>;

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

/** Current drivers, the newest or the oldest first. A page costs the same wherever it is. */
const pageOfCurrent = async (
  db: Db,
  { page, size, sort }: PageAsked & Pick<Query, 'sort'>,
): Promise<Listed<SummaryRow>> => {
  const row = (page - 1) * size;
  if (sort === '-registered_at') return newestFrom(db, row, size);
  // The oldest first are the newest first from the other end, turned around.
  const { count } = await seekPage(db, CURRENT_DRIVERS, { page: 1, size: 1 });
  const length = Math.min(size, count - row);
  if (length <= 0) return { rows: [], count };
  const { rows } = await newestFrom(db, count - row - length, length);
  return { rows: rows.reverse(), count };
};

/** Sorts behind every letter, digit and plus. */
const END = '~';

const COLUMN = { driver_code: 'driver_code', mobile_number: 'mobile_number', car_number: 'car_key' } as const;

/** True where a driver's code, mobile or car number begins as typed. */
export const begins =
  (field: Searched, prefixes: Prefixes) =>
  (text: string): RawBuilder<SqlBool> => {
    const prefix = prefixes[field](text);
    const column = sql.ref(COLUMN[field]);
    return prefix === null ? sql`false` : sql`${column} >= ${prefix} AND ${column} < ${prefix + END}`;
  };

/** A search comes in the order of the first field searched by, removed drivers in that of their removal, the last first. */
const ownOrder = (query: Asked<Query>): Order | null => {
  const field = (['driver_code', 'mobile_number', 'car_number'] as const).find((name) => query[name]);
  if (field) return { columns: [COLUMN[field], 'id'], direction: 'asc' };
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

const amongOf = ({ removed }: Asked<Query>): RawBuilder<SqlBool> =>
  removed ? sql`removed_at IS NOT NULL` : sql`removed_at IS NULL`;

/** Removed drivers have an order of their own, that of their removal, so days are those of it. */
const daysOf = ({ removed, from, to }: Asked<Query>): RawBuilder<SqlBool>[] => {
  if (removed) return [...(from ? [fromDay('removed_at')(from)] : []), ...(to ? [untilDay('removed_at')(to)] : [])];
  const on = (day: string, sign: '>=' | '<=') => sql<SqlBool>`registered_on ${sql.raw(sign)} ${day}`;
  return [...(from ? [on(from, '>=')] : []), ...(to ? [on(to, '<=')] : [])];
};

export const driversSql = (prefixes: Prefixes): ListSql<Query, SummaryRow> => ({
  rows: drivers,
  filters: {
    driver_code: begins('driver_code', prefixes),
    mobile_number: begins('mobile_number', prefixes),
    car_number: begins('car_number', prefixes),
    removed: () => null,
    records: () => IS_INCOMPLETE,
    plan: isOnPlan,
    fee: (fee) => (fee === 'paid' ? sql`NOT is_fee_due` : sql`is_fee_due`),
    from: () => null,
    to: () => null,
  },
  always: (query) => sql.join([amongOf(query), ...daysOf(query)], sql` AND `),
  sorts: { registered_at: ['registered_on', 'id'] },
  order: ownOrder,
  rollUp: { knows: [], page: pageOfCurrent },
});

/** The ids of the first current drivers whose code, mobile and car number begin as typed, in the order of registering. */
export const idsBeginning = async (
  db: Db,
  search: Partial<Record<Searched, string | undefined>>,
  { prefixes, most }: { prefixes: Prefixes; most: number },
): Promise<string[]> => {
  const fields = (['driver_code', 'mobile_number', 'car_number'] as const).filter((name) => search[name]);
  const conditions = fields.map((name) => begins(name, prefixes)(search[name] ?? ''));
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM drivers WHERE removed_at IS NULL AND ${sql.join(conditions, sql` AND `)}
    ORDER BY id LIMIT ${sql.lit(most)}`.execute(db);
  return rows.map(({ id }) => id);
};
