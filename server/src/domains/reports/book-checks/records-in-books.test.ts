import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '#db/database.ts';
import { waitingApproval } from '#domains/approvals';
import { addExpense, cashUpApproval, closeMonth, closeYear, endJournal, handInCash, voidExpense } from '#domains/books';
import { staffDirectory as staff } from '#domains/identity';
import type { Caller } from '#lib/caller.ts';
import { buildApproval } from '../../../../test/builders/approvals.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { author } from '../../../../test/clearing-office.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { checkBooksNow } from './check-books.ts';

let it: TestApp;
let clerk: Caller;
let other: Caller;
beforeEach(async () => {
  await it?.close();
  it = await startApp();
  const person = async (): Promise<Caller> => ({
    ...author(await buildCaller(it, 'SuperAdmin')),
    role: 'SuperAdmin',
    sessionId: '0',
  });
  [clerk, other] = [await person(), await person()];
});
afterAll(() => it.close());

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => it.db.transaction().execute(work);
const differences = async () => (await checkBooksNow(it.db, () => it.clock.now)).differences;

/** Changes rows as a person at the database would who switches the table's triggers off. */
const tamper = async (table: string, statement: string): Promise<void> => {
  await sql.raw(`ALTER TABLE ${table} DISABLE TRIGGER USER`).execute(it.db);
  await sql.raw(statement).execute(it.db);
  await sql.raw(`ALTER TABLE ${table} ENABLE TRIGGER USER`).execute(it.db);
};

const spend = () =>
  within((tx) => {
    const body = {
      ...{ payee: 'Kofi Tyres', kind: '5010', day: '2026-11-19', amount: '80.00', description: 'Two tyres' },
      ...({ paid_from: '1010', tax: 'none' } as const),
    };
    return addExpense(tx, { body, by: clerk, now: it.clock.now }, { staff });
  });

test('an expense whose amount was changed is named, and one that was removed', async () => {
  const { id } = await spend();
  expect(await differences()).toEqual([]);
  await tamper('expenses', `UPDATE expenses SET amount = 8 WHERE id = ${id}`);
  expect(await differences()).toEqual([
    `Expense ${id} (E2026-0001: Kofi Tyres, Two tyres) is 1010 -80.00, 5010 80.00 in the books, and should be 1010 -8.00, 5010 8.00.`,
  ]);
  await tamper('expenses', `DELETE FROM expenses WHERE id = ${id}`);
  expect(await differences()).toEqual([`Expense ${id} is in the books and was never posted.`]);
});

test('an expense that was made void behind the product’s back is named, and one whose void was undone', async () => {
  const { id } = await spend();
  const ended = `ended_at = now(), ended_by = ${clerk.accountId}`;
  await tamper('expenses', `UPDATE expenses SET status = 'void', ${ended} WHERE id = ${id}`);
  expect(await differences()).toEqual([
    `Expense ${id} (E2026-0001: Kofi Tyres, Two tyres) was made void, and the books did not take it back.`,
  ]);
  const posted = `UPDATE expenses SET status = 'posted', ended_at = NULL, ended_by = NULL WHERE id = ${id}`;
  await tamper('expenses', posted);
  const asked = { id, body: { reason: 'They were returned.' }, by: clerk, now: it.clock.now };
  await within((tx) => voidExpense(tx, asked, { staff }));
  expect(await differences()).toEqual([]);
  await tamper('expenses', posted);
  expect(await differences()).toEqual([
    `Expense ${id} (E2026-0001: Kofi Tyres, Two tyres) was taken back in the books, and still stands.`,
  ]);
});

test('a cash-up whose count was changed is named', async () => {
  const { now } = it.clock;
  const id = await within(async (tx) => {
    const coin = await tx
      .selectFrom('denominations')
      .select('id')
      .where('value', '=', '5.00')
      .executeTakeFirstOrThrow();
    const body = { day: '2026-11-20', counts: [{ denomination: coin.id, pieces: 2 }] };
    const cashUp = await handInCash(tx, { body, by: clerk, now }, { staff });
    const waiting = await waitingApproval(tx, { kind: 'books.cash_up', subjectId: cashUp.id });
    await buildApproval(tx, waiting?.id ?? '', cashUpApproval, { by: other, now });
    return cashUp.id;
  });
  expect(await differences()).toEqual([]);
  await tamper('cash_ups', `UPDATE cash_ups SET counted = 4 WHERE id = ${id}`);
  expect(await differences()).toEqual([
    `Difference of cash-up ${id} (C2026-0001: cash over) is 1010 10.00, 5110 -10.00 in the books, and should be 1010 4.00, 5110 -4.00.`,
  ]);
  await tamper('cash_ups', `UPDATE cash_ups SET counted = expected WHERE id = ${id}`);
  expect(await differences()).toEqual([`Difference of cash-up ${id} is in the books and was never approved.`]);
});

test('a closing of a year is compared with its journal', async () => {
  await spend();
  it.clock.now = new Date('2027-01-12T10:00:00Z');
  const made = () => ({ by: clerk, now: it.clock.now });
  await within((tx) => closeMonth(tx, { month: '2026-11', body: { reason: 'All is done.' }, ...made() }));
  const { id } = await within((tx) => closeYear(tx, { year: 2026, ...made() }, { staff }));
  expect(await differences()).toEqual([]);
  await tamper('journal_lines', `UPDATE journal_lines SET amount = amount / 2 WHERE journal_id = ${id}`);
  expect(await differences()).toEqual([
    `Closing of a year ${id} (J2027-0001: Closing of the year 2026) is 3100 80.00, 5010 -80.00 in the books, and should be 3100 40.00, 5010 -40.00.`,
  ]);
  await tamper('journal_lines', `UPDATE journal_lines SET amount = amount * 2 WHERE journal_id = ${id}`);
  const body = { change: 'reverse', reason: 'A bill came.' } as const;
  await within((tx) => endJournal(tx, { id, body, ...made() }, { staff }));
  expect(await differences()).toEqual([]);
});
