import { formatMoney, fromPesewas, PETTY_CASH_ACCOUNT, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import {
  balanceOf,
  balancesOn,
  holdBooks,
  INPUT_TAX,
  type LedgerAccount,
  type NewEntry,
  PAPERS,
  post,
  RULES_OF_ACCOUNTS,
  readChart,
} from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { refusalAt } from '#lib/refusal.ts';
import { refuseClosedDay } from '../books-calendar.ts';
import { type Expense, type PostedExpense, postedExpenses } from './expenses.repo.ts';

/** Why an account is no kind of expenses, as the end of a sentence; null where it is one. */
export const whyNoKind = ({ kind, code, is_heading, closed_at }: LedgerAccount): string | null => {
  if (kind !== 'expense') return 'is no account of expenses';
  if (closed_at !== null) return 'is closed';
  if (is_heading) return 'is a heading. Please choose an account under it';
  return RULES_OF_ACCOUNTS.has(code) ? 'is posted by the product alone' : null;
};

const checkAccounts = async (db: Db, { kind, paid_from }: Pick<Expense, 'kind' | 'paid_from'>): Promise<void> => {
  const chart = new Map((await readChart(db)).map((account) => [account.code, account]));
  const account = chart.get(kind);
  if (!account) throw refusalAt('refused', 'kind', `There is no account ${kind}.`);
  const why = whyNoKind(account);
  if (why !== null) throw refusalAt('refused', 'kind', `${kind} ${account.name} ${why}.`);
  const paid = chart.get(paid_from);
  if (paid?.closed_at === null) return;
  throw refusalAt('refused', 'paid_from', `${paid_from} ${paid?.name} is closed.`);
};

/** The pesewas that a day's expense can be paid with: the account had them then, and has now. */
export const moneyOn = async (db: Db, account: string, day: string): Promise<bigint> => {
  const now = await balanceOf(db, account);
  const then = (await balancesOn(db, [day])).get(day)?.get(account) ?? 0n;
  return then < now ? then : now;
};

/** Refuses what the petty cash had not on the day, or has not now. */
const checkPettyCash = async (
  db: Db,
  { paid_from, amount, day }: Pick<Expense, 'paid_from' | 'amount' | 'day'>,
): Promise<void> => {
  if (paid_from !== PETTY_CASH_ACCOUNT) return;
  const left = await moneyOn(db, PETTY_CASH_ACCOUNT, day);
  if (toPesewas(amount) <= left) return;
  const has = left > 0n ? `had only ${formatMoney(fromPesewas(left))}` : 'was empty';
  throw refusalAt('refused', 'amount', `The petty cash ${has}. Please top it up, or choose another account.`);
};

/** Refuses with 422 `refused` what the books do not take, at its field. */
export const checkExpense = async (
  db: Db,
  expense: Pick<Expense, 'day' | 'kind' | 'paid_from' | 'amount'>,
): Promise<void> => {
  await refuseClosedDay(db, expense.day);
  await checkAccounts(db, expense);
  await checkPettyCash(db, expense);
};

/** Its cost and its input tax on one side, the money on the other. */
export const postingsOfExpense = ({ kind, paid_from, ...expense }: Expense): NewEntry['postings'] => {
  const [amount, reclaimed] = [toPesewas(expense.amount), toPesewas(expense.reclaimed)];
  return [
    { account: kind, pesewas: amount - reclaimed },
    { account: INPUT_TAX, pesewas: reclaimed },
    { account: paid_from, pesewas: -amount },
  ];
};

/** The entry that a posted expense has in the books. */
export const entryOfExpense = (expense: PostedExpense): NewEntry => {
  const { id, day, number, payee, reference, description, made_by, posted_by, is_alone, taxes, papers } = expense;
  return {
    day,
    kind: 'expense',
    subjectId: id,
    description: `${number}: ${payee}, ${description}`,
    postings: postingsOfExpense(expense),
    document: {
      number,
      payee,
      purpose: description,
      bill: reference,
      'list of taxes': taxes,
      writer: made_by,
      approver: posted_by,
      'decided alone': is_alone ? 'yes' : 'no',
      [PAPERS]: papers,
    },
  };
};

/** Posts a stored expense, once its day, its accounts and the petty cash allow it. */
export const bookExpense = async (tx: Tx, expense: Expense, { by, now }: { by: Caller; now: Date }): Promise<void> => {
  // Locks the books, so that no month closes and no cash goes out between the check and the entry.
  await holdBooks(tx);
  await checkExpense(tx, expense);
  await post(tx, (await postedExpenses(tx, { ids: [expense.id] })).map(entryOfExpense), { by, now });
};
