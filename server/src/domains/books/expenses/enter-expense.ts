import {
  type AskedChange,
  type ExpenseInput,
  formatDay,
  formatMoney,
  fromPesewas,
  type GrossParts,
  PAID_FROM_LABELS,
  partsOfGross,
  reclaimedOf,
  taxesOn,
  today,
  toPesewas,
} from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { type Approvers, askApproval, defineApproval, noteHands } from '#domains/approvals';
import { audit } from '#domains/audit';
import { accountByCode, holdBooks } from '#domains/ledger';
import { readSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { unapprovedReason } from '../approvals-of-books.ts';
import { nextBookNumber } from '../book-numbers.repo.ts';
import { refuseWhileReconciled, takeBack } from '../take-back.ts';
import { stepExpense } from './expense-changes.ts';
import {
  type Expense,
  expenseById,
  insertExpense,
  lockExpense,
  type NewExpense,
  readTaxPeriods,
  type StoredTax,
  taxesOfExpense,
} from './expenses.repo.ts';
import { bookExpense, checkExpense, postingsOfExpense } from './post-expense.ts';
import { whyExpenseWaits } from './why-expense-waits.ts';

const NOUN = 'expense';

type Made = { by: Caller; isAlone?: boolean; now: Date };

const postAsked = async (tx: Tx, expense: Expense, { by, isAlone = false, now }: Made): Promise<string> => {
  await stepExpense(tx, 'approve', { id: expense.id, by, with: { isAlone }, now });
  await bookExpense(tx, expense, { by, now });
  return `${expense.number} is posted.`;
};

const voidNow = async (tx: Tx, expense: Expense, reason: string, { by, now }: Made): Promise<string> => {
  const { id, number } = expense;
  await stepExpense(tx, 'void', { id, by, reason, now });
  const accounts = pluck(postingsOfExpense(expense), 'account');
  await takeBack(tx, { kind: NOUN, id, number, accounts, reason }, { by, now });
  return `${number} is void.`;
};

/** An expense above a limit, or its voiding, which another person approves. */
export const expenseApproval = defineApproval({
  kind: 'books.expense',
  /** The reason of the voiding; null for the expense itself. */
  input: z.strictObject({ voids: z.string().nullable() }),
  apply: async (tx, { subjectId, input: { voids }, by, isAlone, now }) => {
    const expense = existing(await lockExpense(tx, subjectId), NOUN);
    const made = { by, isAlone, now };
    return { message: await (voids === null ? postAsked(tx, expense, made) : voidNow(tx, expense, voids, made)) };
  },
  facts: async (db, id) =>
    (await taxesOfExpense(db, id)).map(
      ({ name, rate, amount }): AskedChange => ({
        ...{ field: `Tax ${name} ${Number(rate)}%`, before: '', after: formatMoney(amount) },
      }),
    ),
  ended: async (tx, { subjectId: id, how, reason, by, now }) => {
    // A refused voiding changes nothing: the expense stays posted.
    if ((await expenseById(tx, id))?.status !== 'asked') return;
    await stepExpense(tx, 'refuse', { id, by, reason: unapprovedReason({ how, reason }), now });
  },
});

const wordsOf = async (db: Db, expense: Expense): Promise<AskedChange[]> => {
  const { day, payee, kind, paid_from, amount, reference, description } = expense;
  const account = await accountByCode(db, kind);
  return Object.entries({
    ...{ Day: formatDay(day), Payee: payee, For: description, Kind: `${kind} ${account?.name ?? ''}` },
    ...{ 'Paid from': PAID_FROM_LABELS[paid_from], Amount: formatMoney(amount), ...(reference && { Bill: reference }) },
  }).map(([field, after]) => ({ field, before: '', after }));
};

type Asking = { expense: Expense; because: string; voids: string | null; by: Caller; now: Date };

const ask = async (tx: Tx, { expense, voids, ...asked }: Asking, { staff }: Approvers): Promise<string> => {
  const { by, now } = asked;
  const name = voids === null ? `the expense ${expense.number}` : `the voiding of the expense ${expense.number}`;
  const words = { subject: { id: expense.id, name }, input: { voids }, changes: await wordsOf(tx, expense) };
  await noteHands(tx, [{ accountId: by.accountId, what: 'asked', subjects: [{ kind: NOUN, id: expense.id }] }], now);
  return (await askApproval(tx, expenseApproval, { ...words, ...asked, reason: voids ?? undefined }, staff)).message;
};

/** The taxes that the gross amount of a day includes. Refused where the table has none. */
const includedParts = async (db: Db, { day, amount }: ExpenseInput): Promise<GrossParts> => {
  const periods = await readTaxPeriods(db);
  const taxes = taxesOn(periods, day);
  if (taxes) return partsOfGross(toPesewas(amount), taxes);
  const first = formatDay(periods[0]?.from ?? day);
  throw refusalAt('refused', 'tax', `The table of taxes begins on ${first}. Please enter it without taxes.`);
};

const storedTaxes = ({ taxes }: GrossParts, reclaims: boolean): StoredTax[] =>
  taxes.map(({ tax: { name, rate, is_reclaimable }, pesewas }) => ({
    ...{ name, rate, amount: fromPesewas(pesewas), is_reclaimed: reclaims && is_reclaimable },
  }));

type Asked<Body> = { body: Body; by: Caller; now: Date };

/**
 * Enters an expense, and posts it, or asks another person for it where `whyExpenseWaits` says why.
 * Refused with 422 `refused` at the field that the books do not take.
 */
export const addExpense = async (
  tx: Tx,
  { body, by, now }: Asked<ExpenseInput>,
  deps: Approvers,
): Promise<{ message: string; id: string }> => {
  const { tax, reference, ...given } = body;
  if (given.day > today(now)) throw refusalAt('refused', 'day', 'The day is in the future.');
  await holdBooks(tx);
  await checkExpense(tx, given);
  const { reclaims_input_tax } = await readSite(tx);
  const parts = tax === 'none' ? null : await includedParts(tx, body);
  const reclaimed = parts && reclaims_input_tax ? reclaimedOf(parts) : 0n;
  const because = await whyExpenseWaits(tx, { body, by, now });
  const needsApproval = because !== null;
  const posted = { posted_by: needsApproval ? null : by.accountId, posted_at: needsApproval ? null : now };
  const status = needsApproval ? 'asked' : 'posted';
  const row: NewExpense = {
    ...{ ...given, ...posted, number: await nextBookNumber(tx, 'E', now.getUTCFullYear()) },
    ...{ reclaimed: fromPesewas(reclaimed), reference: reference || null, needs_approval: needsApproval },
    ...{ status, made_by: by.accountId, made_at: now },
  };
  const expense = await insertExpense(tx, row, parts ? storedTaxes(parts, reclaims_input_tax) : []);
  const { id, number } = expense;
  const hand = { accountId: by.accountId, what: 'entered' as const, subjects: [{ kind: NOUN, id }] };
  await noteHands(tx, [hand], now);
  const after = { ...given, reference, tax, status: expense.status };
  await audit(tx, by, { action: 'books.enter_expense', subject: { kind: NOUN, id, name: number }, after }, now);
  if (because !== null) return { message: await ask(tx, { expense, because, voids: null, by, now }, deps), id };
  await bookExpense(tx, expense, { by, now });
  return { message: `${number} is posted.`, id };
};

/** Voids a posted expense, with another person where one approved it. */
export const voidExpense = async (
  tx: Tx,
  { id, body: { reason }, by, now }: Asked<{ reason: string }> & { id: string },
  deps: Approvers,
): Promise<string> => {
  const expense = existing(await lockExpense(tx, id), NOUN);
  if (expense.status !== 'posted') throw new Refusal('conflict', `The expense ${expense.number} is not posted.`);
  if (!expense.needs_approval) return voidNow(tx, expense, reason, { by, now });
  await refuseWhileReconciled(tx, { kind: NOUN, id });
  const because = 'Another person approved the expense.';
  return ask(tx, { expense, because, voids: reason, by, now }, deps);
};
