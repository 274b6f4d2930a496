import {
  type ExpenseStatus,
  type expenseList,
  type IncludedTax,
  type ListQuery,
  type PaidFrom,
  type TaxPeriod,
  toPesewas,
} from '@banbo/contract';
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { equals, type ListSql } from '#db/list/list-sql.ts';
import { hasPrefix } from '#db/prefix.ts';
import { among, lastId, type Records } from '#db/records.ts';
import { papersOf } from '../attachments/attachments.repo.ts';

type Stored = Selectable<Tables['expenses']>;
export type Expense = Omit<Stored, 'status' | 'paid_from'> & { status: ExpenseStatus; paid_from: PaidFrom };

const expenses = (db: Db) => db.selectFrom('expenses').selectAll().$castTo<Expense>();

export const expenseById = (db: Db, id: string): Promise<Expense | undefined> =>
  expenses(db).where('id', '=', id).executeTakeFirst();

export const lockExpense = (tx: Tx, id: string): Promise<Expense | undefined> =>
  expenses(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** An expense with what its entry's document has besides: its taxes, and its papers' SHA-256. */
export type PostedExpense = Expense & { taxes: string; papers: string };

/** The expenses among these that were posted, void ones too. */
export const postedExpenses = (db: Db, records: Records): Promise<PostedExpense[]> =>
  db
    .selectFrom('expenses')
    .selectAll()
    .select([
      sql<string>`coalesce((
        SELECT string_agg(concat_ws(' ', name, rate, tax.amount, CASE WHEN is_reclaimed THEN 'reclaimed' END), ', ' ORDER BY line)
        FROM expense_taxes AS tax WHERE expense_id = expenses.id
      ), '')`.as('taxes'),
      papersOf('expense', sql`expenses.id`).as('papers'),
    ])
    .where(among('id', records))
    .where('posted_at', 'is not', null)
    .$castTo<PostedExpense>()
    .execute();

export const lastExpenseId = (db: Db): Promise<string> => lastId(db, 'expenses');

export type StoredTax = Omit<Selectable<Tables['expense_taxes']>, 'expense_id' | 'line'>;

export type NewExpense = Insertable<Tables['expenses']>;

/** Adds an expense with its taxes in their order. */
export const insertExpense = async (tx: Tx, row: NewExpense, taxes: readonly StoredTax[]): Promise<Expense> => {
  const added = (await tx.insertInto('expenses').values(row).returningAll().executeTakeFirstOrThrow()) as Expense;
  if (taxes.length === 0) return added;
  const lines = taxes.map((tax, n) => ({ ...tax, expense_id: added.id, line: n + 1 }));
  await tx.insertInto('expense_taxes').values(lines).execute();
  return added;
};

/** The taxes of an expense in their order. */
export const taxesOfExpense = (db: Db, id: string): Promise<StoredTax[]> =>
  db
    .selectFrom('expense_taxes')
    .select(['name', 'rate', 'amount', 'is_reclaimed'])
    .where('expense_id', '=', id)
    .orderBy('line')
    .execute();

/** The dated table of taxes, the first period first. */
export const readTaxPeriods = async (db: Db): Promise<TaxPeriod[]> => {
  const rows = await db.selectFrom('expense_tax_rates').selectAll().orderBy('from_day').orderBy('line').execute();
  const taxOf = ({ from_day: _, line: __, ...tax }: (typeof rows)[number]): IncludedTax => tax;
  return [...Map.groupBy(rows, ({ from_day }) => from_day)].map(([from, taxes]) => ({
    from,
    taxes: taxes.map(taxOf),
  }));
};

type EnteredAlone = { by: string; payee: string; today: Date; since: Date };

/**
 * Sums in pesewas of expenses that were posted without another person and are not void: this
 * person's and all of today, and those of a payee since a moment, however its name is written.
 */
export const sumsEnteredAlone = async (
  db: Db,
  { by, payee, today, since }: EnteredAlone,
): Promise<Record<'own' | 'all' | 'payee', bigint>> => {
  const letters = (name: RawBuilder<unknown>) => sql`regexp_replace(lower(${name}), '\\W', '', 'g')`;
  const sumWhere = (condition: RawBuilder<unknown>) =>
    sql<string>`coalesce(sum(amount) FILTER (WHERE ${condition}), 0)::numeric(20, 2)::text`;
  const { rows } = await sql<Record<'own' | 'all' | 'payee', string>>`
    SELECT ${sumWhere(sql`made_at >= ${today} AND made_by = ${by}`)} AS own, ${sumWhere(sql`made_at >= ${today}`)} AS all,
      ${sumWhere(sql`${letters(sql`payee`)} = ${letters(sql`${payee}::text`)}`)} AS payee
    FROM expenses WHERE NOT needs_approval AND status <> 'void' AND made_at >= ${since}`.execute(db);
  const [{ own, all, payee: paid } = { own: '0.00', all: '0.00', payee: '0.00' }] = rows;
  return { own: toPesewas(own), all: toPesewas(all), payee: toPesewas(paid) };
};

/** Payees whose name begins like this, whatever the case. */
const payeeBegins = (text: string): RawBuilder<SqlBool> => hasPrefix(sql`lower(payee) COLLATE "C"`, text.toLowerCase());

const statusIs = (status: ExpenseStatus): RawBuilder<SqlBool> => sql`status = ${sql.lit(status)}`;

/** Expenses of a range of days that wait for approval. */
export const countWaitingExpenses = async (db: Db, { from, to }: { from: string; to: string }): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM expenses
    WHERE ${statusIs('asked')} AND day BETWEEN ${from}::date AND ${to}::date`.execute(db);
  return rows[0]?.count ?? 0;
};

type SumFilter = { kind?: string; payee?: string; status: ExpenseStatus; from: string; to: string };

/** Counts and sums of a range of days by month and kind. */
export const expenseSums = async (
  db: Db,
  { kind, payee, status, from, to }: SumFilter,
): Promise<{ month: string; kind: string; count: number; amount: string }[]> => {
  const conditions = [
    statusIs(status),
    sql<SqlBool>`day BETWEEN ${from}::date AND ${to}::date`,
    ...(kind === undefined ? [] : [sql<SqlBool>`kind = ${kind}`]),
    ...(payee === undefined ? [] : [payeeBegins(payee)]),
  ];
  const { rows } = await sql<{ month: string; kind: string; count: number; amount: string }>`
    SELECT to_char(day, 'YYYY-MM') AS month, kind, count(*)::integer AS count, sum(amount)::numeric(20, 2)::text AS amount
    FROM expenses WHERE ${sql.join(conditions, sql` AND `)}
    GROUP BY to_char(day, 'YYYY-MM'), kind ORDER BY month, expenses.kind`.execute(db);
  return rows;
};

export const expensesSql: ListSql<ListQuery<typeof expenseList>, Expense> = {
  rows: (db) => expenses(db) as never,
  filters: {
    kind: equals('kind'),
    status: statusIs,
    payee: payeeBegins,
    from: (day) => sql`day >= ${day}::date`,
    to: (day) => sql`day <= ${day}::date`,
  },
  sorts: { day: ['day', 'id'] },
};

export type ArchivedExpense = Expense & { taxes: StoredTax[] };

/** The expenses of a year's days after an id, with their taxes. */
export const expensesOfYear = async (
  db: Db,
  { year, after, limit }: { year: number; after: string; limit: number },
): Promise<ArchivedExpense[]> => {
  const { rows } = await sql<ArchivedExpense>`
    SELECT expenses.*, (
      SELECT coalesce(jsonb_agg(jsonb_build_object('name', name, 'rate', rate::text, 'amount', tax.amount::text,
        'is_reclaimed', is_reclaimed) ORDER BY line), '[]')
      FROM expense_taxes AS tax WHERE expense_id = expenses.id
    ) AS taxes
    FROM expenses WHERE day BETWEEN make_date(${year}, 1, 1) AND make_date(${year}, 12, 31) AND expenses.id > ${after}
    ORDER BY expenses.id LIMIT ${limit}`.execute(db);
  return rows;
};
