import {
  ALL_STATES,
  type ListQuery,
  MAX_SEARCHED_DRIVERS,
  PAYMENT_STATUSES,
  type PaymentStatus,
  type paymentList,
} from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Listed, ListSql } from '#db/list/list-sql.ts';
import { type DayRange, daysIn, startDayIn, startDayOf } from '#db/list/seek-page.ts';
import { type TotalFilter, totalParts } from '#db/totals/read-totals.ts';
import { ACTIVE_STATUSES, measureOf } from '../payments.repo.ts';
import { COLUMNS, type ListedPayment, type Owner, type Owners } from './payment-columns.repo.ts';

type Query = ListQuery<typeof paymentList>;
type Filter = Pick<Query, 'payment_type' | 'status' | 'mode' | 'from' | 'to'>;
type State = Query['status'];

// Literals, not parameters: the planner must see that the index of active payments has all rows.
const IS_ACTIVE = sql<SqlBool>`status IN (${sql.join(ACTIVE_STATUSES.map((status) => sql.lit(status)))})`;

const ofType = (type: string): RawBuilder<SqlBool> => sql`type_code = ${type.toUpperCase()}`;
// A literal, for the partial index on modes.
const ofMode = (mode: NonNullable<Query['mode']>): RawBuilder<SqlBool> => sql`mode = ${sql.lit(mode)}`;
const fromDay = (day: string): RawBuilder<SqlBool> => sql`transaction_date >= ${day}::date`;
const untilDay = (day: string): RawBuilder<SqlBool> => sql`transaction_date <= ${day}::date`;

const ofState = (state: State): RawBuilder<SqlBool> => {
  if (state === undefined) return IS_ACTIVE;
  return state === ALL_STATES ? sql`true` : sql`status = ${state}`;
};

const matches = ({ payment_type, status, mode, from, to }: Filter): RawBuilder<SqlBool> => {
  const conditions = [
    ofState(status),
    payment_type ? ofType(payment_type) : null,
    mode ? ofMode(mode) : null,
    from ? fromDay(from) : null,
    to ? untilDay(to) : null,
  ];
  return sql.join(
    conditions.filter((one) => one !== null),
    sql` AND `,
  );
};

/** Lists of several states sum the cleared money, since strangers claim any amount. */
const moneyStateOf = (state: State): PaymentStatus => (state === undefined || state === ALL_STATES ? 'cleared' : state);

const statesOf = (state: State): readonly PaymentStatus[] => {
  if (state === undefined) return ACTIVE_STATUSES;
  return state === ALL_STATES ? PAYMENT_STATUSES : [state];
};

/** The filter in the form of the totals. */
const totalFilter = ({ payment_type, status, mode }: Filter): TotalFilter => ({
  measures: statesOf(status).map((state) => measureOf(state, mode)) as [string, ...string[]],
  key: payment_type?.toUpperCase(),
});

const rangeOf = ({ from, to }: Filter): DayRange | null => (from || to ? { from, to } : null);

type Totals = { count: string; amount: string; waiting: string };

/** The filter's totals, summed over a range of days; waiting and cleared money apart. */
const totalsOf = (filter: Filter): RawBuilder<Totals> => {
  const range = rangeOf(filter);
  const amountOf = (measure: string) =>
    sql`coalesce(sum(amount) FILTER (WHERE measure = ${sql.lit(measure)}), 0)::numeric(20, 2)::text`;
  return sql<Totals>`
    SELECT coalesce(sum(count), 0)::text AS count,
      ${amountOf(measureOf(moneyStateOf(filter.status), filter.mode))} AS amount,
      ${amountOf(measureOf('submitted', filter.mode))} AS waiting
    FROM (${totalParts(totalFilter(filter), range ? 'day' : 'all')}) AS parts
    WHERE ${range ? daysIn(range) : sql`true`}`;
};

const FROM_START_DAY = sql<SqlBool>`transaction_date <= (SELECT period FROM start_day)`;
const PAST_SKIPPED = sql`OFFSET (SELECT skip::bigint FROM start_day)`;

const startOf = (filter: Filter, row: number): RawBuilder<unknown> => {
  const range = rangeOf(filter);
  const counted = totalFilter(filter);
  return range ? startDayIn(counted, range, row) : startDayOf(counted, { page: row + 1, size: 1 });
};

/**
 * Payments from a row on (counted from 0), the newest first, with the filter's totals. An index
 * cuts the page before rows and `owners` are joined; one statement, because the round trip
 * dominates the cost. The size is a literal, so that the plan for any parameters is the best one.
 */
const newestFrom = async (
  db: Db,
  { filter, row, size }: { filter: Filter; row: number; size: number },
  owners: Owners,
): Promise<Listed<ListedPayment>> => {
  const { rows } = await sql<ListedPayment & { [Name in keyof Totals as `of_${Name}`]: string }>`
    ${row === 0 ? sql`` : sql`WITH ${startOf(filter, row)}`}
    SELECT ${sql.join(COLUMNS.map((column) => sql.ref(column)))},
      totals.count AS of_count, totals.amount AS of_amount, totals.waiting AS of_waiting
    FROM (
      SELECT id, transaction_date FROM payments WHERE ${matches(filter)} AND ${row === 0 ? sql`true` : FROM_START_DAY}
      ORDER BY transaction_date DESC, id DESC LIMIT ${sql.lit(size)} ${row === 0 ? sql`` : PAST_SKIPPED}
    ) AS page
    JOIN payments ON payments.id = page.id
    JOIN (${owners}) AS owner ON owner.id = payments.driver_id
    CROSS JOIN (${totalsOf(filter)}) AS totals
    ORDER BY page.transaction_date DESC, page.id DESC`.execute(db);
  const [first] = rows;
  if (first) return { rows, count: Number(first.of_count), amount: first.of_amount, waiting: first.of_waiting };
  return { rows: [], ...(await wholeOf(db, filter)) };
};

