import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteHands } from '#domains/approvals';
import { buildAttempt } from '../../../test/builders/attempts.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { statementCsv } from '../../../test/builders/statements.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../test/builders/transfers.ts';
import { author, openOffice } from '../../../test/clearing-office.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { importServer, statementsOf } from '../../../test/statement-imports.ts';
import { matchLateClaims } from './transfers/match-transfers.ts';

// Rule 13 of docs/product/clearance.md: one person who knows it finds no way past it alone.

let it: TestApp;
let office: Awaited<ReturnType<typeof openOffice>>;
type Person = typeof office.clerk;

beforeAll(async () => {
  it = await startApp();
  office = await openOffice(it);
});
afterAll(() => it.close());

const OWN = 'You captured this money, so somebody else has to decide.';

/** Imports a statement of one line, which `sender` sends and `importer` begins to import. */
const importLine = async (
  { id, amount }: { id: string; amount: string },
  { sender, importer = sender }: { sender: Person; importer?: Person },
) => {
  const statement = await statementsOf(it, sender.headers).checked(statementCsv([{ date: '20/11/2026', id, amount }]));
  expect((await statementsOf(it, importer.headers).start(statement)).statusCode).toBe(201);
  const errors: unknown[] = [];
  await importServer(it, errors).runDue();
  expect(errors).toEqual([]);
};

/** A claim of 200.00 of which the clerk captured 150.00. */
const differing = async () => {
  const driver = await office.newDriver();
  const claim = submissionOf(driver);
  const id = await buildPayment(it, claim);
  expect(await office.capture(claim.transaction_id, '250.00')).toMatchObject({ status: 201 });
  return { driver, claim, id, line: { id: claim.transaction_id, amount: '250.00' } };
};

const clear = { decision: 'clear' };

test('whoever captured money does not confirm it by a statement of their own', async () => {
  const { clerk, admin, decide } = office;
  const { id, line } = await differing();
  await importLine(line, { sender: clerk });
  expect(await decide(id, clear)).toMatchObject({ status: 403, message: OWN });
  expect(await decide(id, clear, admin)).toMatchObject({ status: 200 });
});

test('nor by one that they sent and somebody else imported, nor the other way round', async () => {
  const { clerk, admin, decide } = office;
  for (const people of [
    { sender: clerk, importer: admin },
    { sender: admin, importer: clerk },
  ]) {
    const { id, line } = await differing();
    await importLine(line, people);
    expect(await decide(id, clear)).toMatchObject({ status: 403, message: OWN });
  }
});

test('nor by one that a user brought whose setup code they made; such a user does not reject it either', async () => {
  const { clerk, admin, decide } = office;
  const made = await buildCaller(it, 'SystemAdmin');
  const hand = { accountId: clerk.id, what: 'issued_code', subjects: [{ kind: 'user', id: made.id }] } as const;
  await it.db.transaction().execute((tx) => noteHands(tx, [hand], it.clock.now));
  const { id, line } = await differing();
  await importLine(line, { sender: made });
  expect(await decide(id, clear)).toMatchObject({ status: 403, message: OWN });
  expect(await decide(id, { decision: 'reject', reason: 'It differs.' }, made)).toMatchObject({ status: 403 });
  expect(await decide(id, clear, admin)).toMatchObject({ status: 200 });
});

test('a statement that somebody else brought confirms it, also after one of the captor’s own', async () => {
  const { clerk, admin, decide } = office;
  const { id, line } = await differing();
  await importLine(line, { sender: clerk });
  await importLine(line, { sender: admin });
  expect(await decide(id, clear)).toMatchObject({ status: 200 });
  const other = await differing();
  await importLine(other.line, { sender: admin });
  await importLine(other.line, { sender: clerk });
  expect(await decide(other.id, clear)).toMatchObject({ status: 200 });
});

test('a statement that shows another amount than an earlier one raises a doubt, which neither importer settles', async () => {
  const { clerk, admin, decide, decideMoney } = office;
  const driver = await office.newDriver();
  const claim = submissionOf(driver);
  const id = await buildPayment(it, claim);
  const line = { id: claim.transaction_id, amount: '250.00' };
  await importLine(line, { sender: clerk });
  await importLine({ ...line, amount: '200.00' }, { sender: admin });
  const other = await buildCaller(it, 'SuperUser');
  expect(await decide(id, clear, other)).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^The statement shows GHS 200.00 for this money. Settle that first./),
  });
  const { id: transfer } = await it.db
    .selectFrom('transfers')
    .select('id')
    .where('transaction_id', '=', claim.transaction_id)
    .executeTakeFirstOrThrow();
  const settled = { decision: 'accept', reason: 'As I say.' };
  for (const importer of [clerk, admin]) {
    expect(await decideMoney(transfer, settled, importer)).toMatchObject({
      status: 403,
      message: 'You imported this money, so somebody else has to decide.',
    });
  }
  expect(await decideMoney(transfer, { ...settled, decision: 'correct' }, other)).toMatchObject({ status: 200 });
  expect(await decide(id, clear)).toMatchObject({ status: 200, message: 'Cleared: GHS 200.00.' });
});

