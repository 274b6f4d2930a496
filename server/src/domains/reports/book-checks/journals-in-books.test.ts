import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '#db/database.ts';
import { postedJournal } from '../../../../test/builders/books.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { beginUndone } from '../../../../test/database/undone.ts';
import { forgeBooks, tamperWith } from '../../../../test/forge-books.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { checkBooksNow } from './check-books.ts';

let it: TestApp;
let id: string;
/** Where a journal and its entry are changed, and checked: all of it is undone after each test. */
let db: Db;
beforeAll(async () => {
  it = await startApp();
  id = await postedJournal(it, (await buildCaller(it, 'Accounts')).headers);
});
beforeEach(async () => {
  const begun = await beginUndone(it.db);
  db = begun.db;
  return begun.undo;
});
afterAll(() => it.close());

const differences = async () => (await checkBooksNow(db, () => it.clock.now)).differences;
const RENT = '(J2026-0001: Rent of the office)';

test('a journal that nobody touched agrees', async () => {
  expect(await differences()).toEqual([]);
});

test.each([
  [
    'amount',
    'journal_lines',
    'UPDATE journal_lines SET amount = amount / 2',
    'is 5050 900.00, 5090 -900.00 in the books, and should be 5050 450.00, 5090 -450.00.',
  ],
  [
    'account',
    'journal_lines',
    `UPDATE journal_lines SET account = '5010' WHERE account = '5050'`,
    'is 5050 900.00, 5090 -900.00 in the books, and should be 5010 900.00, 5090 -900.00.',
  ],
  [
    'day',
    'journals',
    `UPDATE journals SET day = '2026-11-03'`,
    'is of 2 Nov 2026 in the books, and should be of 3 Nov 2026.',
  ],
])('a journal of which the %s was changed, and not its entry', async (_, table, statement, words) => {
  await tamperWith(db, table, statement);
  expect(await differences()).toEqual([`Journal ${id} ${RENT} ${words}`]);
});

test('a journal that was removed, or is a draft again', async () => {
  await tamperWith(db, 'journals', `UPDATE journals SET status = 'draft', posted_at = NULL, posted_by = NULL`);
  expect(await differences()).toEqual([`Journal ${id} is in the books and was never posted.`]);
  await tamperWith(db, 'journal_lines', 'DELETE FROM journal_lines');
  await tamperWith(db, 'journals', 'DELETE FROM journals');
  expect(await differences()).toEqual([`Journal ${id} is in the books and was never posted.`]);
});

test.each([
  [
    'amount',
    'UPDATE ledger_postings SET amount = amount / 2',
    'is 5050 450.00, 5090 -450.00 in the books, and should be 5050 900.00, 5090 -900.00.',
  ],
  [
    'account',
    `UPDATE ledger_postings SET account = '5010' WHERE account = '5050'`,
    'is 5010 900.00, 5090 -900.00 in the books, and should be 5050 900.00, 5090 -900.00.',
  ],
])('an entry of a journal with another %s', async (_, statement, words) => {
  await forgeBooks(db, statement);
  expect(await differences()).toEqual([`Journal ${id} ${RENT} ${words}`]);
});
