import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { foldTotals } from '#db/totals/fold-totals.ts';
import { verifyDay } from '#domains/ledger';
import { memoryFiles } from '#integrations/files/memory-files.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { keepAsIs } from '../../../../test/database/put-back.ts';
import { forgeBooks, tamperWith } from '../../../../test/forge-books.ts';
import { startDatabase, type TestApp } from '../../../../test/harness.ts';
import { checkBooksNow } from './check-books.ts';

let it: Pick<TestApp, 'db' | 'files' | 'clock' | 'close'>;
let putBack: () => Promise<void>;
beforeAll(async () => {
  it = { ...(await startDatabase()), files: memoryFiles(), clock: { now: new Date('2026-11-20T10:00:00Z') } };
  for (let n = 0; n < 4; n += 1) {
    it.clock.now = new Date(it.clock.now.getTime() + 60_000);
    const { driver } = await buildDriver(it);
    await buildPayment(it, submissionOf(driver), 'cleared');
  }
  await foldTotals(it.db);
  putBack = await keepAsIs(it);
});
beforeEach(() => putBack());
afterAll(() => it.close());

const run = (statement: string) => sql.raw(statement).execute(it.db);

const tamper = (...statements: string[]) => tamperWith(it.db, ['ledger_entries', 'ledger_postings'], ...statements);

const check = () => checkBooksNow(it.db, () => it.clock.now);
const firstOf = async () => (await check()).differences[0];

const entry = async (number: number): Promise<{ hash: Buffer; posted_at: Date }> =>
  it.db
    .selectFrom('ledger_entries')
    .select(['hash', 'posted_at'])
    .where('number', '=', String(number))
    .executeTakeFirstOrThrow();

const hashOf = async (number: number): Promise<string> => (await entry(number)).hash.toString('hex');

test('books that nobody touched are proved, with their postings and their last hash', async () => {
  const found = await check();
  const { rows } = await sql<{ count: string }>`SELECT count(*) AS count FROM ledger_postings`.execute(it.db);
  expect(found).toMatchObject({ differences: [], by_command: true, ended_at: it.clock.now, last_entry: '4' });
  expect(found.postings).toBe(rows[0]?.count);
  expect(found.last_hash?.toString('hex')).toBe(await hashOf(4));
});

