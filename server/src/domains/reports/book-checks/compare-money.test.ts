import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#db/database.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { beginUndone } from '../../../../test/database/undone.ts';
import { forgeBooks } from '../../../../test/forge-books.ts';
import { startRefunds } from '../../../../test/refunds/harness.ts';
import { owing } from '../../../../test/refunds/owed.ts';
import { checkBooksNow } from './check-books.ts';

let office: Awaited<ReturnType<typeof startRefunds>>;
let money: string;
/** Where books are forged, and checked: all of it is undone after each test. */
let db: Db;
beforeAll(async () => {
  office = await startRefunds();
  // The first money: entry 1 has 300.00 of it, and entry 2 takes 270.00 back.
  money = await buildTransfer(office.it, { amount: '300.00', transaction_id: '77000000001' });
  await office.it.db.updateTable('transfers').set({ statement_amount: '30.00' }).where('id', '=', money).execute();
  const corrected = await office.decideMoney(money, { decision: 'correct', reason: 'A slip of a zero.' }, office.admin);
  expect(corrected.status).toBe(200);
});
beforeEach(async () => {
  const begun = await beginUndone(office.it.db);
  db = begun.db;
  return begun.undo;
});
afterAll(() => office.it.close());

const forge = (...statements: string[]) => forgeBooks(db, ...statements);
const differences = async () => (await checkBooksNow(db, () => office.it.clock.now)).differences;

/** Adds an entry after the last one, with two postings that balance. */
const added = (kind: string, subject: string, reverses = 'NULL'): string[] => [
  `INSERT INTO ledger_entries (number, day, kind, subject_id, reverses, description, posted_at, previous, hash)
    SELECT number + 1, day, '${kind}', ${subject}, ${reverses}, 'Another', posted_at, hash, sha256('x')
    FROM ledger_entries ORDER BY number DESC LIMIT 1`,
  `INSERT INTO ledger_postings SELECT number, line, account, amount, NULL, day
    FROM (SELECT number, day FROM ledger_entries ORDER BY number DESC LIMIT 1) AS last,
      (VALUES (1, '1030', 5), (2, '5050', -5)) AS posting (line, account, amount)`,
];

/** Adds two postings to an entry that balance and are on none of the accounts of its money. */
const moreOf = (entry: number): string =>
  `INSERT INTO ledger_postings SELECT number, line, account, amount, NULL, day FROM ledger_entries,
    (VALUES (3, '5050', 5), (4, '1030', -5)) AS posting (line, account, amount) WHERE number = ${entry}`;

test('money that was corrected agrees', async () => {
  expect(await differences()).toEqual([]);
});

describe('an entry of a change of money that was never made', () => {
  test('on other accounts than those of money', async () => {
    await forge(...added('money change', '999'));
    expect(await differences()).toEqual(['Change 999 of received money is in the books and was never made.']);
  });

  test('which was made, and is gone', async () => {
    await db.deleteFrom('transfer_changes').where('transfer_id', '=', money).execute();
    expect(await differences()).toContainEqual(
      expect.stringMatching(/^Change \d+ of received money is in the books and was never made\.$/),
    );
  });

  test('which was made of other money', async () => {
    const other = await buildTransfer({ ...office.it, db }, { amount: '40.00', transaction_id: '77000000002' });
    await db.updateTable('transfer_changes').set({ transfer_id: other }).where('transfer_id', '=', money).execute();
    expect((await differences()).slice(0, 2)).toEqual([
      `Money ${money} (77000000001) is GHS 300.00 in the books, and should be GHS 30.00.`,
      `Money ${other} (77000000002) is GHS -230.00 in the books, and should be GHS 40.00.`,
    ]);
  });
});

describe('money that is on other accounts than its own', () => {
  test.each([
    ['its entry', 1],
    ['a change of it', 2],
  ])('%s', async (_, entry) => {
    await forge(moreOf(entry));
    expect(await differences()).toEqual([
      `Money ${money} (77000000001) has 5.00 on 5050 in the books, and should be on 1000 and 2010 alone.`,
    ]);
  });

  test('on both, so that its sums are right', async () => {
    const opposite = `UPDATE ledger_postings SET amount = -amount WHERE entry = 2 AND account IN ('5050', '1030')`;
    await forge(moreOf(1), moreOf(2), opposite);
    expect(await differences()).toEqual([
      `Money ${money} (77000000001) has 5.00 on 5050 in the books, and should be on 1000 and 2010 alone.`,
    ]);
  });

  test('what nobody settled with it, on refunds to recover', async () => {
    await forge(`UPDATE ledger_postings SET account = '1100' WHERE entry = 2 AND account = '2010'`);
    expect((await differences())[0]).toBe(
      `Money ${money} (77000000001) has 270.00 on 1100 in the books, and should be on 1000 and 2010 alone.`,
    );
  });
});

test('a refund that money settled with another sum, or not at all', async () => {
  const { owedByPayer, recoverWith } = owing(office);
  const refund = await owedByPayer();
  const transfer = await office.unclaimed('200.00');
  expect((await office.change(refund, await recoverWith(transfer))).status).toBe(200);
  expect(await differences()).toEqual([]);
  const ofRecovery = `entry = (SELECT max(entry) FROM ledger_postings WHERE account = '1100')`;
  await forge(`UPDATE ledger_postings SET amount = amount / 2 WHERE ${ofRecovery}`);
  expect((await differences())[0]).toMatch(
    new RegExp(
      `^Money ${transfer} \\(.*\\) settled refunds of GHS 50\\.00 in the books, and should have settled GHS 100\\.00\\.$`,
    ),
  );
  await forge(
    `UPDATE ledger_postings SET amount = amount * 2 WHERE ${ofRecovery}`,
    `UPDATE ledger_postings SET account = '5050' WHERE ${ofRecovery} AND account = '1100'`,
  );
  expect((await differences())[0]).toMatch(
    new RegExp(`^Money ${transfer} \\(.*\\) is GHS 100\\.00 in the books, and should be GHS 200\\.00\\.$`),
  );
});

test('money that its own books took back', async () => {
  await forge(...added('money', money, '1'));
  expect(await differences()).toEqual([`Money ${money} (77000000001) was taken back in the books, and still stands.`]);
});

test.each([
  ['9000000000000000000', 'Journal 9000000000000000000 is in the books and was never posted.'],
  ['0', 'Entry N is of journal 0, a number that no record has.'],
  ['-7', 'Entry N is of journal -7, a number that no record has.'],
])('an entry of record %s, which is not among the numbers of records', async (subject, words) => {
  await forge(...added('journal', subject));
  const { number } = await db.selectFrom('ledger_head').select('number').executeTakeFirstOrThrow();
  expect(await differences()).toEqual([words.replace('Entry N', `Entry ${number}`)]);
});
