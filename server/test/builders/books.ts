import { createHash, randomUUID } from 'node:crypto';
import type { AttachedKind } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { waitingApproval } from '#domains/approvals';
import { addJournal, cashUpApproval, handInCash } from '#domains/books';
import { staffDirectory as staff } from '#domains/identity';
import type { Caller } from '#lib/caller.ts';
import { addAttachment } from '../../src/domains/books/attachments/attachments.ts';
import { nextBookNumber } from '../../src/domains/books/book-numbers.repo.ts';
import { insertExpense } from '../../src/domains/books/expenses/expenses.repo.ts';
import { bookExpense } from '../../src/domains/books/expenses/post-expense.ts';
import { stepJournal } from '../../src/domains/books/journals/journal-changes.ts';
import { bookJournal } from '../../src/domains/books/journals/post-journal.ts';
import { author } from '../clearing-office.ts';
import type { TestApp } from '../harness.ts';
import { buildApproval } from './approvals.ts';
import type { AtWork } from './desk-work.ts';
import { buildCaller } from './identity.ts';

type Headers = Record<string, string>;
type Books = Pick<TestApp, 'db' | 'clock'>;

/** Somebody who may do all of it, for use cases that are called without HTTP. */
export const buildBookkeeper = async (it: TestApp): Promise<Caller> => ({
  ...author(await buildCaller(it, 'SuperAdmin')),
  ...{ role: 'SuperAdmin', sessionId: '0' },
});

const PAPER = Buffer.from('%PDF-1.4 bill %%EOF');

/** A small PDF, as a call has read it. */
export const PDF = {
  ...({ name: 'Bill.pdf', type: 'application/pdf', content: PAPER } as const),
  sha256: createHash('sha256').update(PAPER).digest(),
};

/** Attaches a small PDF to a journal or an expense. */
export const buildPaper = async (
  tx: Tx,
  { kind, id }: { kind: AttachedKind; id: string },
  made: AtWork,
): Promise<void> => {
  const body = { subject_kind: kind, subject_id: id, file: new File([], '') };
  await addAttachment(tx, { body, ...made }, PDF);
};

type Filled = { account?: string; amount?: string; day?: string; hasPaper?: boolean };

/** Puts money on an account by a journal that `by` wrote and nobody had to approve. */
export const fillAccount = async (
  { db, clock: { now } }: Books,
  { id: accountId }: { id: string },
  { account = '1010', amount = '5000.00', day = '2026-11-01', hasPaper = false }: Filled = {},
): Promise<void> => {
  const by = author({ id: accountId, headers: {} });
  const lines = [{ account, side: 'debit', amount } as const, { account: '3000', side: 'credit', amount } as const];
  await db.transaction().execute(async (tx) => {
    const { id } = await addJournal(tx, { body: { day, description: 'Money at hand', lines }, by, now });
    if (hasPaper) await buildPaper(tx, { kind: 'journal', id }, { by: { ...by, sessionId: '0' }, now });
    await stepJournal(tx, 'post', { id, by, now });
    await bookJournal(tx, { id, kind: 'general' }, { by, now });
  });
};

/** 80.00 of cash that were spent on two tyres, which nobody had to approve. */
export const buildExpense = ({ db, clock: { now } }: Books, by: Caller, day = '2026-11-19'): Promise<{ id: string }> =>
  db.transaction().execute(async (tx) => {
    const given = {
      ...{ payee: 'Kofi Tyres', kind: '5010', day, paid_from: '1010', amount: '80.00', description: 'Two tyres' },
      ...{ reclaimed: '0.00', needs_approval: false, status: 'posted' as const, reference: null },
    };
    const made = { made_by: by.accountId, made_at: now, posted_by: by.accountId, posted_at: now };
    const number = await nextBookNumber(tx, 'E', now.getUTCFullYear());
    const expense = await insertExpense(tx, { ...given, ...made, number }, []);
    await bookExpense(tx, expense, { by, now });
    return expense;
  });

/** Two coins of 5.00, as a clerk counts them. */
export const countOfCoins = async (tx: Tx) => {
  const coin = await tx.selectFrom('denominations').select('id').where('value', '=', '5.00').executeTakeFirstOrThrow();
  return [{ denomination: coin.id, pieces: 2 }];
};

/** A cash-up of 10.00 that nobody had booked; gives its id and that of its approval. */
export const buildCashUp = ({ db, clock }: Books, by: Caller): Promise<{ id: string; approval: string }> =>
  db.transaction().execute(async (tx) => {
    const body = { day: '2026-11-20', counts: await countOfCoins(tx) };
    const { id } = await handInCash(tx, { body, by, now: clock.now }, { staff });
    const waiting = await waitingApproval(tx, { kind: 'books.cash_up', subjectId: id });
    return { id, approval: waiting?.id ?? '' };
  });

/** Same, agreed to by another person. */
export const buildAgreedCashUp = async (books: Books, by: Caller, other: Caller): Promise<string> => {
  const { id, approval } = await buildCashUp(books, by);
  const made = { by: other, now: books.clock.now };
  await books.db.transaction().execute((tx) => buildApproval(tx, approval, cashUpApproval, made));
  return id;
};

/** A posted journal of this month that one person posts; gives its id. */
export const postedJournal = async (
  { app }: TestApp,
  headers: Headers,
  { day = '2026-11-02', amount = '900.00' }: { day?: string; amount?: string } = {},
): Promise<string> => {
  const lines = [
    { account: '5050', side: 'debit', amount },
    { account: '5090', side: 'credit', amount },
  ];
  const keyed = { ...headers, 'idempotency-key': randomUUID() };
  const payload = { day, description: 'Rent of the office', lines };
  const written = await app.inject({ method: 'POST', url: '/api/journals', headers: keyed, payload });
  const { id, message } = written.json();
  if (written.statusCode !== 201) throw new Error(message);
  await app.inject({ method: 'POST', url: `/api/journals/${id}/post`, headers });
  return id;
};
