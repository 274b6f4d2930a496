import type { ListQuery, landPaymentList, ownLandPaymentList } from '@banbo/contract';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import { equals, type Listed, type ListSql } from '#db/list/list-sql.ts';
import { isTransactionNamed } from '#db/named-transaction.ts';
import { anyOf } from '#db/records.ts';
import { ofMode, ofSide, ofState, ofType, pageOfPayments, paidFrom, paidUntil } from './pages-of-side.repo.ts';

const COLUMNS = [
  'payments.id',
  'payer_name',
  'payer_details',
  'tenant_id',
  'application_id',
  'plot_id',
  'tenancy_id',
  'type_code',
  'payments.transaction_date',
  'transaction_id',
  'mode',
  'payments.amount',
  'payments.status',
  'status_reason',
  'received_with',
] as const;

type Column = typeof COLUMNS extends readonly (infer Name)[]
  ? Name extends `payments.${infer Own}`
    ? Own
    : Name
  : never;
export type LandPaymentRow = Pick<Selectable<Tables['payments']>, Column & keyof Tables['payments']>;

type Query = ListQuery<typeof landPaymentList>;

const OF_LAND = { side: 'land', columns: COLUMNS, joined: sql`` } as const;

/** Of these filters each has few rows, or an index in the order of the list. */
const isNarrow = ({ search, tenant_id, plot_id }: Query): boolean => Boolean(search || tenant_id || plot_id);

/** A page of one tenant's, plot's or transaction's payments, with its totals from the rows. */
const narrowPage = async (db: Db, query: Query): Promise<Listed<LandPaymentRow>> => {
  const { page, size, sort, search, tenant_id, plot_id, payment_type, status, mode, from, to } = query;
  const conditions = [
    ofSide('land'),
    ofState(status),
    ...(search ? [isTransactionNamed(search)] : []),
    ...(tenant_id ? [sql<SqlBool>`tenant_id = ${tenant_id}`] : []),
    ...(plot_id ? [sql<SqlBool>`plot_id = ${plot_id}`] : []),
    ...(payment_type ? [ofType(payment_type)] : []),
    ...(mode ? [ofMode(mode)] : []),
    ...(from ? [paidFrom(from)] : []),
    ...(to ? [paidUntil(to)] : []),
  ];
  const where = sql.join(conditions, sql` AND `);
  const direction = sort === '-transaction_date' ? sql`DESC` : sql`ASC`;
  const sumOf = (state: string) =>
    sql`coalesce(sum(amount) FILTER (WHERE status = ${sql.lit(state)}), 0)::numeric(20, 2)::text`;
  const { rows: totals } = await sql<{ count: string; amount: string; waiting: string }>`
    SELECT count(*)::text AS count, ${sumOf('cleared')} AS amount, ${sumOf('submitted')} AS waiting
    FROM payments WHERE ${where}`.execute(db);
  const { rows } = await sql<LandPaymentRow>`
    SELECT ${sql.join(COLUMNS.map((column) => sql.ref(column)))} FROM payments WHERE ${where}
    ORDER BY transaction_date ${direction}, id ${direction}
    LIMIT ${sql.lit(size)} OFFSET ${(page - 1) * size}::bigint`.execute(db);
  const { count = '0', amount = '0.00', waiting = '0.00' } = totals[0] ?? {};
  return { rows, count: Number(count), amount, waiting };
};

/** The payments of the land side. */
export const landPaymentsSql: ListSql<Query, LandPaymentRow> = {
  rows: (db) => db.selectFrom('payments').select(COLUMNS),
  filters: {
    search: isTransactionNamed,
    payment_type: ofType,
    mode: ofMode,
    from: paidFrom,
    to: paidUntil,
    status: () => null,
    tenant_id: equals('tenant_id'),
    plot_id: equals('plot_id'),
  },
  always: ({ status }) => sql<SqlBool>`${ofSide('land')} AND ${ofState(status)}`,
  sorts: { transaction_date: ['transaction_date', 'payments.id'] },
  rollUp: {
    knows: ['search', 'payment_type', 'status', 'mode', 'from', 'to', 'tenant_id', 'plot_id'],
    page: (db, query) => (isNarrow(query) ? narrowPage(db, query) : pageOfPayments<LandPaymentRow>(db, query, OF_LAND)),
  },
};

/** The payments of the tenant whose id is the scope, in every state. */
export const ownLandPaymentsSql: ListSql<ListQuery<typeof ownLandPaymentList>, LandPaymentRow, string> = {
  rows: (db) => db.selectFrom('payments').select(COLUMNS),
  filters: {},
  scope: (tenantId) => sql`tenant_id = ${tenantId}`,
  sorts: { transaction_date: ['transaction_date', 'payments.id'] },
};

/** Payments by their ids, those of the land side alone. */
export const landPaymentRows = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('payments')
    .select(COLUMNS)
    .select(['created_at', 'transfer_id', 'reversal_cause'])
    .where(sql<boolean>`payments.id = ANY(${ids}::bigint[]) AND driver_id IS NULL`)
    .orderBy('payments.id')
    .execute();

/** True for a payment of this tenant. */
export const isPaymentOfTenant = async (db: Db, { id, tenantId }: { id: string; tenantId: string }): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()) !== undefined;

/** A relation of the cleared payments of tenants, for statements. */
export const clearedOfTenants = (tenantIds: readonly string[]) => sql<
  Pick<
    Selectable<Tables['payments']>,
    'id' | 'tenancy_id' | 'plot_id' | 'type_code' | 'amount' | 'transaction_id' | 'received_with'
  > & { tenant_id: string; day: string }
>`
  SELECT id, tenant_id, tenancy_id, plot_id, type_code, transaction_date AS day, amount, transaction_id, received_with
  FROM payments WHERE tenant_id = ${anyOf(tenantIds)} AND status = 'cleared'`;

/** The sum of a tenant’s claims that nobody has cleared yet. */
export const moneyWaitingOf = async (db: Db, tenantId: string): Promise<string> => {
  const { rows } = await sql<{ waiting: string }>`
    SELECT coalesce(sum(amount), 0)::numeric(20, 2) AS waiting FROM payments
    WHERE tenant_id = ${tenantId} AND status = 'submitted'`.execute(db);
  return rows[0]?.waiting ?? '0.00';
};
