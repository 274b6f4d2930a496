import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../../../test/book-checks.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { statementCsv } from '../../../../test/builders/statements.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';
import { author } from '../../../../test/clearing-office.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';

let cases: Cases;
let importer: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  cases = await startCases();
  importer = await buildCaller(cases.it, 'SystemAdmin');
});
afterAll(() => cases.close());

/** Imports a statement of these amounts of an ID, those below zero going out. */
const importLines = async (id: string, amounts: readonly string[]) => {
  const staff = statementsOf(cases.it, importer.headers);
  const lines = amounts.map((amount, at) => ({ date: `${17 + at}/11/2026`, id, amount }));
  const statement = await staff.checked(statementCsv(lines));
  await staff.start(statement);
  await importServer(cases.it).runDue();
  return { statement, lines: await staff.lines(statement) };
};
const claimed = async () => {
  const claim = submissionOf(await cases.newDriver());
  return { id: await buildPayment(cases.it, claim), transaction_id: claim.transaction_id };
};
const TAKEN = 'A statement shows that the network took this money back on 17 Nov 2026. Settle that first.';

test('money that comes and goes in one statement is not recorded, and clears nothing', async () => {
  const { id, transaction_id } = await claimed();
  const { lines } = await importLines(transaction_id, ['200.00', '-200.00']);
  expect(lines.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['unreadable', 'The network took this money back: line 3 shows it going out again.'],
    ['outgoing', 'Only money that came in is imported.'],
  ]);
  expect((await cases.paymentOf(id)).status).toBe('submitted');
});

test('money that a later statement shows going out again is a case, which people without a hand decide', async () => {
  const { id, transaction_id } = await claimed();
  const money = await buildTransfer(cases.it, { transaction_id, received_on: '2026-11-16' }, author(cases.clerk));
  expect((await cases.paymentOf(id)).status).toBe('cleared');
  const { statement } = await importLines(transaction_id, ['-200.00']);
  // A statement of the day on which it came does not lift that.
  await importLines(transaction_id, ['200.00']);
  const shown = await cases.show(`T${money}`);
  expect(shown).toMatchObject({ reason: 'taken_back', money: { missing_in: statement, taken_back_on: '2026-11-17' } });
  const back = { decision: 'take_back', reason: 'The network took it back.' };
  for (const by of [cases.clerk, importer]) expect((await cases.decideMoney(money, back, by)).status).toBe(403);
  expect((await cases.decideMoney(money, back, cases.admin)).status).toBe(200);
  expect((await cases.paymentOf(id)).status).toBe('reversed');
  expect((await checkBooks(cases.it)).differences).toEqual([]);
});

test('a person who had no hand in either keeps the money, and the same statement asks no more', async () => {
  const { id, transaction_id } = await claimed();
  const money = await buildTransfer(cases.it, { transaction_id, received_on: '2026-11-16' }, author(cases.clerk));
  await importLines(transaction_id, ['-200.00']);
  const keep = { decision: 'accept', reason: 'Looked at the account.' };
  expect((await cases.decideMoney(money, keep, importer)).status).toBe(403);
  expect((await cases.decideMoney(money, keep, cases.admin)).status).toBe(200);
  await importLines(transaction_id, ['-200.00']);
  expect(await cases.show(`T${money}`)).toMatchObject({ reason: 'matched', money: { missing_since: null } });
  expect((await cases.paymentOf(id)).status).toBe('cleared');
  // From then on it is missing, and found, as other money is.
  const { statement } = await importLines(nextTransactionId(), ['1.00']);
  const row = cases.it.db.updateTable('transfers').where('id', '=', money);
  await row.set({ missing_since: cases.it.clock.now, missing_in: statement }).execute();
  expect(await cases.show(`T${money}`)).toMatchObject({ reason: 'missing', money: { taken_back_on: null } });
  await importLines(transaction_id, ['200.00']);
  expect((await cases.show(`T${money}`)).money.missing_since).toBeNull();
});

test('a server of the version before, which lifts the mark, does not lift that the network took it back', async () => {
  const { transaction_id } = await claimed();
  const money = await buildTransfer(cases.it, { transaction_id, received_on: '2026-11-16' }, author(cases.clerk));
  await importLines(transaction_id, ['-200.00']);
  const row = cases.it.db.updateTable('transfers').where('id', '=', money);
  await row.set({ missing_since: null, missing_in: null }).execute();
  expect((await cases.show(`T${money}`)).reason).toBe('taken_back');
});

test('money that is recorded after the statement that shows it going out clears nothing', async () => {
  const { id, transaction_id } = await claimed();
  await importLines(transaction_id, ['-200.00']);
  const money = await buildTransfer(cases.it, { transaction_id, received_on: '2026-11-16' }, author(cases.clerk));
  expect((await cases.paymentOf(id)).status).toBe('submitted');
  expect((await cases.show(id)).reason).toBe('taken_back');
  const clear = await cases.decide(id, { decision: 'clear' }, cases.admin);
  expect(clear).toMatchObject({ status: 409, body: { message: TAKEN } });
  const refund = { from: 'money', transfer_id: money, amount: '50.00', mode: 'momo', paid_to: '024', reason: 'Twice.' };
  expect((await cases.send('POST', '/refunds', refund, cases.admin)).body.message).toBe(TAKEN);
  // At the desk neither.
  const other = nextTransactionId();
  await importLines(other, ['-200.00']);
  const { car_number, driver_code } = await cases.newDriver();
  const row = { car_number, driver_code, payment_type: 'RF', amount: '200.00' };
  const given = { mode: 'momo', transaction_id: other, amount: '200.00', seen_in_account: true, payments: [row] };
  expect(await cases.send('POST', '/payments/receive', given)).toMatchObject({ status: 409, body: { message: TAKEN } });
});
