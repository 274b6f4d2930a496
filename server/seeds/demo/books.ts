import { addDays, type ExpenseInput, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { waitingApproval } from '#domains/approvals';
import { addExpense, addJournal, expenseApproval, journalApproval, postJournal } from '#domains/books';
import { staffDirectory as staff } from '#domains/identity';
import type { Caller } from '#lib/caller.ts';
import { buildApproval } from '../../test/builders/approvals.ts';
import { callerOf } from '../../test/builders/desk-work.ts';

type Spent = Omit<ExpenseInput, 'day'> & { daysAgo: number };

/** Days between two of the same kind. */
const MONTH = 30;
const MONTHS = 4;

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

/** Fills the petty cash from the bank, before anything is paid from it. */
const fillPettyCash = async (tx: Tx, { asker, other }: By, now: Date): Promise<void> => {
  const body = {
    ...{ day: today(now), description: 'Petty cash from the bank' },
    lines: [
      { account: '1030', side: 'debit' as const, amount: '500.00' },
      { account: '1020', side: 'credit' as const, amount: '500.00' },
    ],
  };
  const { id } = await addJournal(tx, { body, by: asker, now });
  await postJournal(tx, { id, by: asker, now }, { staff });
  const waiting = await waitingApproval(tx, { kind: 'books.journal', subjectId: id });
  if (waiting) await buildApproval(tx, waiting.id, journalApproval, { by: other, now });
};

const spend = async (tx: Tx, { daysAgo, ...spent }: Spent, { asker, other }: By, given: Date): Promise<void> => {
  const day = addDays(today(given), -daysAgo);
  const now = new Date(`${day}T15:00:00Z`);
  const { id } = await addExpense(tx, { body: { ...spent, day }, by: asker, now }, { staff });
  const waiting = await waitingApproval(tx, { kind: 'books.expense', subjectId: id });
  if (waiting) await buildApproval(tx, waiting.id, expenseApproval, { by: other, now });
};

/** Expenses of the last months, approved where they are large, and petty cash that paid some. */
export const seedDemoBooks = async (tx: Tx, now: Date): Promise<void> => {
  const by = {
    asker: await callerOf(tx, 'systemadmin', 'SystemAdmin'),
    other: await callerOf(tx, 'superadmin', 'SuperAdmin'),
  };
  const spent = Array.from({ length: MONTHS }, (_, n) => monthly(n)).flat();
  const oldestFirst = spent.toSorted((one, other) => other.daysAgo - one.daysAgo);
  const first = addDays(today(now), -(oldestFirst[0]?.daysAgo ?? 0) - 1);
  await fillPettyCash(tx, by, new Date(`${first}T15:00:00Z`));
  for (const one of oldestFirst) await spend(tx, one, by, now);
};
