import { type ListQuery, MAX_SEARCHED_DRIVERS, type paymentList } from '@banbo/contract';
import { type NotNull, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Listed, ListSql } from '#db/list/list-sql.ts';
import {
  matchingPayments,
  moneyStateOf,
  ofMode,
  ofSide,
  ofState,
  ofType,
  pageOfPayments,
  paidFrom,
  paidUntil,
} from './pages-of-side.repo.ts';
import { COLUMNS, type ListedPayment, type Owner, type Owners } from './payment-columns.repo.ts';

type Query = ListQuery<typeof paymentList>;

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
      JOIN payments ON payments.driver_id = chosen.id WHERE ${matchingPayments('drivers', query)}
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
    return sql`${ofSide('drivers')} AND ${ofState(query.status)} AND ${found}`;
  };
  const joined = sql`JOIN (${owners}) AS owner ON owner.id = payments.driver_id`;
  const of = { side: 'drivers', columns: COLUMNS, joined } as const;
  return {
    rows: (db) =>
      db
        .selectFrom('payments')
        .innerJoin(sql<Owner & { id: string }>`(${owners})`.as('owner'), 'owner.id', 'payments.driver_id')
        .select(COLUMNS)
        .$narrowType<{ driver_id: NotNull }>(),
    filters: {
      payment_type: ofType,
      mode: ofMode,
      from: paidFrom,
      to: paidUntil,
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
        isSearch(query) ? searchPayments(db, query, { owners, findOwners }) : pageOfPayments(db, query, of),
    },
  };
};