const wholeOf = async (db: Db, filter: Filter): Promise<Omit<Listed<never>, 'rows'>> => {
  const [whole] = (await totalsOf(filter).execute(db)).rows;
  return { count: Number(whole?.count), amount: whole?.amount ?? '0.00', waiting: whole?.waiting ?? '0.00' };
};

/** A page of payments, the newest or the oldest first, with its totals out of the roll-up. */
const pageOfPayments = async (db: Db, query: Query, owners: Owners): Promise<Listed<ListedPayment>> => {
  const { page, size, sort, ...filter } = query;
  const row = (page - 1) * size;
  if (sort === '-transaction_date') return newestFrom(db, { filter, row, size }, owners);
  // Reads the page from the newest end and reverses it.
  const whole = await wholeOf(db, filter);
  const length = Math.min(size, whole.count - row);
  if (length <= 0) return { ...whole, rows: [] };
  const listed = await newestFrom(db, { filter, row: whole.count - row - length, size: length }, owners);
  return { ...listed, rows: listed.rows.reverse() };
};

/** The drivers that a search finds, as a relation of at most `most` rows. */
type FindOwners = (search: Query, most?: number) => RawBuilder<{ id: string }>;

type Whole = { of_count: string; of_amount: string; of_waiting: string; of_cut: boolean };
type Found = Whole & ({ [Name in keyof ListedPayment]: ListedPayment[Name] } | { id: null });

/**
 * A page of the found drivers' payments, with totals from the rows themselves. The drivers come
 * first, by the index of the typed text; each has some dozen payments. If more than
 * `MAX_SEARCHED_DRIVERS` match, only the first of them count, and `isCut` is true.
 */
const searchPayments = async (
  db: Db,
  query: Query,
  { owners, findOwners }: { owners: Owners; findOwners: FindOwners },
): Promise<Listed<ListedPayment>> => {
  const { page, size, sort } = query;
  const direction = sort === '-transaction_date' ? sql`DESC` : sql`ASC`;
  const amountOf = (status: string) =>
    sql`coalesce(sum(amount) FILTER (WHERE status = ${sql.lit(status)}), 0)::numeric(20, 2)::text`;
  const { rows } = await sql<Found>`
    WITH found AS MATERIALIZED (${findOwners(query, MAX_SEARCHED_DRIVERS + 1)}), matching AS MATERIALIZED (
      SELECT payments.id, transaction_date, status, amount
      FROM (SELECT id FROM found LIMIT ${sql.lit(MAX_SEARCHED_DRIVERS)}) AS chosen
      JOIN payments ON payments.driver_id = chosen.id WHERE ${matches(query)}
    )
    SELECT listed.*, totals.* FROM (
      SELECT count(*)::text AS of_count, ${amountOf(moneyStateOf(query.status))} AS of_amount,
        ${amountOf('submitted')} AS of_waiting,
        (SELECT count(*) FROM found) > ${sql.lit(MAX_SEARCHED_DRIVERS)} AS of_cut
      FROM matching
    ) AS totals
    LEFT JOIN (
      SELECT ${sql.join(COLUMNS.map((column) => sql.ref(column)))} FROM (
        SELECT id FROM matching ORDER BY transaction_date ${direction}, id ${direction}
        LIMIT ${size}::bigint OFFSET ${(page - 1) * size}::bigint
      ) AS page
      JOIN payments ON payments.id = page.id
      JOIN (${owners}) AS owner ON owner.id = payments.driver_id
    ) AS listed ON true
    ORDER BY listed.transaction_date ${direction}, listed.id ${direction}`.execute(db);
  const [whole] = rows;
  if (!whole) throw new Error('A search has no totals');
  return {
    rows: rows.filter((row): row is Whole & ListedPayment => row.id !== null),
    count: Number(whole.of_count),
    amount: whole.of_amount,
    waiting: whole.of_waiting,
    isCut: whole.of_cut,
  };
};

type Drivers = {
  owners: Owners;
  findOwners: FindOwners;
  /** True when a query names a driver's code, mobile or name. */
  isSearch: (query: Omit<Query, 'page' | 'size'>) => boolean;
};

/** Payments with their drivers. A file has all matches of a search, not only the first ones. */
export const paymentsSql = ({ owners, findOwners, isSearch }: Drivers): ListSql<Query, ListedPayment> => {
  const always = (query: Omit<Query, 'page' | 'size'>): RawBuilder<SqlBool> => {
    const found = isSearch(query) ? sql`driver_id IN (${findOwners(query as Query)})` : sql`true`;
    return sql`${ofState(query.status)} AND ${found}`;
  };
  return {
    rows: (db) =>
      db
        .selectFrom('payments')
        .innerJoin(sql<Owner & { id: string }>`(${owners})`.as('owner'), 'owner.id', 'payments.driver_id')
        .select(COLUMNS),
    filters: {
      payment_type: ofType,
      mode: ofMode,
      from: fromDay,
      to: untilDay,
      status: () => null,
      driver_code: () => null,
      mobile_number: () => null,
      first_name: () => null,
      last_name: () => null,
    },
    always,
    sorts: { transaction_date: ['transaction_date', 'payments.id'] },
    rollUp: {
      knows: [
        'payment_type',
        'status',
        'mode',
        'from',
        'to',
        'driver_code',
        'mobile_number',
        'first_name',
        'last_name',
      ],
      page: (db: Db, query) =>
        isSearch(query) ? searchPayments(db, query, { owners, findOwners }) : pageOfPayments(db, query, owners),
    },
  };
};
