import { type ListQuery, MONEY_REACH, type moneyReceivedList, type TransferStatus } from '@banbo/contract';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import { equals, type Listed, type ListSql } from '#db/list/list-sql.ts';
import { isTransactionNamed, transactionPrefixes } from '#db/named-transaction.ts';

type Query = ListQuery<typeof moneyReceivedList>;
type Sql = RawBuilder<unknown>;

/** Relations of other domains. */
export type MoneyRelations = {
  takenFrom: (transferId: Sql) => Sql;
  accountsOfLogin: (login: string) => Sql;
};

const COLUMNS = [
  'id',
  'received_on',
  'transaction_id',
  'network',
  'mode',
  'source',
  'captured_by',
  'captured_at',
  'statement_import',
  'statement_line',
  'payer_name',
  'reference',
  'amount',
  'posted_amount',
  'status',
  'status_reason',
  'missing_since',
] as const satisfies readonly (keyof Tables['transfers'])[];

export type MoneyListRow = Pick<Selectable<Tables['transfers']>, (typeof COLUMNS)[number]>;

// Literals, so that the planner sees which partial index has all rows.
const ofState = (status: TransferStatus): RawBuilder<SqlBool> => sql`status = ${sql.lit(status)}`;

const conditionsOf = ({ accountsOfLogin }: MoneyRelations): ListSql<Query, MoneyListRow>['filters'] => ({
  search: isTransactionNamed,
  source: (source) => sql`source = ${sql.lit(source)}`,
  mode: (mode) => sql`mode = ${sql.lit(mode)}`,
  status: ofState,
  left: () => sql`status IN ('open', 'dismissed')`,
  // An array, so that the planner takes the index by captor and day.
  captured_by: (login) => sql`captured_by = ANY(ARRAY(${accountsOfLogin(login)}))`,
  missing: () => sql`missing_since IS NOT NULL`,
  statement: equals('statement_import'),
  missing_in: equals('missing_in'),
  from: (day) => sql`received_on >= ${day}::date`,
  to: (day) => sql`received_on <= ${day}::date`,
});

type Totals = { count: number; amount: string; waiting: string; is_cut: boolean };

/** A page with count and sums of the first rows, as far as the reach. */
const pageOfMoney = async (db: Db, query: Query, relations: MoneyRelations): Promise<Listed<MoneyListRow>> => {
  const { page, size, sort, ...filters } = query;
  const conditions = conditionsOf(relations) as Record<string, (value: unknown) => RawBuilder<SqlBool> | null>;
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '');
  const where = sql.join([sql`true`, ...given.map(([name, value]) => conditions[name]?.(value))], sql` AND `);
  const direction = sort === 'received_on' ? sql`ASC` : sql`DESC`;
  const order = sql`ORDER BY received_on ${direction}, id ${direction}`;
  const { rows: whole } = await sql<Totals>`
    SELECT least(count(*), ${sql.lit(MONEY_REACH)})::integer AS count, count(*) > ${sql.lit(MONEY_REACH)} AS is_cut,
      coalesce(sum(amount) FILTER (WHERE place <= ${sql.lit(MONEY_REACH)}), 0)::numeric(20, 2)::text AS amount,
      coalesce(sum(unused) FILTER (WHERE place <= ${sql.lit(MONEY_REACH)}), 0)::numeric(20, 2)::text AS waiting
    FROM (
      SELECT amount, row_number() OVER (${order}) AS place, CASE WHEN status IN ('open', 'dismissed')
        THEN posted_amount - ${relations.takenFrom(sql`transfers.id`)} ELSE 0 END AS unused
      FROM transfers WHERE ${where} ${order} LIMIT ${sql.lit(MONEY_REACH + 1)}
    ) AS found`.execute(db);
  const {
    count,
    amount,
    waiting,
    is_cut: isCut,
  } = whole[0] ?? { count: 0, amount: '0.00', waiting: '0.00', is_cut: false };
  const limit = Math.min(size, count - (page - 1) * size);
  if (limit <= 0) return { rows: [], count, amount, waiting, isCut };
  const { rows } = await sql<MoneyListRow>`
    SELECT ${sql.join(COLUMNS.map((column) => sql.ref(column)))} FROM transfers WHERE ${where} ${order}
    LIMIT ${sql.lit(limit)} OFFSET ${(page - 1) * size}`.execute(db);
  return { rows, count, amount, waiting, isCut };
};

/** All received money. */
export const moneySql = (relations: MoneyRelations): ListSql<Query, MoneyListRow> => ({
  rows: (db) => db.selectFrom('transfers').select(COLUMNS),
  filters: conditionsOf(relations),
  sorts: { received_on: ['received_on', 'id'] },
  rollUp: {
    knows: [
      'search',
      'source',
      'mode',
      'status',
      'left',
      'captured_by',
      'missing',
      'statement',
      'missing_in',
      'from',
      'to',
    ],
    page: (db, query) => pageOfMoney(db, query, relations),
  },
});

/** Money of a day that is in the books, by how it came; amounts are text. */
export const takenOnDay = async (db: Db, day: string): Promise<{ cash: string; momo: string; bank: string }> => {
  const { rows } = await sql<{ cash: string; momo: string; bank: string }>`
    SELECT coalesce(sum(posted_amount) FILTER (WHERE mode = 'cash'), 0)::numeric(20, 2)::text AS cash,
      coalesce(sum(posted_amount) FILTER (WHERE mode = 'momo'), 0)::numeric(20, 2)::text AS momo,
      coalesce(sum(posted_amount) FILTER (WHERE mode IN ('bank', 'cheque')), 0)::numeric(20, 2)::text AS bank
    FROM transfers WHERE received_on = ${day}::date`.execute(db);
  return rows[0] ?? { cash: '0.00', momo: '0.00', bank: '0.00' };
};

/** Sorts behind every letter and digit. */
const END = '~';

/** Up to `most` money whose transaction ID begins as typed, the shortest ID first. */
export const findMoneyByText = async (db: Db, text: string, most: number) => {
  const key = sql`transaction_key(transaction_id)`;
  const begun = transactionPrefixes(text).map(
    (prefix) => sql<SqlBool>`(${key} >= ${prefix} AND ${key} < ${prefix + END})`,
  );
  if (begun.length === 0) return [];
  return db
    .selectFrom('transfers')
    .select(['id', 'received_on', 'transaction_id', 'payer_name', 'reference', 'amount'])
    .where(sql<SqlBool>`(${sql.join(begun, sql` OR `)})`)
    .orderBy(key)
    .limit(most)
    .execute();
};

/** The changes of the part in the books, the newest first. */
export const changesOfMoney = (db: Db, transferId: string) =>
  db
    .selectFrom('transfer_changes')
    .select(['id', 'what', 'amount_before', 'amount_after', 'reason', 'changed_by', 'changed_at'])
    .where('transfer_id', '=', transferId)
    .orderBy('id', 'desc')
    .execute();
