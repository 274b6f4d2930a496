import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refuseApproval } from '#domains/approvals';
import { cashUpApproval, closeMonth, countCashAgain } from '#domains/books';
import { staffDirectory as staff } from '#domains/identity';
import type { Caller } from '#lib/caller.ts';
import { buildBookkeeper, buildCashUp, buildExpense, countOfCoins } from '../../../../test/builders/books.ts';
import { setCompany } from '../../../../test/builders/company.ts';
import { beginUndone } from '../../../../test/database/undone.ts';
import { forgeBooks, tamperWith } from '../../../../test/forge-books.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { tellOwner } from '../owner-message/tell-owner.ts';
import { checkBooksNow } from './check-books.ts';
import { compareKeptHashes } from './compare-kept-hashes.ts';

let started: TestApp;
let clerk: Caller;
let other: Caller;
beforeAll(async () => {
  started = await startApp();
  [clerk, other] = [await buildBookkeeper(started), await buildBookkeeper(started)];
});
afterAll(() => started.close());

/** Each test keeps books of its own, which begin empty and are undone after it. */
let it: Pick<TestApp, 'db' | 'clock'>;
beforeEach(async () => {
  const { db, undo } = await beginUndone(started.db);
  it = { db, clock: { now: started.clock.now } };
  return undo;
});

const differences = async () => (await checkBooksNow(it.db, () => it.clock.now)).differences;
const spend = () => buildExpense(it, clerk);

const closeOctober = async (): Promise<void> => {
  const asked = { month: '2026-10', body: {}, by: clerk, now: it.clock.now };
  await it.db.transaction().execute((tx) => closeMonth(tx, asked));
};

const tell = async (): Promise<void> => {
  await setCompany(it.db, { owner_numbers: ['+233245550001'] });
  it.clock.now = new Date('2026-11-20T20:00:00Z');
  expect(await tellOwner(it.db, it.clock.now, { makesBackups: false })).not.toBeNull();
};

const count = () => buildCashUp(it, clerk);

/** Counts, spends once more after another person did not agree, and counts again. */
const countTwice = async (): Promise<void> => {
  const { id, approval } = await count();
  const { now } = it.clock;
  const refused = { id: approval, body: { reason: 'Count again.' }, by: other, now };
  const deps = { definitions: new Map([[cashUpApproval.kind, cashUpApproval]]) };
  await it.db.transaction().execute((tx) => refuseApproval(tx, refused, deps));
  await spend();
  await it.db.transaction().execute(async (tx) => {
    await countCashAgain(tx, { id, body: { counts: await countOfCoins(tx) }, by: clerk, now }, { staff });
  });
  // The first count goes, so that the second is alone with its own print.
  await tamperWith(it.db, ['cash_up_pieces', 'cash_up_counts'], 'DELETE FROM cash_up_pieces WHERE attempt = 1');
  await tamperWith(it.db, 'cash_up_counts', 'DELETE FROM cash_up_counts WHERE attempt = 1');
};

describe('books with an entry of October', () => {
  beforeEach(async () => {
    // Entry 1; the next one is of November.
    await buildExpense(it, clerk, '2026-10-12');
  });

  test.each([
    ['closed months', closeOctober, 1, 'the closing of October 2026'],
    ['messages to the owner', tell, 1, 'the owner’s message of 20 Nov 2026'],
    ['counts of cash', count, 1, 'the count of C2026-0001'],
    ['second counts', countTwice, 2, 'the count of C2026-0001'],
  ])('a chain that was written anew is found by the hashes that %s keep', async (_, keep, entry, where) => {
    await keep();
    await spend();
    expect(await compareKeptHashes(it.db)).toEqual([]);
    // An entry of after what is kept leaves the kept hash as it was.
    const described = (number: number) => `UPDATE ledger_entries SET description = 'Another' WHERE number = ${number}`;
    await forgeBooks(it.db, described(entry + 1));
    expect(await compareKeptHashes(it.db)).toEqual([]);
    await forgeBooks(it.db, described(entry));
    expect(await differences()).toEqual([`Entry ${entry} has another hash than ${where} keeps of it.`]);
  });

  test('a chain that was written anew is named once by each that keeps its hashes, at the first entry', async () => {
    await closeOctober();
    await count();
    await spend();
    await tell();
    expect(await differences()).toEqual([]);
    await forgeBooks(it.db, `UPDATE ledger_entries SET description = 'Another' WHERE number = 1`);
    expect(await differences()).toEqual([
      'Entry 1 has another hash than the closing of October 2026 keeps of it.',
      'Entry 2 has another hash than the owner’s message of 20 Nov 2026 keeps of it.',
      'Entry 1 has another hash than the count of C2026-0001 keeps of it.',
      'Entry 2 has another hash than the check of 20 Nov 2026, 20:00 keeps of it.',
    ]);
  });
});

test('the chain is held against checks that found something else', async () => {
  await buildExpense(it, clerk);
  await tamperWith(it.db, 'expenses', 'UPDATE expenses SET amount = 8');
  expect(await differences()).toHaveLength(1);
  await tamperWith(it.db, 'expenses', 'UPDATE expenses SET amount = 80');
  await forgeBooks(it.db, `UPDATE ledger_entries SET description = 'Another'`);
  expect(await differences()).toEqual([expect.stringMatching(/^Entry 1 has another hash than the check of /)]);
});

test('a count of before the first entry keeps nothing of the books', async () => {
  await buildCashUp(it, clerk);
  expect(await compareKeptHashes(it.db)).toEqual([]);
});