describe('a row that was changed by SQL is named', () => {
  test('an amount', async () => {
    await tamper('UPDATE ledger_postings SET amount = amount + 1 WHERE entry = 2 AND line = 1');
    const { differences } = await check();
    expect(differences.slice(0, 2)).toEqual([
      expect.stringMatching(
        /^Entry 2 is not what its hash says\. It is now payment \d+ of 20 Nov 2026, .*: 1000 201\.00, /,
      ),
      expect.stringMatching(/^Entry 2 does not balance: its debits and credits differ by GHS 1\.00/),
    ]);
    expect(differences).toContainEqual(
      expect.stringMatching(
        /^Account 1000 MoMo.*, 20 Nov 2026: the postings are GHS 801\.00 in 4 postings, and the kept total is GHS 800\.00/,
      ),
    );
  });

  test('amounts of both sides', async () => {
    await tamper('UPDATE ledger_postings SET amount = amount * 2 WHERE entry = 3');
    expect(await firstOf()).toMatch(/^Entry 3 is not what its hash says\. .*1000 400\.00, 4000-RF -400\.00/);
  });

  test('a day', async () => {
    await tamper(`UPDATE ledger_postings SET day = '2026-11-19' WHERE entry = 2 AND line = 1`);
    const { differences } = await check();
    expect(differences.slice(0, 2)).toEqual([
      expect.stringMatching(/^Entry 2 is not what its hash says/),
      'Entry 2 is of 20 Nov 2026, and its posting on 1000 of 19 Nov 2026.',
    ]);
    await tamper(
      `UPDATE ledger_postings SET day = '2026-11-19' WHERE entry = 2`,
      `UPDATE ledger_entries SET day = '2026-11-19' WHERE number = 2`,
    );
    expect(await firstOf()).toMatch(/^Entry 2 is not what its hash says\. It is now payment \d+ of 19 Nov 2026/);
  });

  test('an account', async () => {
    await tamper(`UPDATE ledger_postings SET account = '1010' WHERE entry = 4 AND line = 1`);
    expect(await firstOf()).toMatch(/^Entry 4 is not what its hash says\. .*: 1010 200\.00, 4000-RF -200\.00/);
  });

  test('an entry that was removed, amid the others and at their end', async () => {
    await tamper('DELETE FROM ledger_postings WHERE entry = 2', 'DELETE FROM ledger_entries WHERE number = 2');
    expect(await firstOf()).toBe('Entry 2 is missing before entry 3.');
    await tamper('DELETE FROM ledger_postings WHERE entry > 3', 'DELETE FROM ledger_entries WHERE number > 3');
    expect((await check()).differences).toContain('Entry 4 is missing at the end of the books.');
  });

  test('an entry that was inserted', async () => {
    await tamper(
      `INSERT INTO ledger_entries (number, day, kind, subject_id, description, posted_at, previous, hash)
        SELECT 5, day, kind, 999, 'Another', posted_at, hash, sha256('x') FROM ledger_entries WHERE number = 4`,
      `INSERT INTO ledger_postings SELECT 5, line, account, amount, driver_id, day FROM ledger_postings WHERE entry = 4`,
    );
    const { differences } = await check();
    expect(differences[0]).toMatch(/^Entry 5 is not what its hash says\. It is now payment 999 of/);
    expect(differences).toContain('Entry 5 stands after entry 4, which is the head of the books.');
    expect(differences).toContain('Payment 999 is in the books and was never cleared.');
  });

  test('an entry in the place of another, with a hash of its own', async () => {
    await tamper(
      `UPDATE ledger_entries SET description = 'Another' WHERE number = 2`,
      'UPDATE ledger_entries SET hash = ledger_hash(ledger_entries) WHERE number = 2',
    );
    expect(await firstOf()).toBe('Entry 3 does not follow entry 2: entry 2 was another one when it was posted.');
  });

  test('a posting that was removed', async () => {
    await tamper('DELETE FROM ledger_postings WHERE entry = 1 AND line = 2');
    expect(await firstOf()).toMatch(/^Entry 1 is not what its hash says\. .*: 1000 200\.00\.$/);
    await tamper('DELETE FROM ledger_postings WHERE entry = 1');
    expect(await firstOf()).toMatch(/^Entry 1 is not what its hash says\. .*: no postings\.$/);
  });

  test('an entry of a kind that nothing posts', async () => {
    await tamper(`UPDATE ledger_entries SET kind = 'gift' WHERE number = 3`);
    expect((await check()).differences).toContain('Entry 3 is of the kind ‘gift’, which nothing in the product posts.');
  });
});

test.each([
  [
    `grain = 'day'`,
    /^Account 1000 MoMo.*, 20 Nov 2026: the postings are GHS 800\.00 in 4 postings, and the kept total is GHS 805/,
  ],
  [`grain = 'month'`, /^Account 1000 MoMo.*, November 2026: the postings are GHS 800\.00/],
  [`grain = 'all'`, /^Account 1000 MoMo.*: the kept balance is GHS 805\.00, and its months come to GHS 800\.00\.$/],
])('a kept total of %s that was changed is named', async (where, sentence) => {
  await run(`UPDATE totals SET amount = amount + 5 WHERE measure = 'ledger' AND key = '1000' AND ${where}`);
  expect(await firstOf()).toMatch(sentence);
});