test('a claim that takes the place of a rejected one waits, while its captor alone says that it agrees', async () => {
  const { clerk, admin, decide, send, receive, stateOf } = office;
  const { driver, claim, id } = await differing();
  await decide(id, { decision: 'reject', reason: 'The amount differs.' }, admin);
  const anew = { ...claim, amount: '250.00' };
  const { payment_id } = await send('POST', '/payments', anew, null);
  await matchLateClaims(it.db, it.clock.now);
  expect(await stateOf(payment_id)).toBe('submitted');
  expect(await decide(payment_id, clear)).toMatchObject({ status: 403, message: OWN });
  const REPLACED = expect.stringContaining('Another claim of this transaction ID was rejected');
  expect(await receive(claim.transaction_id, '250.00', driver)).toMatchObject({ status: 409, message: REPLACED });
  await send('POST', '/clearance/clear_ready', undefined, clerk);
  expect(await stateOf(payment_id)).toBe('submitted');
  expect(await send('POST', '/clearance/clear_ready', undefined, admin)).toMatchObject({ status: 200 });
  expect(await stateOf(payment_id)).toBe('cleared');
});

test('also where the claim was rejected before its money was captured, or received at the desk', async () => {
  const { admin, capture, decide, receive, send, stateOf } = office;
  const rejected = async () => {
    const driver = await office.newDriver();
    const claim = submissionOf(driver);
    const id = await buildPayment(it, claim);
    await decide(id, { decision: 'reject', reason: 'No such payment.' });
    const anew = { ...claim, amount: '250.00' };
    return { driver, claim, payment: (await send('POST', '/payments', anew, null)).payment_id as string };
  };
  const captured = await rejected();
  expect(await capture(captured.claim.transaction_id, '250.00')).toMatchObject({ status: 201, result: 'differs' });
  expect(await stateOf(captured.payment)).toBe('submitted');
  const atDesk = await rejected();
  expect(await receive(atDesk.claim.transaction_id, '250.00', atDesk.driver)).toMatchObject({ status: 409 });
  expect(await stateOf(atDesk.payment)).toBe('submitted');
  // Two people: one captured, the other one receives.
  await capture(atDesk.claim.transaction_id, '250.00');
  expect(await receive(atDesk.claim.transaction_id, '250.00', atDesk.driver, admin)).toMatchObject({ status: 201 });
});

test('an ID that somebody else than its captor gives to the other claimant is cleared at once', async () => {
  const { admin, capture, decide, newDriver, send } = office;
  const claim = submissionOf(await newDriver());
  const { transaction_id } = claim;
  const id = await buildPayment(it, claim);
  await buildAttempt(it, submissionOf(await newDriver(), { transaction_id }));
  await capture(transaction_id, '200.00');
  const [claimant] = (await send('GET', `/clearance/${id}`)).claimants;
  const award = { decision: 'award', attempt_id: claimant.id, reason: 'Showed the message.' };
  expect(await decide(id, award, admin)).toMatchObject({
    status: 200,
    message: expect.stringMatching(/ was cleared\.$/),
  });
});

test('the same claim sent again after its rejection is cleared by its money as any other', async () => {
  const { capture, decide, send, stateOf } = office;
  const claim = submissionOf(await office.newDriver());
  const id = await buildPayment(it, claim);
  await decide(id, { decision: 'reject', reason: 'Too early.' });
  const { payment_id } = await send('POST', '/payments', claim, null);
  expect(await capture(claim.transaction_id, '200.00')).toMatchObject({ result: 'cleared' });
  expect(await stateOf(payment_id)).toBe('cleared');
});

test('money that a statement or nobody’s hand brought clears the claim that took a rejected one’s place', async () => {
  const { admin, decide, send, stateOf } = office;
  for (const [source, by] of [
    ['statement', author(admin)],
    ['prompt', null],
  ] as const) {
    const claim = submissionOf(await office.newDriver());
    const id = await buildPayment(it, claim);
    await decide(id, { decision: 'reject', reason: 'The amount is wrong.' });
    const { payment_id } = await send('POST', '/payments', { ...claim, amount: '250.00' }, null);
    await buildTransfer(it, { transaction_id: claim.transaction_id, amount: '250.00', source }, by);
    expect(await stateOf(payment_id)).toBe('cleared');
  }
});
