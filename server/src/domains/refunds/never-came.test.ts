import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '#domains/ledger';
import { checkBooks } from '../../../test/book-checks.ts';
import { PAYOUT, startRefunds } from '../../../test/refunds/harness.ts';

let office: Awaited<ReturnType<typeof startRefunds>>;
beforeAll(async () => {
  office = await startRefunds();
});
afterAll(() => office.close());

const expectRightBooks = async () => expect((await checkBooks(office.it)).differences).toEqual([]);
const neverCame = { cause: 'never_came', reason: 'The bank took it back.' };
const reverse = (payment: string, cause = 'never_came') =>
  office.decide(payment, { decision: 'reverse', ...neverCame, cause }, office.other);
const standingOf = async (id: string) =>
  (await office.send('GET', `/drivers/${id}/standing`, undefined, office.asker)).body;
let payouts = 0;
const pay = (id: string) => {
  payouts += 1;
  return office.change(id, { ...PAYOUT, reference: `OUT${payouts}234567` });
};

test('money that never came leaves the books though its credit was paid out, and the driver owes that', async () => {
  const { driver, payment } = await office.credited();
  const refund = await office.approved({ from: 'credit', driver_id: driver.id, amount: '80.00' });
  expect((await pay(refund)).status).toBe(200);
  const owed = Number((await standingOf(driver.id)).owed);
  expect((await reverse(payment, 'wrong_car')).status).toBe(409);
  expect((await reverse(payment)).status).toBe(200);
  expect(await office.creditOfDriver(driver.id)).toBe(-8_000n);
  // The registration of 200.00 is due again, and 20.00 of credit is gone.
  const standing = await standingOf(driver.id);
  expect(standing).toMatchObject({ credit: '-80.00' });
  expect(Number(standing.owed)).toBe(owed + 200 + 20 + 80);
  const row = (await office.send('GET', `/arrears?driver_code=${driver.driver_code}`, undefined, office.asker)).body;
  expect(row).toMatchObject([{ credit: '-80.00', total: standing.owed }]);
  await expectRightBooks();
});

test('what a driver owes so is paid as credit, and stays owed when other money is reversed', async () => {
  const { driver, payment } = await office.credited();
  await pay(await office.approved({ from: 'credit', driver_id: driver.id, amount: '100.00' }));
  await reverse(payment);
  const transfer = await office.unclaimed('250.00');
  const fee = { car_number: driver.car_number, payment_type: 'RF' };
  expect((await office.decideMoney(transfer, { decision: 'assign', fee })).status).toBe(200);
  expect(await office.creditOfDriver(driver.id)).toBe(-5_000n);
  const refundable = await office.send('GET', `/refundable?from=credit&id=${driver.id}`, undefined, office.asker);
  expect(refundable.body).toMatchObject({ most: '0.00', hindrance: expect.any(String) });
  const { id } = await office.it.db
    .selectFrom('payments')
    .select('id')
    .where('transfer_id', '=', transfer)
    .executeTakeFirstOrThrow();
  expect((await reverse(id, 'wrong_car')).status).toBe(409);
  expect((await reverse(id)).status).toBe(200);
  expect(await office.creditOfDriver(driver.id)).toBe(-10_000n);
  await expectRightBooks();
});

test('a refund of credit whose money never came is not paid, and is withdrawn', async () => {
  const { driver, payment } = await office.credited();
  const refund = await office.approved({ from: 'credit', driver_id: driver.id, amount: '100.00' });
  expect((await reverse(payment)).status).toBe(200);
  const { status, body } = await pay(refund);
  expect([status, body.message]).toEqual([
    409,
    'GHS 100.00 of the money behind this credit never came. Withdraw the refund.',
  ]);
  expect((await office.change(refund, { change: 'withdraw', reason: 'It never came.' })).status).toBe(200);
  expect(await office.creditOfDriver(driver.id)).toBe(0n);
  await expectRightBooks();
});

test('whichever of a payout and a reversal is first, no more is paid than came and what was is owed', async () => {
  const { driver, payment } = await office.credited();
  const refund = await office.approved({ from: 'credit', driver_id: driver.id, amount: '100.00' });
  const [paid, reversals] = await Promise.all([
    Promise.all([pay(refund), pay(refund)]),
    Promise.all([reverse(payment), reverse(payment)]),
  ]);
  expect(paid.every(({ status }) => status === 200 || status === 409)).toBe(true);
  // The second finds the payment reversed, or by the time it is judged a hand of their own in it.
  expect(reversals.every(({ status }) => [200, 403, 409].includes(status))).toBe(true);
  // Both are refused where each read what was paid back just before the payout.
  if (reversals.every(({ status }) => status !== 200)) expect((await reverse(payment)).status).toBe(200);
  expect(await office.creditOfDriver(driver.id)).toBe(-10_000n);
  await expectRightBooks();
});