test('a kept total of a month that has nothing is named', async () => {
  await run(`INSERT INTO totals VALUES ('ledger', '1010', 'day', '2025-03-04', 1, 12)`);
  expect(await firstOf()).toMatch(
    /^Account 1010 .*, 4 Mar 2025: the postings are GHS 0\.00 in 0 postings, and the kept total is GHS 12\.00 in 1 posting\.$/,
  );
});

describe('a kept sum of payments that was changed is named', () => {
  test.each([
    [
      `measure = 'received' AND key = 'RF' AND grain = 'day'`,
      'Cleared payments of type RF, 20 Nov 2026: the postings are GHS 800.00 in 4 postings, and the kept total is GHS 805.00 in 4 postings.',
    ],
    [
      `measure = 'received:momo' AND key = '' AND grain = 'month'`,
      'Cleared payments by MoMo of all types, November 2026: the postings are GHS 800.00 in 4 postings, and the kept total is GHS 805.00 in 4 postings.',
    ],
    [
      `measure = 'received' AND key = '' AND grain = 'all'`,
      'Cleared payments of all types: the kept sum is GHS 805.00, and its months come to GHS 800.00.',
    ],
  ])('%s', async (where, sentence) => {
    await run(`UPDATE totals SET amount = amount + 5 WHERE ${where}`);
    expect(await firstOf()).toBe(sentence);
  });

  test('removed ones, ones of a month without payments, and ones that are not folded yet', async () => {
    await run(`DELETE FROM totals WHERE measure = 'received:momo'`);
    expect(await firstOf()).toMatch(
      /^Cleared payments by MoMo of type RF, 20 Nov 2026: .* 4 postings, and the kept total is GHS 0\.00 in 0 postings\.$/,
    );
    await run(`INSERT INTO totals VALUES ('returned', 'RF', 'day', '2025-03-04', 1, -12)`);
    expect(await firstOf()).toMatch(
      /^Reversed payments of type RF, 4 Mar 2025: the postings are GHS 0\.00 in 0 postings/,
    );
    await run('DELETE FROM totals; DELETE FROM total_deltas');
    await run(`INSERT INTO total_deltas VALUES ('received:bank', 'RF', '2026-10-04', 1, 9)`);
    expect((await check()).differences).toContainEqual(
      expect.stringMatching(/^Cleared payments by Bank transfer of type RF, 4 Oct 2026: /),
    );
  });
});

test('a payment that reports count on the day of its posting agrees there', async () => {
  it.clock.now = new Date('2027-01-20T09:00:00Z');
  const { driver } = await buildDriver(it);
  const claim = { ...submissionOf(driver), transaction_date: '2026-11-25' };
  await buildPayment(it, claim, 'reversed');
  expect((await check()).differences).toEqual([]);
  await foldTotals(it.db);
  await run(`DELETE FROM totals WHERE measure = 'returned' AND period LIKE '2027-01%'`);
  expect(await firstOf()).toMatch(
    /^Reversed payments of type RF, 20 Jan 2027: the postings are GHS -200\.00 in 1 posting/,
  );
});

test('totals that are not folded yet count', async () => {
  const { driver } = await buildDriver(it);
  await buildPayment(it, submissionOf(driver), 'cleared');
  expect((await check()).differences).toEqual([]);
  await run(`UPDATE total_deltas SET amount = amount + 1 WHERE measure = 'ledger' AND key = '1000'`);
  expect(await firstOf()).toMatch(/^Account 1000 MoMo/);
});

/** Writes the chain anew from an entry on, as a person does who knows how it is made. */
const rewriteFrom = (number: number): Promise<void> =>
  forgeBooks(it.db, `UPDATE ledger_entries SET description = 'Another' WHERE number = ${number}`);

const verify = (hash: string, day: string) => verifyDay(it.db, { hash, day, now: it.clock.now });

