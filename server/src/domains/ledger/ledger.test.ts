import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Tx } from '#db/database.ts';
import { memoryFiles } from '#integrations/files/memory-files.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildPayment, changePayment } from '../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../test/builders/submissions.ts';
import { keepAsIs } from '../../../test/database/put-back.ts';
import { tamperWith } from '../../../test/forge-books.ts';
import { startDatabase, type TestApp } from '../../../test/harness.ts';
import { balanceOf, checkLedger, countCreditFor, creditOf, type NewEntry, post } from './index.ts';

let it: Pick<TestApp, 'db' | 'files' | 'clock' | 'close'>;
let putBack: () => Promise<void>;
beforeAll(async () => {
  it = { ...(await startDatabase()), files: memoryFiles(), clock: { now: new Date('2026-11-20T10:00:00Z') } };
  putBack = await keepAsIs(it);
});
beforeEach(() => putBack());
afterAll(() => it.close());

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => it.db.transaction().execute(work);
const run = (statement: string) => sql.raw(statement).execute(it.db);

const entries = async () =>
  (
    await sql<{ number: string; reverses: string | null; postings: string }>`
      SELECT number, reverses, (
        SELECT string_agg(account || ' ' || amount, ', ' ORDER BY line) FROM ledger_postings WHERE entry = number
      ) AS postings FROM ledger_entries ORDER BY number`.execute(it.db)
  ).rows;

const entry = (subjectId: string, postings: NewEntry['postings']): NewEntry => ({
  day: '2026-11-20',
  kind: 'payment',
  subjectId,
  description: 'A test',
  postings,
});
const balanced = [
  { account: '1000', pesewas: 20_000n },
  { account: '4000-RF', pesewas: -20_000n },
];
const made = () => ({ by: null, now: it.clock.now });

test('a payment that is cleared is posted, and what it pays over its price is the driver’s credit', async () => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  await buildPayment(it, submissionOf(driver, { amount: '250.50' }), 'cleared');
  await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'), 'cleared');
  expect(await entries()).toEqual([
    { number: '1', reverses: null, postings: '1000 250.50, 4000-RF -200.00, 2000 -50.50' },
    { number: '2', reverses: null, postings: '1000 300.00, 4000-SS -300.00' },
  ]);
  expect(await balanceOf(it.db, '1000')).toBe(55_050n);
  expect(await creditOf(it.db, [driver.id])).toEqual(new Map([[driver.id, 5050n]]));
  expect(await checkLedger(it.db)).toEqual([]);
});

test('a payment below its price is credit whole, and a claim or a rejection is nothing in the books', async () => {
  const { driver } = await buildDriver(it);
  await buildPayment(it, submissionOf(driver, { amount: '150.00' }), 'cleared');
  await buildPayment(it, submissionOf(driver), 'rejected');
  await buildPayment(it, submissionOf(driver));
  expect(await entries()).toEqual([{ number: '1', reverses: null, postings: '1000 150.00, 2000 -150.00' }]);
});

test('a reversal posts the opposite and links back, and the credit is gone', async () => {
  const { driver } = await buildDriver(it);
  await buildPayment(it, submissionOf(driver, { amount: '250.00' }), 'reversed');
  expect(await entries()).toEqual([
    { number: '1', reverses: null, postings: '1000 250.00, 4000-RF -200.00, 2000 -50.00' },
    { number: '2', reverses: '1', postings: '1000 -250.00, 4000-RF 200.00, 2000 50.00' },
  ]);
  expect(await balanceOf(it.db, '4000-RF')).toBe(0n);
  expect(await creditOf(it.db, [driver.id])).toEqual(new Map());
});

test('a claim whose fee is paid becomes credit, and its reversal takes that back', async () => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  await buildPayment(it, submissionOf(driver), 'cleared');
  const again = await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'));
  await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'), 'cleared');
  await expect(changePayment(it, again, 'clear')).rejects.toMatchObject({ code: 'already_paid' });
  await changePayment(it, again, 'credit');
  expect((await creditOf(it.db, [driver.id])).get(driver.id)).toBe(30_000n);
  await changePayment(it, again, 'reverse');
  expect(await creditOf(it.db, [driver.id])).toEqual(new Map());
});

test('credit is a driver’s own with that of records merged into theirs, asked of some or of all', async () => {
  const paid = async (amount: string, status: 'cleared' | 'reversed' = 'cleared') => {
    const { driver } = await buildDriver(it);
    await buildPayment(it, submissionOf(driver, { amount }), status);
    return driver.id;
  };
  const [kept, duplicate, other] = [await paid('250.00'), await paid('230.00'), await paid('205.00')];
  const none = await paid('220.00', 'reversed');
  await inTransaction((tx) => countCreditFor(tx, { from: duplicate, into: kept }));
  const all = new Map([
    [kept, 8_000n],
    [other, 500n],
  ]);
  expect(await creditOf(it.db)).toEqual(all);
  expect(await creditOf(it.db, [kept, duplicate, other, none])).toEqual(all);
  expect(await creditOf(it.db, [duplicate, none])).toEqual(new Map());
});

