import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { checkBooks } from '../../../../test/book-checks.ts';
import { fillAccount } from '../../../../test/builders/books.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { beginUndone } from '../../../../test/database/undone.ts';
import { forgeBooks, tamperWith } from '../../../../test/forge-books.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { compareOwed } from './compare-money.ts';

let started: TestApp;
beforeAll(async () => {
  started = await startApp();
});
afterAll(() => started.close());

/** Each test has books of its own, which begin empty; most of them are undone after it. */
let it: Pick<TestApp, 'db' | 'clock' | 'files'>;
const begin = async () => {
  const { db, undo } = await beginUndone(started.db);
  it = { ...started, db };
  return undo;
};

const run = (statement: string) => sql.raw(statement).execute(it.db);

const check = () => checkBooks(it);

/** A cleared, a reversed, a credited and an overpaid payment, and claims that are not booked. */
const business = async () => {
  const { driver } = await buildDriver(it);
  const fee = await buildPayment(it, submissionOf(driver, { amount: '250.00' }), 'cleared');
  await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'), 'reversed');
  const again = await buildPayment(it, submissionOf((await buildDriver(it)).driver));
  await changePayment(it, again, 'credit');
  await buildPayment(it, subscriptionOf(driver, 2026, 'DECEMBER'), 'rejected');
  await buildPayment(it, subscriptionOf(driver, 2026, 'OCTOBER'));
  return { fee, again };
};

describe('books', () => {
  beforeEach(begin);

  test('books that were kept as they should be agree', async () => {
    await business();
    expect(await check()).toMatchObject({ difference_count: '0', differences: [], ended_at: it.clock.now });
  });

  test('hands and lone decisions that were deleted are named by each check from then on', async () => {
    const { id } = await buildCaller(started, 'Accounts');
    const hand = { account_id: id, what: 'wrote', subject_kind: 'journal', at: it.clock.now };
    const rows = ['1', '2', '3'].map((subject_id) => ({ ...hand, subject_id }));
    await it.db.insertInto('hands').values(rows).execute();
    const { what: _, ...alone } = {
      ...hand,
      action: 'approvals.approve' as const,
      subject_id: '1',
      subject: 'J2026-0001',
    };
    await it.db.insertInto('alone_decisions').values(alone).execute();
    expect((await check()).differences).toEqual([]);
    await tamperWith(it.db, ['hands', 'alone_decisions'], `DELETE FROM hands WHERE subject_id = '2'`);
    await it.db.insertInto('hands').values(rows.slice(0, 1)).execute();
    const lost = expect.stringMatching(
      /^Of \d+ hands in records that the check of 20 Nov 2026, .* counted, \d+ are left\.$/,
    );
    expect((await check()).differences).toEqual([lost]);
    await tamperWith(it.db, 'alone_decisions', 'DELETE FROM alone_decisions');
    const alike = expect.stringMatching(/^Of 1 decisions made alone that .* counted, 0 are left\.$/);
    expect((await check()).differences).toEqual([lost, alike]);
  });

  test('a journal over money that records keep is named with its people', async () => {
    await fillAccount(it, await buildCaller(started, 'Accounts'), { account: '1020' });
    const forge = async (from: string, to: string) => {
      const forged = `account = '${to}' WHERE account = '${from}'`;
      await tamperWith(it.db, 'journal_lines', `UPDATE journal_lines SET ${forged}`);
      await forgeBooks(it.db, `UPDATE ledger_postings SET ${forged}`);
    };
    await forge('1020', '2301');
    expect((await check()).differences).toEqual([
      expect.stringMatching(
        /^Account 2301 is posted by shares of stool land alone\. Journals moved it: J2026-0001 \(written by \S+, posted by \S+\)\.$/,
      ),
    ]);
    await forge('2301', '2010');
    expect((await check()).differences).toContainEqual(
      expect.stringMatching(
        /^Unallocated money is GHS -5,000\.00 in the books, .* Journals moved it: J2026-0001 \(written by \S+, posted by \S+\)\.$/,
      ),
    );
  });

  test('kept sums of land by zone are held against the postings', async () => {
    await business();
    await run(`INSERT INTO total_deltas (measure, key, day, count, amount)
      VALUES ('land-zone:received', 'CC1000 7', '2026-11-20', 1, 50)`);
    const of = (days: string) => expect.stringContaining(`${days}: the postings are GHS 0.00 in 0 postings`);
    const whats = ['type CC1000, zone 7', 'all zones'].map((what) => `Cleared payments for land of ${what}`);
    expect((await check()).differences).toEqual(
      whats.flatMap((what) => [of(`${what}, 20 Nov 2026`), of(`${what}, November 2026`)]),
    );
  });

  test('empty books agree', async () => {
    expect(await check()).toMatchObject({ difference_count: '0', records: '0' });
  });

  test('each payment that is not in the books as it is gets a sentence', async () => {
    const { fee, again } = await business();
    await run(`UPDATE payments SET amount = 260 WHERE id = ${fee}`);
    await run(`UPDATE payments SET status = 'submitted', is_credit = false WHERE id = ${again}`);
    await run(`UPDATE payments SET status = 'cleared' WHERE status = 'submitted' AND payment_month = 10`);
    const { differences } = await check();
    // The receipts differ too, which the test of receipts looks at.
    expect((differences as string[]).filter((one) => !one.includes('receipt'))).toEqual([
      expect.stringMatching(
        /is 1000 250.00, 2000 -50.00 of driver \d+, 4000-RF -200.00 in the books, and should be 1000 260/,
      ),
      expect.stringContaining('was cleared and is not in the books'),
      `Payment ${again} is in the books and was never cleared.`,
    ]);
  });

  test('each use of credit that is not in the books as it is gets a sentence', async () => {
    const { driver } = await buildDriver(it, { plan: 'monthly' });
    await buildPayment(it, submissionOf(driver, { amount: '9000.00' }), 'cleared');
    const used = async (type_code: string): Promise<string> => {
      const uses = it.db.selectFrom('credit_uses').select('id').where('driver_id', '=', driver.id);
      return (await uses.where('type_code', '=', type_code).executeTakeFirstOrThrow()).id;
    };
    const [month, device] = [await used('SS'), await used('DP')];
    expect((await check()).differences).toEqual([]);
    await run(`UPDATE credit_uses SET amount = amount + 1 WHERE id = ${month}`);
    await run(`UPDATE credit_uses SET status = 'returned', status_reason = 'x' WHERE id = ${device}`);
    await run(`INSERT INTO credit_uses (driver_id, type_code, period, payment_year, payment_month, amount, used_on, used_by, used_at)
    SELECT driver_id, type_code, period, payment_year, 10, amount, used_on, used_by, used_at FROM credit_uses WHERE id = ${month}`);
    const { differences } = await check();
    expect((differences as string[]).toSorted()).toEqual([
      expect.stringMatching(/^Use of credit \d+ \(DP\) was returned, and the books did not take it back\.$/),
      expect.stringMatching(/^Use of credit \d+ \(SS November 2026\) is 2000 .* in the books, and should be 2000 /),
      expect.stringMatching(/^Use of credit \d+ \(SS October 2026\) was made and is not in the books\.$/),
    ]);
  });

  test('each payment whose receipt is not as it should be gets a sentence', async () => {
    const { fee, again } = await business();
    const { driver } = await buildDriver(it);
    const other = await buildPayment(it, submissionOf(driver), 'cleared');
    const void_reason = 'behind the back';
    await run('ALTER TABLE receipts DISABLE TRIGGER USER');
    await run(
      `UPDATE receipts SET amount = 5, lines = '[{"text": "FEE", "amount": "5.00"}]' WHERE subject_id = ${fee}`,
    );
    await run(
      `UPDATE receipts SET status = 'void', void_reason = '${void_reason}', voided_at = now() WHERE subject_id = ${again}`,
    );
    await run(
      `UPDATE receipts SET status = 'issued', void_reason = NULL, voided_at = NULL WHERE status = 'void' AND void_reason <> '${void_reason}'`,
    );
    await run(`DELETE FROM receipts_to_text WHERE number = (SELECT number FROM receipts WHERE subject_id = ${other})`);
    await run(`DELETE FROM receipts WHERE subject_id = ${other}`);
    expect((await check()).differences).toEqual([
      expect.stringMatching(/has the receipt R000001 of GHS 5.00, and should have one of GHS 250.00\.$/),
      expect.stringMatching(/was reversed, and its receipt R000002 is not void\.$/),
      expect.stringMatching(/is cleared, and its receipt R000003 is void\.$/),
      expect.stringMatching(/was cleared and has no receipt\.$/),
      'The receipt R000004 is missing.',
    ]);
  });

  test('an entry that was changed behind the books’ back gets a sentence', async () => {
    await business();
    await run('ALTER TABLE ledger_entries DISABLE TRIGGER USER');
    await run(`UPDATE ledger_entries SET description = 'Something else' WHERE number = 2`);
    expect((await check()).differences).toEqual([
      expect.stringMatching(
        /^Entry 2 is not what its hash says\. It is now payment \d+ of 20 Nov 2026, ‘Something else’: /,
      ),
    ]);
  });
});