describe('a chain that was written anew from an entry on', () => {
  test('is consistent, and is found by the hash that was sent', async () => {
    const sent = (await hashOf(4)).slice(0, 12);
    expect(await verify(sent, '2026-11-20')).toMatchObject({ holds: true });
    await rewriteFrom(2);
    expect((await check()).differences).toEqual([]);
    expect(await verify(sent, '2026-11-20')).toEqual({
      holds: false,
      words: expect.stringMatching(
        new RegExp(`^No\\. No entry of the books has a hash that begins with ${sent}\\. The last entry .* is 4, whose`),
      ),
    });
  });

  test('is found by what earlier checks keep, where nobody has changed that too', async () => {
    await check();
    await rewriteFrom(2);
    expect((await check()).differences).toEqual([
      expect.stringMatching(/^Entry 4 has another hash than the check of 20 Nov 2026, 10:04 keeps of it\.$/),
    ]);
  });
});

describe('verifying a day', () => {
  test('says yes for a hash that was the last one that day, and how many came later', async () => {
    expect(await verify((await hashOf(4)).slice(0, 8), '20/11/2026')).toEqual({
      holds: true,
      words:
        'Yes. The books still contain 20 Nov 2026 as it was sent: entry 4 of 20 Nov 2026, 10:04, and all before it, are as they were.',
    });
    expect((await verify((await hashOf(2)).toUpperCase(), '2026-11-20')).words).toMatch(
      / Later on that day 2 more were posted\.$/,
    );
  });

  test('a day on which nothing was posted has the hash of the last one before', async () => {
    const hash = await hashOf(4);
    it.clock.now = new Date('2026-11-23T08:00:00Z');
    expect(await verify(hash, '2026-11-21')).toMatchObject({ holds: true });
    it.clock.now = new Date('2026-11-22T08:00:00Z');
    const { driver } = await buildDriver(it);
    await buildPayment(it, submissionOf(driver), 'cleared');
    expect(await verify(hash, '2026-11-22')).toMatchObject({ holds: true });
    it.clock.now = new Date('2026-11-23T08:00:00Z');
    expect(await verify(hash, '2026-11-23')).toEqual({
      holds: false,
      words:
        'No. That hash is of entry 4, which was posted on 20 Nov 2026 and was the last one until 22 Nov 2026, not on 23 Nov 2026.',
    });
    expect(await verify(await hashOf(5), '2026-11-20')).toEqual({
      holds: false,
      words: 'No. That hash is of entry 5, which was posted on 22 Nov 2026, not on 20 Nov 2026.',
    });
  });

  test('refuses a day to come, since nothing of it can have been sent', async () => {
    await expect(verify(await hashOf(4), '2026-11-21')).rejects.toThrow(
      'Nothing of 21 Nov 2026 can have been sent yet.',
    );
  });

  test('names the break where the chain does not hold before it', async () => {
    await tamper('UPDATE ledger_postings SET amount = amount * 2 WHERE entry = 2');
    expect(await verify(await hashOf(4), '2026-11-20')).toEqual({
      holds: false,
      words: expect.stringMatching(/^No\. The chain is broken before that hash\. Entry 2 is not what its hash says\./),
    });
    expect(await verify(await hashOf(1), '2026-11-20')).toMatchObject({ holds: true });
  });

  test.each([
    ['1234567', '2026-11-20', /is no hash\. It has 8 to 64/],
    ['12345678x', '2026-11-20', /is no hash/],
    ['%', '2026-11-20', /is no hash/],
    ['12345678', '31/02/2026', /‘31\/02\/2026’ is not a date/],
    ['12345678', 'yesterday', /is not a date/],
  ])('%s on %s is refused', async (hash, day, words) => {
    await expect(verify(hash, day)).rejects.toThrow(words);
  });

  test('empty books have no such hash', async () => {
    const fresh = await startDatabase();
    onTestFinished(fresh.close);
    expect((await verifyDay(fresh.db, { hash: 'abcdef12', day: '2026-11-20', now: it.clock.now })).words).toMatch(
      /The books have no entry up to that day\./,
    );
  });
});
