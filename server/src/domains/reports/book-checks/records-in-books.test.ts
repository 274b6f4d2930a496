import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db, Tx } from '#db/database.ts';
import { closeMonth, closeYear, endJournal, voidExpense } from '#domains/books';
import { staffDirectory as staff } from '#domains/identity';
import type { Caller } from '#lib/caller.ts';
import { buildAgreedCashUp, buildBookkeeper, buildExpense } from '../../../../test/builders/books.ts';
import { beginUndone } from '../../../../test/database/undone.ts';
import { forgeBooks, tamperWith } from '../../../../test/forge-books.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { checkBooksNow } from './check-books.ts';

let app: TestApp;
let clerk: Caller;
let other: Caller;
beforeAll(async () => {
  app = await startApp();
  [clerk, other] = [await buildBookkeeper(app), await buildBookkeeper(app)];
});
afterAll(() => app.close());

let it: { db: Db; clock: { now: Date } };
let undo: () => Promise<void>;
beforeEach(async () => {
  const { db, ...open } = await beginUndone(app.db);
  it = { db, clock: { now: app.clock.now } };
  ({ undo } = open);
});
afterEach(() => undo());

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => it.db.transaction().execute(work);
const differences = async () => (await checkBooksNow(it.db, () => it.clock.now)).differences;

const tamper = (table: string, statement: string) => tamperWith(it.db, table, statement);

const spend = () => buildExpense(it, clerk);
const countCash = () => buildAgreedCashUp(it, clerk, other);

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
  const id = await countCash();
  expect(await differences()).toEqual([]);
  await tamper('cash_ups', `UPDATE cash_ups SET counted = 4 WHERE id = ${id}`);
  expect(await differences()).toEqual([
    `Difference of cash-up ${id} (C2026-0001: cash over) is 1010 10.00, 5110 -10.00 in the books, and should be 1010 4.00, 5110 -4.00.`,
    `Difference of cash-up ${id} (C2026-0001: cash over): its sum counted was ‘10.00’ when entry 1 was posted, and is ‘4.00’ now.`,
  ]);
  await tamper('cash_ups', `UPDATE cash_ups SET counted = expected WHERE id = ${id}`);
  expect(await differences()).toEqual([`Difference of cash-up ${id} is in the books and was never approved.`]);
});

const closing = () => ({ by: clerk, now: it.clock.now });

/** Closes 2026, in which 80.00 were spent. */
const endYear = async (): Promise<string> => {
  await spend();
  it.clock.now = new Date('2027-01-12T10:00:00Z');
  await within((tx) => closeMonth(tx, { month: '2026-11', body: { reason: 'All is done.' }, ...closing() }));
  return (await within((tx) => closeYear(tx, { year: 2026, ...closing() }, { staff }))).id;
};

test('a closing of a year is compared with its journal', async () => {
  const id = await endYear();
  expect(await differences()).toEqual([]);
  await tamper('journal_lines', `UPDATE journal_lines SET amount = amount / 2 WHERE journal_id = ${id}`);
  expect(await differences()).toEqual([
    `Closing of a year ${id} (J2027-0001: Closing of the year 2026) is 3100 80.00, 5010 -80.00 in the books, and should be 3100 40.00, 5010 -40.00.`,
  ]);
  await tamper('journal_lines', `UPDATE journal_lines SET amount = amount * 2 WHERE journal_id = ${id}`);
  const body = { change: 'reverse', reason: 'A bill came.' } as const;
  await within((tx) => endJournal(tx, { id, body, ...closing() }, { staff }));
  expect(await differences()).toEqual([]);
});

const TYRES = '(E2026-0001: Kofi Tyres, Two tyres)';

/** Removes an entry with its postings. */
const removed = (number: number): string[] => [
  `DELETE FROM ledger_postings WHERE entry = ${number}`,
  `DELETE FROM ledger_entries WHERE number = ${number}`,
];

/** Adds a copy of the only entry under other columns, with its postings. */
const copied = (columns: string): string[] => [
  `INSERT INTO ledger_entries (number, day, kind, subject_id, reverses, description, posted_at, previous, hash)
    SELECT 2, day, ${columns}, description, posted_at, hash, sha256('x') FROM ledger_entries WHERE number = 1`,
  'INSERT INTO ledger_postings SELECT 2, line, account, amount, driver_id, day FROM ledger_postings WHERE entry = 1',
];

/** Moves entries, with their postings, to another day. */
const moved = (day: string): string[] => [
  `UPDATE ledger_entries SET day = '${day}'`,
  `UPDATE ledger_postings SET day = '${day}'`,
];