test('whoever may clear can ask for a check, readers see the result, and others neither', async () => {
  const { headers } = await buildCaller(started, 'SuperUser');
  const asked = await started.app.inject({ method: 'POST', url: '/api/book_checks', headers });
  expect(asked.json()).toEqual({ status: true, message: 'The books are being checked.' });
  await checkBooks(started);
  const rows = (await started.app.inject({ url: '/api/book_checks', headers })).json();
  expect(
    rows.map(({ asked: by, ended_at }: { asked: string; ended_at: string | null }) => [by, ended_at !== null]),
  ).toEqual([
    ['nightly', true],
    ['by staff', false],
  ]);
  const { headers: legal } = await buildCaller(started, 'Legal');
  expect((await started.app.inject({ url: '/api/book_checks', headers: legal })).statusCode).toBe(403);
  expect((await started.app.inject({ method: 'POST', url: '/api/book_checks', headers: legal })).statusCode).toBe(403);
});

test('unallocated money agrees at every moment of a busy hour, and looking at it keeps nobody from the books', async () => {
  const it = await startApp();
  onTestFinished(() => it.close());
  const compare = () => it.db.transaction().execute(compareOwed);
  const found: string[] = [];
  let isBusy = true;
  const look = async () => {
    while (isBusy) found.push(...(await compare()));
  };
  const looking = awaitLater(look());
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        const claim = submissionOf((await buildDriver(it)).driver);
        await buildPayment(it, claim);
        await buildTransfer(it, { transaction_id: claim.transaction_id, amount: '200.00' });
      }),
    );
  }
  isBusy = false;
  await looking;
  expect(found).toEqual([]);
  await sql`UPDATE transfers SET posted_amount = 201 WHERE id = (SELECT min(id) FROM transfers)`.execute(it.db);
  await it.db.transaction().execute(async (tx) => {
    await sql`SELECT FROM ledger_head FOR UPDATE`.execute(tx);
    expect(await compare()).toEqual([expect.stringMatching(/^Unallocated money is GHS .* and should be GHS /)]);
  });
});