test('a refund of money whose rest never came is not paid, and what was paid before is owed, also if it came after all', async () => {
  const transfer = await office.unclaimed();
  const [paid, unpaid] = [
    await office.approved({ from: 'money', transfer_id: transfer, amount: '100.00' }),
    await office.approved({ from: 'money', transfer_id: transfer, amount: '50.00' }),
  ];
  expect((await pay(paid)).status).toBe(200);
  const end = { decision: 'never_came', reason: 'Not in the wallet.' };
  const owed = await balanceOf(office.it.db, '1100');
  expect((await office.decideMoney(transfer, end, office.other)).body.message).toBe(
    'The GHS 150.00 never came, and is out of the books. GHS 100.00 that was paid back is owed.',
  );
  expect((await balanceOf(office.it.db, '1100')) - owed).toBe(10_000n);
  await expectRightBooks();
  expect((await pay(unpaid)).body.message).toContain('never came');
  const shown = { statement_amount: '300.00', statement_day: '2026-11-18' };
  await office.it.db.updateTable('transfers').set(shown).where('id', '=', transfer).execute();
  const came = { decision: 'came_after_all', reason: 'The statement shows it.' };
  expect(await office.decideMoney(transfer, came, office.asker)).toMatchObject({ status: 200 });
  expect(await office.moneyOf(transfer)).toMatchObject({ posted_amount: '250.00' });
  expect((await pay(unpaid)).status).toBe(200);
  await expectRightBooks();
});

test('a refund that is withdrawn after the rest of its money never came puts none of it back', async () => {
  const transfer = await office.unclaimed();
  const refund = await office.approved({ from: 'money', transfer_id: transfer, amount: '50.00' });
  const end = { decision: 'never_came', reason: 'Not in the wallet.' };
  expect((await office.decideMoney(transfer, end, office.other)).status).toBe(200);
  const { body } = await office.change(refund, { change: 'withdraw', reason: 'It never came.' });
  expect(body.message).toBe('The refund is withdrawn. GHS 50.00 never came, and is out of the books.');
  expect(await office.moneyOf(transfer)).toMatchObject({ status: 'ended', posted_amount: '0.00' });
  await expectRightBooks();
});

const given = (decision: string) => ({ decision, reason: 'Not in the wallet.' });

test('money that was paid back whole and never came is owed by the driver whose payment it was', async () => {
  const { driver, payment, transfer } = await office.paid();
  await pay(await office.approved({ from: 'payment', payment_id: payment }));
  expect(await office.moneyOf(transfer)).toMatchObject({ status: 'ended' });
  const before = await office.balances();
  const { body } = await office.decideMoney(transfer, given('never_came'), office.other);
  expect(body.message).toBe('The money never came. GHS 200.00 that was paid back is owed.');
  expect(await office.creditOfDriver(driver.id)).toBe(-20_000n);
  expect(await office.balances()).toEqual({
    ...before,
    momo: (before.momo ?? 0n) - 20_000n,
    credit: (before.credit ?? 0n) + 20_000n,
  });
  expect((await office.decideMoney(transfer, given('never_came'), office.other)).status).toBe(409);
  const row = (await office.send('GET', `/arrears?driver_code=${driver.driver_code}`, undefined, office.asker)).body;
  expect(row).toMatchObject([{ credit: '-200.00' }]);
  await expectRightBooks();
});

test('a payment of money that never came is reversed, and what was paid back of the rest is owed', async () => {
  const { payment, transfer } = await office.paid(null, '300.00');
  await pay(await office.approved({ from: 'money', transfer_id: transfer, amount: '100.00' }));
  const owed = await balanceOf(office.it.db, '1100');
  const { body } = await reverse(payment);
  expect(body.message).toBe('Reversed. The money is out of the books. GHS 100.00 that was paid back is owed.');
  expect((await balanceOf(office.it.db, '1100')) - owed).toBe(10_000n);
  expect(await office.moneyOf(transfer)).toMatchObject({ status: 'ended', posted_amount: '0.00' });
  await expectRightBooks();
});

test('whichever of a payout and the end of its money is first, what was paid is owed', async () => {
  const { driver, payment, transfer } = await office.paid();
  const refund = await office.approved({ from: 'payment', payment_id: payment });
  const end = () => office.decideMoney(transfer, given('never_came'), office.other);
  const answers = await Promise.all([pay(refund), end(), end()]);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  if (answers.slice(1).every(({ status }) => status === 409)) expect((await end()).status).toBe(200);
  expect(await office.creditOfDriver(driver.id)).toBe(-20_000n);
  await expectRightBooks();
});