describe('whoever writes the chain and the totals anew is found by the records', () => {
  test.each([
    [
      'another amount',
      ['UPDATE ledger_postings SET amount = amount / 2'],
      `is 1010 -40.00, 5010 40.00 in the books, and should be 1010 -80.00, 5010 80.00.`,
    ],
    [
      'another account',
      [`UPDATE ledger_postings SET account = '1020' WHERE account = '1010'`],
      `is 1020 -80.00, 5010 80.00 in the books, and should be 1010 -80.00, 5010 80.00.`,
    ],
    [
      'postings more',
      [
        `INSERT INTO ledger_postings SELECT 1, 3, '1010', -5, NULL, day FROM ledger_entries`,
        `INSERT INTO ledger_postings SELECT 1, 4, '5050', 5, NULL, day FROM ledger_entries`,
      ],
      `is 1010 -5.00, 1010 -80.00, 5010 80.00, 5050 5.00 in the books, and should be 1010 -80.00, 5010 80.00.`,
    ],
    ['no postings', ['DELETE FROM ledger_postings'], `is nothing in the books, and should be 1010 -80.00, 5010 80.00.`],
    ['another day', moved('2026-11-18'), 'is of 18 Nov 2026 in the books, and should be of 19 Nov 2026.'],
    ['no entry', removed(1), 'was posted and is not in the books.'],
  ])('an expense: %s', async (_, statements, words) => {
    const { id } = await spend();
    await forgeBooks(it.db, ...statements);
    expect(await differences()).toEqual([`Expense ${id} ${TYRES} ${words}`]);
  });

  test('an entry of an expense that there never was', async () => {
    await spend();
    await forgeBooks(it.db, ...copied(`'expense', 999, NULL`));
    expect(await differences()).toEqual(['Expense 999 is in the books and was never posted.']);
  });

  test('an expense whose void took back something else', async () => {
    const { id } = await spend();
    const asked = { id, body: { reason: 'They were returned.' }, by: clerk, now: it.clock.now };
    await within((tx) => voidExpense(tx, asked, { staff }));
    await forgeBooks(it.db, 'UPDATE ledger_postings SET amount = amount / 4 WHERE entry = 2');
    expect(await differences()).toEqual([
      `Expense ${id} ${TYRES} was made void, and the books took back 1010 20.00, 5010 -20.00, and should have 1010 80.00, 5010 -80.00.`,
    ]);
  });

  test('an entry that takes back what is not its own', async () => {
    await spend();
    await forgeBooks(it.db, ...copied(`'cash-up', 7, 1`));
    expect(await differences()).toEqual(['Entry 2 takes back entry 1, which is of another record.']);
  });

  test.each([
    [
      'another amount',
      ['UPDATE ledger_postings SET amount = amount / 2'],
      'is 1010 5.00, 5110 -5.00 in the books, and should be 1010 10.00, 5110 -10.00.',
    ],
    ['another day', moved('2026-11-18'), 'is of 18 Nov 2026 in the books, and should be of 20 Nov 2026.'],
    ['no entry', removed(1), 'was approved and is not in the books.'],
  ])('a cash-up: %s', async (_, statements, words) => {
    const id = await countCash();
    await forgeBooks(it.db, ...statements);
    expect(await differences()).toEqual([`Difference of cash-up ${id} (C2026-0001: cash over) ${words}`]);
  });

  test('a cash-up that was removed', async () => {
    const id = await countCash();
    for (const table of ['cash_up_pieces', 'cash_up_counts']) await tamper(table, `DELETE FROM ${table}`);
    await tamper('cash_ups', `DELETE FROM cash_ups WHERE id = ${id}`);
    expect(await differences()).toEqual([`Difference of cash-up ${id} is in the books and was never approved.`]);
  });

  test.each([
    [
      'another amount',
      ['UPDATE ledger_postings SET amount = amount / 2 WHERE entry = 2'],
      'is 3100 40.00, 5010 -40.00 in the books, and should be 3100 80.00, 5010 -80.00.',
    ],
    ['no entry', removed(2), 'was posted and is not in the books.'],
  ])('a closing of a year: %s', async (_, statements, words) => {
    const id = await endYear();
    await forgeBooks(it.db, ...statements);
    expect(await differences()).toContain(`Closing of a year ${id} (J2027-0001: Closing of the year 2026) ${words}`);
  });

  test('a closing of a year that was removed', async () => {
    const id = await endYear();
    await tamper('journals', `DELETE FROM journals WHERE id = ${id}`);
    expect(await differences()).toEqual([`Closing of a year ${id} is in the books and was never posted.`]);
  });
});
