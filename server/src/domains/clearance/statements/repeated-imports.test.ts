import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { checkLedger } from '#domains/ledger';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { statementCsv } from '../../../../test/builders/statements.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { killImporting } from '../../../../test/killed-import.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';

const MINUTE = 60_000;

let it: TestApp;
let staff: ReturnType<typeof statementsOf>;
beforeEach(async () => {
  await it?.close();
  it = await startApp();
  staff = statementsOf(it, (await buildCaller(it, 'SuperAdmin')).headers);
});
afterAll(() => it.close());

/** A statement of so many lines, the first of which have claims. */
const statement = async (lines: number, claims: number): Promise<string> => {
  const ids: string[] = [];
  for (let n = 0; n < claims; n += 1) {
    const claim = submissionOf((await buildDriver(it)).driver);
    await buildPayment(it, claim);
    ids.push(claim.transaction_id);
  }
  while (ids.length < lines) ids.push(nextTransactionId());
  return statementCsv(ids.map((id) => ({ date: '18/11/2026', id, amount: '200.00' })));
};

/** All money and where it went: rows without the numbers and moments that runs give them. */
const money = async () => {
  const { rows } = await sql<{ found: object }>`
    SELECT jsonb_build_object('id', transfers.transaction_id, 'amount', transfers.amount, 'on', received_on,
      'status', transfers.status, 'shown', statement_amount, 'payments',
      (SELECT jsonb_agg(payments.transaction_id || ' ' || payments.status) FROM payments WHERE transfer_id = transfers.id)
    ) AS found FROM transfers ORDER BY transaction_id`.execute(it.db);
  const entries = await it.db.selectFrom('ledger_entries').select('description').orderBy('description').execute();
  return { transfers: rows.map(({ found }) => found), entries: entries.map(({ description }) => description) };
};

test('ten imports of one statement, by three servers at once, come to the same as one', async () => {
  const file = await statement(30, 10);
  const first = await staff.checked(file);
  await staff.start(first);
  await importServer(it).runDue();
  const once = await money();
  expect([once.transfers.length, once.entries.length]).toEqual([30, 30 + 10]);

  const ids: string[] = [];
  while (ids.length < 10) ids.push(await staff.checked(file));
  expect((await Promise.all(ids.map((id) => staff.start(id)))).map(({ statusCode }) => statusCode)).toEqual(
    Array(10).fill(201),
  );
  const errors: unknown[] = [];
  await Promise.all([1, 2, 3].map(() => importServer(it, errors).runDue()));
  // One of them may have looked while another one ran the last.
  await importServer(it, errors).runDue();
  expect(errors).toEqual([]);
  expect(await money()).toEqual(once);
  expect(await checkLedger(it.db)).toEqual([]);
  for (const id of ids) expect(await staff.counts(id)).toEqual({ known: 30 });
});

test('ten first imports of one statement come to the same as one', async () => {
  const file = await statement(20, 10);
  const ids: string[] = [];
  while (ids.length < 10) ids.push(await staff.checked(file));
  for (const id of ids) await staff.start(id);
  await Promise.all([1, 2, 3].map(() => importServer(it).runDue()));
  await importServer(it).runDue();
  const { transfers, entries } = await money();
  expect([transfers.length, new Set(entries).size, entries.length]).toEqual([20, 20 + 10, 20 + 10]);
  expect(await checkLedger(it.db)).toEqual([]);
  const cleared = await Promise.all(ids.map(async (id) => (await staff.counts(id)).clears ?? 0));
  expect(cleared.toSorted((one, other) => other - one).slice(0, 2)).toEqual([10, 0]);
});

test('a server killed in the middle of an import loses no line and repeats none', async () => {
  // A chunk of 250, and a part of the next.
  const lines = 300;
  const id = await staff.checked(await statement(lines, 40));
  await staff.start(id);
  expect(await killImporting(it.db, 'import statement', 'statement_lines', id)).toBe(250);
  expect((await money()).transfers).toHaveLength(250);
  expect((await staff.show(id)).status).toBe('importing');

  const later = { now: new Date(Date.now() + 2 * MINUTE) };
  await importServer({ db: it.db, clock: later }).runDue();
  const { transfers, entries } = await money();
  expect([transfers.length, new Set(entries).size, entries.length]).toEqual([lines, lines + 40, lines + 40]);
  expect(await checkLedger(it.db)).toEqual([]);
  expect(await staff.counts(id)).toEqual({ clears: 40, no_claim: lines - 40 });
});
