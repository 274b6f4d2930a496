import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromPesewas } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MIGRATIONS } from '#db/migration/migrate.ts';
import { balanceOf } from '#domains/ledger';
import { checkBooks } from '../../../../test/book-checks.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';
import { author } from '../../../../test/clearing-office.ts';

let cases: Cases;
beforeAll(async () => {
  cases = await startCases();
});
afterAll(() => cases.close());

const ACCOUNTS = ['1000', '1010', '1020', '2010', '4000-RF'] as const;
const balances = async () =>
  Object.fromEntries(
    await Promise.all(ACCOUNTS.map(async (account) => [account, await balanceOf(cases.it.db, account)] as const)),
  );
let before: Record<string, bigint>;
beforeEach(async () => {
  before = await balances();
});

/** The balances that changed since the test began, as money. */
const moved = async () =>
  Object.fromEntries(
    Object.entries(await balances())
      .map(([account, balance]) => [account, balance - (before[account] ?? 0n)] as const)
      .filter(([, pesewas]) => pesewas !== 0n)
      .map(([account, pesewas]) => [account, fromPesewas(pesewas)]),
  );

const differences = async () => (await checkBooks(cases.it)).differences;

test('captured money is in the books before anybody claims it', async () => {
  await cases.send('POST', '/payments/capture_momo', {
    transaction_id: nextTransactionId(),
    mobile_number: '',
    amount: '120.00',
    reference: '',
    seen_in_account: true,
  });
  expect(await moved()).toEqual({ 1000: '120.00', 2010: '-120.00' });
  expect(await differences()).toEqual([]);
});

test('money that clears a claim moves on to revenue, and the author of its entry is its captor', async () => {
  const claim = submissionOf(await cases.newDriver());
  await buildPayment(cases.it, claim);
  const id = await buildTransfer(cases.it, { transaction_id: claim.transaction_id }, author(cases.clerk));
  expect(await moved()).toEqual({ 1000: '200.00', '4000-RF': '-200.00' });
  const entries = await cases.it.db
    .selectFrom('ledger_entries')
    .select(['kind', 'posted_by', 'day'])
    .orderBy('number', 'desc')
    .limit(2)
    .execute();
  expect(entries).toEqual([
    { kind: 'payment', posted_by: null, day: '2026-11-18' },
    { kind: 'money', posted_by: cases.clerk.id, day: '2026-11-18' },
  ]);
  expect(await cases.it.db.selectFrom('transfers').select('posted_amount').where('id', '=', id).execute()).toEqual([
    { posted_amount: '200.00' },
  ]);
});

test('money that is set aside stays unallocated', async () => {
  const transfer = await buildTransfer(cases.it, { amount: '75.00' });
  await cases.decideMoney(transfer, { decision: 'dismiss', reason: 'Nobody knows whose it is.' });
  expect(await moved()).toEqual({ 1000: '75.00', 2010: '-75.00' });
  expect(await differences()).toEqual([]);
});

test('taking the statement’s amount posts the difference, and keeps who did it and why', async () => {
  const transfer = await buildTransfer(cases.it, { amount: '300.00' }, author(cases.clerk));
  const shown = { statement_amount: '30.00' };
  await cases.it.db.updateTable('transfers').set(shown).where('id', '=', transfer).execute();
  const body = { decision: 'correct', reason: 'A slip of a zero.' };
  expect((await cases.decideMoney(transfer, body, cases.admin)).status).toBe(200);
  expect(await moved()).toEqual({ 1000: '30.00', 2010: '-30.00' });
  const changes = cases.it.db.selectFrom('transfer_changes').selectAll().where('transfer_id', '=', transfer);
  expect(await changes.execute()).toMatchObject([
    {
      what: 'corrected',
      amount_before: '300.00',
      amount_after: '30.00',
      reason: body.reason,
      changed_by: cases.admin.id,
    },
  ]);
  expect(await differences()).toEqual([]);
});

test('money whose part in the books is not what it should be gets a sentence', async () => {
  const transfer = await buildTransfer(cases.it, { amount: '60.00', transaction_id: '77000000001' });
  const change = (amount: string) =>
    cases.it.db.updateTable('transfers').set({ posted_amount: amount }).where('id', '=', transfer).execute();
  await change('61.00');
  const [first, second] = (await differences()) as string[];
  expect(first).toBe(`Money ${transfer} (77000000001) is GHS 60.00 in the books, and should be GHS 61.00.`);
  expect(second).toMatch(/^Unallocated money is GHS [\d,.]+ in the books, and should be GHS /);
  await change('60.00');
  expect(await differences()).toEqual([]);
});

