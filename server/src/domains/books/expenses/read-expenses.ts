import {
  type ExpenseRecord,
  type ExpenseRow,
  type ExpenseStatus,
  type ExpenseSums,
  type ExpenseTerms,
  expenseList,
  fromPesewas,
  PETTY_CASH_ACCOUNT,
  today,
  toPesewas,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { type StaffHolders, waitingApproval } from '#domains/approvals';
import { balanceOf, entriesOfRecord, readChart } from '#domains/ledger';
import { readSite } from '#domains/site';
import { refusalAt } from '#lib/refusal.ts';
import { presentOf } from '#lib/values.ts';
import { attachmentsOf } from '../attachments/attachments.ts';
import {
  type Expense,
  expenseById,
  expenseSums,
  expensesSql,
  readTaxPeriods,
  taxesOfExpense,
} from './expenses.repo.ts';
import { whyNoKind } from './post-expense.ts';

const namesOfAccounts = async (db: Db): Promise<ReadonlyMap<string, string>> =>
  new Map((await readChart(db)).map(({ code, name }) => [code, name]));

const present = async (db: Db, rows: readonly Expense[], { named }: StaffHolders): Promise<ExpenseRow[]> => {
  const ids = presentOf(rows.flatMap(({ made_by, posted_by }) => [made_by, posted_by]));
  const people = await named(db, ids);
  const accounts = await namesOfAccounts(db);
  return rows.map(({ needs_approval: _, ended_by: __, ended_at: ___, ...row }) => ({
    ...row,
    kind_name: accounts.get(row.kind) ?? '',
    made_by: people.get(row.made_by)?.fullname ?? '',
    made_at: row.made_at.toISOString(),
    posted_by: row.posted_by === null ? null : (people.get(row.posted_by)?.fullname ?? ''),
    posted_at: row.posted_at?.toISOString() ?? null,
  }));
};

export const expenseSource = (staff: StaffHolders) =>
  listSource(expenseList, expensesSql, (rows, db) => present(db, rows, staff));

/** An expense with its taxes, papers, the approval that waits, and its entries; or null. */
export const showExpense = async (
  db: Db,
  { id }: { id: string },
  staff: StaffHolders,
): Promise<ExpenseRecord | null> => {
  const expense = await expenseById(db, id);
  const [row] = expense ? await present(db, [expense], staff) : [];
  if (!expense || !row) return null;
  const taxes = await taxesOfExpense(db, id);
  const taxed = taxes.reduce((sum, { amount }) => sum + toPesewas(amount), 0n);
  const waiting = await waitingApproval(db, { kind: 'books.expense', subjectId: id });
  const entries = await entriesOfRecord(db, 'expense', id);
  return {
    ...row,
    taxes,
    net: taxes.length === 0 ? null : fromPesewas(toPesewas(row.amount) - taxed),
    needs_approval: expense.needs_approval,
    approval_id: waiting?.id ?? null,
    entry: entries.find(({ reverses }) => reverses === null)?.number ?? null,
    reversal: entries.find(({ reverses }) => reverses !== null)?.number ?? null,
    attachments: await attachmentsOf(db, { kind: 'expense', id }, staff),
  };
};

/** The rules of expenses as they are today, their kinds, and the petty cash. */
export const showExpenseTerms = async (db: Db): Promise<ExpenseTerms> => {
  const { expense_limit, petty_cash_float, reclaims_input_tax } = await readSite(db);
  const balance = await balanceOf(db, PETTY_CASH_ACCOUNT);
  const missing = toPesewas(petty_cash_float) - balance;
  return {
    limit: expense_limit,
    reclaims_input_tax,
    petty_cash: {
      float: petty_cash_float,
      balance: fromPesewas(balance),
      missing: fromPesewas(missing > 0n ? missing : 0n),
    },
    taxes: await readTaxPeriods(db),
    kinds: (await readChart(db))
      .filter((account) => whyNoKind(account) === null)
      .map(({ code, name }) => ({ code, name })),
  };
};

type Counted = { count: number; amount: string };

/** Adds up rows by a key, in the order in which the keys come. */
const addUp = <Row extends Counted>(rows: readonly Row[], keyOf: (row: Row) => string): [string, Counted][] =>
  [...Map.groupBy(rows, keyOf)].map(([key, of]) => [
    key,
    {
      count: of.reduce((sum, { count }) => sum + count, 0),
      amount: fromPesewas(of.reduce((sum, { amount }) => sum + toPesewas(amount), 0n)),
    },
  ]);

type SumQuery = Partial<Record<'kind' | 'payee' | 'from' | 'to', string | undefined>> & {
  status?: ExpenseStatus | undefined;
};

/** Sums by kind, the largest first, and by month. */
export const sumExpenses = async (
  db: Db,
  { query: { kind, payee, status = 'posted', from, to }, now }: { query: SumQuery; now: Date },
): Promise<ExpenseSums> => {
  const year = (to ?? from ?? today(now)).slice(0, 4);
  const days = { from: from ?? `${year}-01-01`, to: to ?? `${year}-12-31` };
  if (days.from > days.to) throw refusalAt('invalid_input', 'to', 'The days end before they begin.');
  const rows = await expenseSums(db, { ...days, status, ...(kind && { kind }), ...(payee && { payee }) });
  const names = await namesOfAccounts(db);
  const byKind = addUp(rows, (row) => row.kind).map(([code, sums]) => ({
    ...{ kind: code, name: names.get(code) ?? '', ...sums },
  }));
  const [[, total] = ['', { count: 0, amount: '0.00' }]] = addUp(rows, () => '');
  return {
    ...days,
    total,
    by_kind: byKind.toSorted((one, other) => (toPesewas(one.amount) < toPesewas(other.amount) ? 1 : -1)),
    by_month: addUp(rows, ({ month }) => month).map(([month, sums]) => ({ month, ...sums })),
  };
};
