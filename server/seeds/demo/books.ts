import { addDays, type ExpenseInput, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { waitingApproval } from '#domains/approvals';
import {
  addExpense,
  addJournal,
  cashUpApproval,
  expenseApproval,
  handInCash,
  journalApproval,
  postJournal,
} from '#domains/books';
import { staffDirectory as staff } from '#domains/identity';
import type { Caller } from '#lib/caller.ts';
import { buildApproval } from '../../test/builders/approvals.ts';
import { callerOf } from '../../test/builders/desk-work.ts';

type Spent = Omit<ExpenseInput, 'day'> & { daysAgo: number };

/** Days between two of the same kind. */
const MONTH = 30;
const MONTHS = 4;

/** The last day but one on which the desk of the demo took cash. */
const CASH_DAYS_AGO = 12;

const monthly = (n: number): Spent[] => {
  const daysAgo = 3 + n * MONTH;
  const paid = { paid_from: '1020', tax: 'none' } as const;
  return [
    { ...paid, daysAgo, payee: 'Osu Properties', kind: '5050', amount: '2400.00', description: 'Rent of the office' },
    {
      ...{ daysAgo: daysAgo + 4, payee: 'Star Oil, Ring Road', kind: '5010', paid_from: '1000', tax: 'included' },
      ...{ amount: `${380 + n * 15}.00`, reference: `SO-${4410 + n}`, description: 'Fuel of the response teams' },
    },
    {
      ...{ daysAgo: daysAgo + 9, payee: 'Melcom, Accra Mall', kind: '5090', paid_from: '1030', tax: 'included' },
      ...{ amount: `${46 + n}.50`, reference: `M${88_120 + n}`, description: 'Paper and printer ink' },
    },
  ];
};

type By = { asker: Caller; other: Caller };

type Moved = { to: string; from: string; amount: string; description: string };

/** The bank's opening balance, and petty cash out of it, before anything is paid from them. */
const OPENING: readonly Moved[] = [
  { to: '1020', from: '3000', amount: '40000.00', description: 'Balance of the bank on the first day' },
  { to: '1030', from: '1020', amount: '500.00', description: 'Petty cash from the bank' },
];

const move = async (
  tx: Tx,
  { to, from, amount, description }: Moved,
  { asker, other }: By,
  now: Date,
): Promise<void> => {
  const lines = [
    { account: to, side: 'debit' as const, amount },
    { account: from, side: 'credit' as const, amount },
  ];
  const { id } = await addJournal(tx, { body: { day: today(now), description, lines }, by: asker, now });
  await postJournal(tx, { id, by: asker, now }, { staff });
  const waiting = await waitingApproval(tx, { kind: 'books.journal', subjectId: id });
  if (waiting) await buildApproval(tx, waiting.id, journalApproval, { by: other, now });
};

/** Pieces by their value: GHS 5.00 less than the clerk took that day. */
const COUNTED: Readonly<Record<string, number>> = { '200.00': 5, '100.00': 1, '50.00': 1, '20.00': 2, '5.00': 1 };

/** The clerk's count of a day on which she took cash; another person agreed to the difference. */
const countCash = async (tx: Tx, other: Caller, given: Date): Promise<void> => {
  const clerk = await callerOf(tx, 'superuser', 'SuperUser');
  const inUse = await tx.selectFrom('denominations').select(['id', 'value']).where('is_active', '=', true).execute();
  const counts = inUse.map(({ id, value }) => ({ denomination: id, pieces: COUNTED[value] ?? 0 }));
  const body = { day: addDays(today(given), -CASH_DAYS_AGO), counts };
  const { id } = await handInCash(tx, { body, by: clerk, now: given }, { staff });
  const waiting = await waitingApproval(tx, { kind: 'books.cash_up', subjectId: id });
  if (waiting) await buildApproval(tx, waiting.id, cashUpApproval, { by: other, now: given });
};

const spend = async (tx: Tx, { daysAgo, ...spent }: Spent, { asker, other }: By, given: Date): Promise<void> => {
  const day = addDays(today(given), -daysAgo);
  const now = new Date(`${day}T15:00:00Z`);
  const { id } = await addExpense(tx, { body: { ...spent, day }, by: asker, now }, { staff });
  const waiting = await waitingApproval(tx, { kind: 'books.expense', subjectId: id });
  if (waiting) await buildApproval(tx, waiting.id, expenseApproval, { by: other, now });
};

/** Expenses of the last months, approved where large, petty cash, and a cash-up of a clerk. */
export const seedDemoBooks = async (tx: Tx, now: Date): Promise<void> => {
  const by = {
    asker: await callerOf(tx, 'systemadmin', 'SystemAdmin'),
    other: await callerOf(tx, 'superadmin', 'SuperAdmin'),
  };
  const spent = Array.from({ length: MONTHS }, (_, n) => monthly(n)).flat();
  const oldestFirst = spent.toSorted((one, other) => other.daysAgo - one.daysAgo);
  const first = addDays(today(now), -(oldestFirst[0]?.daysAgo ?? 0) - 1);
  for (const one of OPENING) await move(tx, one, by, new Date(`${first}T15:00:00Z`));
  for (const one of oldestFirst) await spend(tx, one, by, now);
  await countCash(tx, by.other, now);
};