test('the database refuses an entry that does not balance, whoever writes it', async () => {
  const lopsided = entry('1', [
    { account: '1000', pesewas: 20_000n },
    { account: '4000-RF', pesewas: -19_999n },
  ]);
  await expect(inTransaction((tx) => post(tx, [lopsided], made()))).rejects.toMatchObject({
    constraint: 'ledger_entries_balanced',
  });
  await expect(inTransaction((tx) => post(tx, [entry('1', [])], made()))).rejects.toMatchObject({
    constraint: 'ledger_entries_balanced',
  });
  expect(await entries()).toEqual([]);
});

test('a record is posted once', async () => {
  await inTransaction((tx) => post(tx, [entry('7', balanced)], made()));
  await expect(inTransaction((tx) => post(tx, [entry('7', balanced)], made()))).rejects.toMatchObject({
    constraint: 'ledger_entries_subject',
  });
});

test.each([
  `UPDATE ledger_postings SET amount = 1`,
  `UPDATE ledger_entries SET day = '2026-01-01'`,
  `DELETE FROM ledger_postings`,
  `DELETE FROM ledger_entries`,
  `TRUNCATE ledger_entries CASCADE`,
  `DELETE FROM ledger_head`,
])('what is in the books stays: %s is refused', async (statement) => {
  await inTransaction((tx) => post(tx, [entry('7', balanced)], made()));
  await expect(run(statement)).rejects.toMatchObject({ constraint: 'ledger_append_only' });
});

test('nobody adds a posting to an entry, nor an entry beside the chain', async () => {
  await inTransaction((tx) => post(tx, [entry('7', balanced)], made()));
  const added = `INSERT INTO ledger_postings (entry, line, account, amount, day) VALUES
    (1, 3, '1000', 5, '2026-11-20'), (1, 4, '1010', -5, '2026-11-20')`;
  await expect(run(added)).rejects.toMatchObject({ constraint: 'ledger_entries_hash' });
  const forged = `WITH forged AS (
    INSERT INTO ledger_entries (number, day, kind, subject_id, description, posted_at, previous, hash)
    VALUES (2, '2026-11-20', 'payment', 8, 'x', now(), 'x', 'y') RETURNING number
  ) INSERT INTO ledger_postings (entry, line, account, amount, day)
    SELECT number, line, '1000', amount, '2026-11-20' FROM forged, (VALUES (1, 5), (2, -5)) AS l (line, amount)`;
  await expect(run(forged)).rejects.toMatchObject({ constraint: 'ledger_entries_hash' });
});

test('the check names an entry that was changed behind the triggers’ back', async () => {
  for (const id of ['7', '8', '9']) await inTransaction((tx) => post(tx, [entry(id, balanced)], made()));
  const tamper = (statement: string) => tamperWith(it.db, 'ledger_postings', statement);
  await tamper('UPDATE ledger_postings SET amount = amount * 2 WHERE entry = 2');
  expect(await checkLedger(it.db)).toEqual([expect.stringMatching(/^Entry 2 is not what its hash says\./)]);
  await tamper('UPDATE ledger_postings SET amount = amount + 1 WHERE entry = 3 AND line = 1');
  expect(await checkLedger(it.db)).toContainEqual(expect.stringMatching(/^Entry 3 does not balance/));
});

test('fifty posts at once have numbers without a gap and one chain', async () => {
  await Promise.all(
    Array.from({ length: 50 }, (_, n) => inTransaction((tx) => post(tx, [entry(String(n + 1), balanced)], made()))),
  );
  expect((await entries()).map(({ number }) => Number(number))).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
  expect(await checkLedger(it.db)).toEqual([]);
});

test('posting reads no entry but its own, even by plans made while the books were small', async () => {
  // Tables from which rows were removed are not small to PostgreSQL.
  const { db, close } = await startDatabase();
  onTestFinished(close);
  const some = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => entry(String(from + n), balanced));
  await db.transaction().execute((tx) => post(tx, some(1, 5), made()));
  await sql`ANALYZE ledger_entries, ledger_postings`.execute(db);
  const scans = await db.transaction().execute(async (tx) => {
    await post(tx, some(6, 50), made());
    await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(tx);
    return sql<{ relname: string; seq_scan: string }>`
      SELECT relname, seq_scan FROM pg_stat_xact_user_tables WHERE relname IN ('ledger_entries', 'ledger_postings')
      ORDER BY relname`.execute(tx);
  });
  expect(scans.rows).toEqual([
    { relname: 'ledger_entries', seq_scan: '0' },
    { relname: 'ledger_postings', seq_scan: '0' },
  ]);
});

test('a payment type that is added has its revenue account, which follows its name', async () => {
  await run(
    `INSERT INTO payment_types (type_code, description, side, period) VALUES ('TW', 'TOWING', 'drivers', 'any')`,
  );
  await run(`UPDATE payment_types SET description = 'TOWING SERVICE' WHERE type_code = 'TW'`);
  const account = it.db.selectFrom('ledger_accounts').select(['code', 'name', 'kind']).where('type_code', '=', 'TW');
  expect(await account.executeTakeFirst()).toEqual({ code: '4000-TW', name: 'TOWING SERVICE', kind: 'income' });
  await run(`DELETE FROM payment_types WHERE type_code = 'TW'`);
  expect(await account.executeTakeFirst()).toBeUndefined();
});
