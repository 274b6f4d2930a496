import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '#domains/ledger';
import { checkBooks } from '../../../test/book-checks.ts';
import { PAYOUT, startRefunds } from '../../../test/refunds/harness.ts';

let office: Awaited<ReturnType<typeof startRefunds>>;
beforeAll(async () => {
  office = await startRefunds();
});
afterAll(() => office.close());

let payouts = 0;
const neverCame = { decision: 'never_came', reason: 'Not in the wallet.' };
/** A refund that was paid of money which never came. */
const owedBack = async (body: object, transfer: string) => {
  const refund = await office.approved(body);
  payouts += 1;
  expect((await office.change(refund, { ...PAYOUT, reference: `BACK${payouts}234567` })).status).toBe(200);
  expect((await office.decideMoney(transfer, neverCame, office.other)).status).toBe(200);
  return refund;
};
const owedByPayer = async (amount = '100.00') => {
  const transfer = await office.unclaimed();
  return owedBack({ from: 'money', transfer_id: transfer, amount }, transfer);
};
const idOf = async (transfer: string) =>
  (await office.it.db.selectFrom('transfers').select('transaction_id').where('id', '=', transfer).executeTakeFirst())
    ?.transaction_id;
const toRecover = () => balanceOf(office.it.db, '1100');
const lost = () => balanceOf(office.it.db, '5100');
const expectRightBooks = async () => expect((await checkBooks(office.it)).differences).toEqual([]);
const writeOff = { change: 'write_off', reason: 'Cannot be found.' };
const record = async (refund: string) => (await office.send('GET', `/refunds/${refund}`, undefined, office.asker)).body;
const approvalOf = async (refund: string) => (await record(refund)).approval_id;

const owedByPayers = async () => {
  const figures = (await office.send('GET', '/refunds/figures', undefined, office.asker)).body;
  return figures.find(({ status }: { status: string }) => status === 'owed');
};

test('what payers owe back is found and counted until it is settled', async () => {
  const before = await owedByPayers();
  const refund = await owedByPayer('45.00');
  const found = (await office.send('GET', '/refunds?status=owed', undefined, office.asker)).body;
  expect(found.map(({ id }: { id: string }) => id)).toContain(refund);
  expect((await owedByPayers()).count).toBe(before.count + 1);
  expect((await record(refund)).still_owed).toBe('45.00');
  const money = await office.unclaimed('45.00', office.asker);
  expect((await office.change(refund, { change: 'recover', transaction_id: await idOf(money) })).status).toBe(200);
  expect(await owedByPayers()).toEqual(before);
  expect((await record(refund)).still_owed).toBe('0.00');
});

test('money that was paid back to us settles what its payer owes, and somebody else than its captor says so', async () => {
  const before = await toRecover();
  const refund = await owedByPayer();
  expect((await toRecover()) - before).toBe(10_000n);
  const money = await office.unclaimed('150.00', office.asker);
  const recover = { change: 'recover', transaction_id: await idOf(money) };
  expect((await office.change(refund, recover, office.asker)).status).toBe(403);
  const { status, body } = await office.change(refund, recover);
  expect([status, body.message]).toEqual([200, `The GHS 100.00 is settled with ${recover.transaction_id}.`]);
  expect(await toRecover()).toBe(before);
  expect(await office.moneyOf(money)).toMatchObject({ status: 'open', posted_amount: '50.00' });
  expect((await office.change(refund, recover)).body.message).toBe('What was owed is settled.');
  await expectRightBooks();
  // It never came either, so that the refund is owed again.
  expect((await office.decideMoney(money, neverCame, office.other)).status).toBe(200);
  expect((await toRecover()) - before).toBe(10_000n);
  expect(await office.refundOf(refund)).toMatchObject({ settled_at: null, recovered_from: null });
  await expectRightBooks();
});

test('less than what is owed settles nothing, and neither does money for which a claim waits', async () => {
  const refund = await owedByPayer();
  const small = await office.unclaimed('99.99');
  const { status, body } = await office.change(refund, { change: 'recover', transaction_id: await idOf(small) });
  expect([status, body.message]).toEqual([409, 'GHS 99.99 of this money is left, and GHS 100.00 is owed.']);
  expect((await office.change(refund, { change: 'recover', transaction_id: '99999999999' })).status).toBe(404);
  expect((await office.change(refund, { change: 'recover' })).status).toBe(400);
});

test('what is owed of a refund is written off by two people, once', async () => {
  const [before, gone] = [await toRecover(), await lost()];
  const refund = await owedByPayer('70.00');
  expect((await office.change(refund, writeOff, office.asker)).status).toBe(200);
  expect((await office.change(refund, writeOff, office.other)).status).toBe(409);
  const approval = await approvalOf(refund);
  expect((await office.approve(approval, office.asker)).status).toBe(403);
  expect((await office.approve(approval)).status).toBe(201);
  expect([await toRecover(), (await lost()) - gone]).toEqual([before, 7_000n]);
  expect(await office.refundOf(refund)).toMatchObject({ written_off: '70.00' });
  expect((await office.change(refund, writeOff, office.asker)).status).toBe(409);
  await expectRightBooks();
});

test('of what a driver owes, the part is written off that the driver’s money has not paid', async () => {
  const gone = await lost();
  const { driver, payment, transfer } = await office.paid();
  const refund = await owedBack({ from: 'payment', payment_id: payment }, transfer);
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
  expect((await office.change(refund, writeOff, office.asker)).status).toBe(200);
  expect((await office.approve(await approvalOf(refund))).status).toBe(201);
  expect([await office.creditOfDriver(driver.id), (await lost()) - gone]).toEqual([0n, 15_000n]);
  await expectRightBooks();
});
