import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { startRefunds } from '../../../test/refunds/harness.ts';
import { NEVER_CAME, owing, WRITE_OFF } from '../../../test/refunds/owed.ts';

let office: Awaited<ReturnType<typeof startRefunds>>;
let owed: ReturnType<typeof owing>;
beforeAll(async () => {
  office = await startRefunds();
  owed = owing(office);
});
afterAll(() => office.close());

const record = async (refund: string) => (await office.send('GET', `/refunds/${refund}`, undefined, office.asker)).body;
const approvalOf = async (refund: string) => (await record(refund)).approval_id;

const owedByPayers = async () => {
  const figures = (await office.send('GET', '/refunds/figures', undefined, office.asker)).body;
  return figures.find(({ status }: { status: string }) => status === 'owed');
};

test('what payers owe back is found and counted until it is settled', async () => {
  const before = await owedByPayers();
  const refund = await owed.owedByPayer('45.00');
  const found = (await office.send('GET', '/refunds?status=owed', undefined, office.asker)).body;
  expect(found.map(({ id }: { id: string }) => id)).toContain(refund);
  expect((await owedByPayers()).count).toBe(before.count + 1);
  expect((await record(refund)).still_owed).toBe('45.00');
  const money = await office.unclaimed('45.00', office.asker);
  expect((await office.change(refund, await owed.recoverWith(money))).status).toBe(200);
  expect(await owedByPayers()).toEqual(before);
  expect((await record(refund)).still_owed).toBe('0.00');
});

test('money that was paid back to us settles what its payer owes, and somebody else than its captor says so', async () => {
  const before = await owed.toRecover();
  const refund = await owed.owedByPayer();
  expect((await owed.toRecover()) - before).toBe(10_000n);
  const money = await office.unclaimed('150.00', office.asker);
  const recover = await owed.recoverWith(money);
  expect((await office.change(refund, recover, office.asker)).status).toBe(403);
  const { status, body } = await office.change(refund, recover);
  expect([status, body.message]).toEqual([200, `The GHS 100.00 is settled with ${recover.transaction_id}.`]);
  expect(await owed.toRecover()).toBe(before);
  expect(await office.moneyOf(money)).toMatchObject({ status: 'open', posted_amount: '50.00' });
  expect((await office.change(refund, recover)).body.message).toBe('What was owed is settled.');
  await owed.expectRightBooks();
  // It never came either, so that the refund is owed again.
  expect((await office.decideMoney(money, NEVER_CAME, office.other)).status).toBe(200);
  expect((await owed.toRecover()) - before).toBe(10_000n);
  expect(await office.refundOf(refund)).toMatchObject({ settled_at: null, recovered_from: null });
  await owed.expectRightBooks();
});

test('less than what is owed settles nothing, and neither does money for which a claim waits', async () => {
  const refund = await owed.owedByPayer();
  const small = await office.unclaimed('99.99');
  const { status, body } = await office.change(refund, await owed.recoverWith(small));
  expect([status, body.message]).toEqual([409, 'GHS 99.99 of this money is left, and GHS 100.00 is owed.']);
  expect((await office.change(refund, { change: 'recover', transaction_id: '99999999999' })).status).toBe(404);
  const recover = await owed.recoverWith(await office.unclaimed('150.00'));
  const { transaction_id } = recover;
  await buildPayment(office.it, submissionOf(await office.newDriver(), { transaction_id, amount: '200.00' }));
  const waiting = await office.change(refund, recover);
  expect([waiting.status, waiting.body.message]).toEqual([409, `A claim waits for the money of ${transaction_id}.`]);
  expect((await office.change(refund, { change: 'recover' })).status).toBe(400);
});

test('what is owed of a refund is written off by two people, once', async () => {
  const [before, gone] = [await owed.toRecover(), await owed.lost()];
  const refund = await owed.owedByPayer('70.00');
  expect((await office.change(refund, WRITE_OFF, office.asker)).status).toBe(200);
  expect((await office.change(refund, WRITE_OFF, office.other)).status).toBe(409);
  const approval = await approvalOf(refund);
  expect((await office.approve(approval, office.asker)).status).toBe(403);
  expect((await office.approve(approval)).status).toBe(201);
  expect([await owed.toRecover(), (await owed.lost()) - gone]).toEqual([before, 7_000n]);
  expect(await office.refundOf(refund)).toMatchObject({ written_off: '70.00' });
  expect((await office.change(refund, WRITE_OFF, office.asker)).status).toBe(409);
  await owed.expectRightBooks();
});

test('of what a driver owes, the part is written off that the driver’s money has not paid', async () => {
  const gone = await owed.lost();
  const { driver, payment, transfer } = await office.paid();
  const refund = await owed.owedBack({ from: 'payment', payment_id: payment }, transfer);
  expect(await office.creditOfDriver(driver.id)).toBe(-20_000n);
  const recover = { change: 'recover', transaction_id: '12345678901' };
  expect((await office.change(refund, recover)).body.message).toContain('The driver owes this.');
  const part = await office.unclaimed('50.00');
  const fee = { car_number: driver.car_number, payment_type: 'RF' };
  expect((await office.decideMoney(part, { decision: 'assign', fee })).status).toBe(200);
  expect((await record(refund)).still_owed).toBe('150.00');
  expect((await office.send('GET', '/refunds?status=owed', undefined, office.asker)).body).not.toContainEqual(
    expect.objectContaining({ id: refund }),
  );
  expect((await office.change(refund, WRITE_OFF, office.asker)).status).toBe(200);
  expect((await office.approve(await approvalOf(refund))).status).toBe(201);
  expect([await office.creditOfDriver(driver.id), (await owed.lost()) - gone]).toEqual([0n, 15_000n]);
  await owed.expectRightBooks();
});