test('money of before is posted by the migration as far as no payment took it, and a reversal puts the rest there', async () => {
  const claim = submissionOf(await cases.newDriver());
  const id = await buildPayment(cases.it, claim);
  const { it, admin } = cases;
  const transfer = await buildTransfer(it, { transaction_id: claim.transaction_id, amount: '250.00' });
  await cases.decide(id, { decision: 'clear', amount: '200.00' });
  // As the books were before: the payment brought its money in, and the rest stood nowhere.
  await sql`ALTER TABLE ledger_entries DISABLE TRIGGER USER`.execute(it.db);
  await sql`ALTER TABLE ledger_postings DISABLE TRIGGER USER`.execute(it.db);
  await sql`ALTER TABLE ledger_head DISABLE TRIGGER USER`.execute(it.db);
  await sql`DELETE FROM ledger_postings`.execute(it.db);
  await sql`DELETE FROM ledger_entries`.execute(it.db);
  await sql`DELETE FROM book_checks`.execute(it.db);
  for (const table of ['totals', 'total_deltas']) {
    await sql`DELETE FROM ${sql.table(table)} WHERE measure ~ '^(ledger|received|returned)'`.execute(it.db);
  }
  await sql`UPDATE ledger_head SET number = 0, hash = sha256('the books begin')`.execute(it.db);
  for (const table of ['ledger_entries', 'ledger_postings', 'ledger_head']) {
    await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER USER`.execute(it.db);
  }
  await sql`DELETE FROM transfer_changes`.execute(it.db);
  await sql`UPDATE transfers SET posted_amount = amount`.execute(it.db);
  await sql`UPDATE payments SET from_unallocated = false WHERE status = 'cleared'`.execute(it.db);
  await sql`
    SELECT post_entries(jsonb_agg(jsonb_build_object('day', transaction_date, 'kind', 'payment', 'subject_id', id,
      'description', 'Payment ' || transaction_id, 'posted_at', now(), 'postings', jsonb_build_array(
        jsonb_build_object('account', '1000', 'amount', amount), jsonb_build_object('account', '4000-RF', 'amount', -amount)
      )))) FROM payments WHERE status = 'cleared'`.execute(it.db);
  const migration = (await readdir(MIGRATIONS)).find((name) => name.endsWith('_post_money_left.sql')) ?? '';
  await sql.raw(await readFile(join(MIGRATIONS, migration), 'utf8')).execute(it.db);
  expect(await differences()).toEqual([]);
  before = await balances();
  const body = { decision: 'reverse', cause: 'wrong_car', reason: 'For his brother.' };
  expect((await cases.decide(id, body, admin)).status).toBe(200);
  expect(await moved()).toEqual({ 2010: '-200.00', '4000-RF': '200.00' });
  expect(await cases.moneyState(transfer)).toBe('open');
  expect(await differences()).toEqual([]);
});

test('a statement of less than was given back already is refused with what to do', async () => {
  const claim = submissionOf(await cases.newDriver());
  const id = await buildPayment(cases.it, claim);
  const transfer = await buildTransfer(cases.it, { transaction_id: claim.transaction_id, amount: '300.00' });
  await cases.decide(id, { decision: 'clear', amount: '200.00' });
  const to = { mode: 'momo', paid_to: '024 123 4567', reason: 'He had paid twice.' };
  const back = await cases.send('POST', '/refunds', { from: 'payment', payment_id: id, ...to }, cases.admin);
  expect(back.body.message).toContain('is approved');
  const shown = { statement_amount: '150.00' };
  await cases.it.db.updateTable('transfers').set(shown).where('id', '=', transfer).execute();
  const body = { decision: 'correct', reason: 'As the bank says.' };
  const { status, body: answer } = await cases.decideMoney(transfer, body, await buildCaller(cases.it, 'SystemAdmin'));
  expect([status, answer.message]).toEqual([
    409,
    `Only GHS 100.00 of the money of ${claim.transaction_id} is left in the books, since the rest was given back. Keep the amount instead.`,
  ]);
  expect(await differences()).toEqual([]);
});
