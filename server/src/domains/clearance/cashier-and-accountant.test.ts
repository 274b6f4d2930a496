import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller, shapeRole } from '../../../test/builders/identity.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { openOffice } from '../../../test/clearing-office.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

type Person = Awaited<ReturnType<typeof buildCaller>>;

let it: TestApp;
let office: Awaited<ReturnType<typeof openOffice>>;
let cashier: Person;
let accountant: Person;
beforeAll(async () => {
  it = await startApp();
  office = await openOffice(it);
  await shapeRole(it, 'Operations', { 'payments.receive': true });
  await shapeRole(it, 'Accounts', { 'payments.clear': true });
  cashier = await buildCaller(it, 'Operations');
  accountant = await buildCaller(it, 'Accounts');
});
afterAll(() => it.close());

const claimed = async () => {
  const driver = await office.newDriver();
  const claim = submissionOf(driver);
  return { driver, transaction: claim.transaction_id, id: await buildPayment(it, claim) };
};

test('a cashier’s desk clears what it receives, though the cashier may not clear', async () => {
  const answer = await office.receive('90000000001', '200.00', await office.newDriver(), cashier);
  expect(answer.message).toBe('GHS 200.00 is received under 90000000001: the payment is cleared.');
});

test('what a cashier captures clears the claim that agrees, by the server itself', async () => {
  const { id, transaction } = await claimed();
  expect((await office.capture(transaction, '200.00', cashier)).status).toBe(201);
  expect(await office.stateOf(id)).toBe('cleared');
});

test('a cashier decides on no case: neither clears nor rejects, corrects, assigns or imports', async () => {
  const { id, transaction } = await claimed();
  await office.capture(transaction, '150.00', cashier);
  const statuses = [
    await office.decide(id, { decision: 'clear' }, cashier),
    await office.decide(id, { decision: 'reject', reason: 'Not ours.' }, cashier),
    await office.send('PATCH', `/reg_fees/${id}`, { transaction_id: '90000000009' }, cashier),
    await office.send('POST', '/clearance/clear_ready', undefined, cashier),
    await office.send('GET', '/clearance', undefined, cashier),
    await office.send('GET', '/statements', undefined, cashier),
  ].map(({ status }) => status);
  expect(statuses).toEqual([403, 403, 403, 403, 403, 403]);
  expect(await office.stateOf(id)).toBe('submitted');
});

test('an accountant decides what a cashier took, and takes no money', async () => {
  const { driver, id, transaction } = await claimed();
  await office.capture(transaction, '350.00', cashier);
  const refused = [
    await office.capture('90000000002', '200.00', accountant),
    await office.receive('90000000003', '200.00', await office.newDriver(), accountant),
    await office.send('POST', '/fee_payment', submissionOf(driver), accountant),
  ].map(({ status }) => status);
  expect(refused).toEqual([403, 403, 403]);
  expect((await office.decide(id, { decision: 'clear' }, accountant)).status).toBe(200);
  expect(await office.stateOf(id)).toBe('cleared');
});

test('a right to receive that is withdrawn is gone from the next call of the cashier’s old session', async () => {
  await shapeRole(it, 'Operations', {});
  expect((await office.capture('90000000004', '200.00', cashier)).status).toBe(403);
  await shapeRole(it, 'Operations', { 'payments.receive': true });
});
