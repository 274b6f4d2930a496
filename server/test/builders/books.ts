import { randomUUID } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { waitingApproval } from '#domains/approvals';
import { addExpense, cashUpApproval, handInCash } from '#domains/books';
import { staffDirectory as staff } from '#domains/identity';
import type { Caller } from '#lib/caller.ts';
import { author } from '../clearing-office.ts';
import type { TestApp } from '../harness.ts';
import { buildApproval } from './approvals.ts';
import { buildCaller } from './identity.ts';

type Headers = Record<string, string>;
type Books = Pick<TestApp, 'db' | 'clock'>;

/** Somebody who may do all of it, for use cases that are called without HTTP. */
export const buildBookkeeper = async (it: TestApp): Promise<Caller> => ({
  ...author(await buildCaller(it, 'SuperAdmin')),
  ...{ role: 'SuperAdmin', sessionId: '0' },
});

/** 80.00 of cash that were spent on two tyres. */
export const buildExpense = ({ db, clock }: Books, by: Caller, day = '2026-11-19'): Promise<{ id: string }> => {
  const body = {
    ...{ payee: 'Kofi Tyres', kind: '5010', day, amount: '80.00', description: 'Two tyres' },
    ...({ paid_from: '1010', tax: 'none' } as const),
  };
  return db.transaction().execute((tx) => addExpense(tx, { body, by, now: clock.now }, { staff }));
};

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

/** A posted journal that moves no money; gives its id. */
export const postedJournal = async (
  { app }: TestApp,
  headers: Headers,
  { day = '2026-11-02', amount = '900.00' }: { day?: string; amount?: string } = {},
): Promise<string> => {
  const lines = [
    { account: '5050', side: 'debit', amount },
    { account: '3000', side: 'credit', amount },
  ];
  const keyed = { ...headers, 'idempotency-key': randomUUID() };
  const payload = { day, description: 'Rent of the office', lines };
  const written = await app.inject({ method: 'POST', url: '/api/journals', headers: keyed, payload });
  const { id, message } = written.json();
  if (written.statusCode !== 201) throw new Error(message);
  await app.inject({ method: 'POST', url: `/api/journals/${id}/post`, headers });
  return id;
};
