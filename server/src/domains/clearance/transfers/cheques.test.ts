import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf, creditOf } from '#domains/ledger';
import { rejectClaimsWithoutReceipt } from '#domains/payments';
import { checkBooks } from '../../../../test/book-checks.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { author } from '../../../../test/clearing-office.ts';
import { type Desk, monthOf, rowOf, startDesk } from '../../../../test/desk/harness.ts';
import { callDriver, SAME_PERSON } from '../../../../test/drivers.ts';
import { markPaidByBank } from './decide-cheque.ts';
import { transfersById, transfersOfIds } from './transfers.repo.ts';

let desk: Desk;
let admin: Awaited<ReturnType<typeof buildCaller>>['headers'];
beforeAll(async () => {
  desk = await startDesk();
  admin = (await buildCaller(desk.it, 'SystemAdmin')).headers;
});
afterAll(() => desk.close());

let number = 5000;
/** A cheque for a registration, a month and the rest as credit, as the desk received it. */
const received = async (amount = '550.00') => {
  number += 1;
  const { driver } = await buildDriver(desk.it, { plan: 'monthly' });
  const given = {
    ...{ mode: 'cheque', transaction_id: String(number), bank: 'GCB BANK', payer_name: 'Ama Drawer' },
    ...{ amount, received_on: '2026-11-18', credit_to: driver.driver_code },
    payments: [rowOf(driver), monthOf(driver, 'NOVEMBER')],
  };
  const answer = await desk.receive(given);
  const [transfer] = await desk.it.db
    .selectFrom('transfers')
    .select('id')
    .where('transaction_id', '=', answer.transaction_id)
    .execute();
  return { given, answer, driver, transfer: transfer?.id ?? '', payments: answer.payment_ids as string[] };
};

type Decision = { decision: string; day?: string; reason?: string };
/** Another person than the receiver notes that the bank paid it. */
const decide = (transfer: string, body: Decision, as = body.decision === 'bank_paid' ? admin : desk.headers) =>
  desk.send('PATCH', `/transfers/${transfer}`, body, as);
const statesOf = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await desk.paymentOf(id)).status));
const moneyOf = (id: string) =>
  desk.it.db
    .selectFrom('transfers')
    .select(['status', 'posted_amount', 'received_on'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const bank = () => balanceOf(desk.it.db, '1020');
const expectRightBooks = async () => expect((await checkBooks(desk.it)).differences).toEqual([]);

test('a cheque waits for its bank: nothing is covered, and nothing in the books', async () => {
  const before = await bank();
  const { answer, transfer, payments, driver } = await received();
  expect(answer.message).toBe(
    `Cheque 00${number} of GHS 550.00 is received: its 3 payments wait until the bank has paid it.`,
  );
  expect(await statesOf(payments)).toEqual(['submitted', 'submitted', 'submitted']);
  expect(await moneyOf(transfer)).toMatchObject({ status: 'pending', posted_amount: '0.00' });
  expect(await bank()).toBe(before);
  expect((await creditOf(desk.it.db, [driver.id])).size).toBe(0);
  for (const by of [{}, { amount: '200.00' }]) {
    const { status, body } = await desk.send('PATCH', `/clearance/${payments[0]}`, { decision: 'clear', ...by });
    expect([status, body.message]).toEqual([409, expect.stringContaining(`Cheque 00${number} waits for its bank.`)]);
  }
  await expectRightBooks();
});

test('once the bank has paid it, all that it pays is cleared on the bank’s day, as the desk would have', async () => {
  const { transfer, payments, driver } = await received();
  const before = await bank();
  expect((await decide(transfer, { decision: 'bank_paid', day: '2026-11-17' })).body).toMatchObject({
    issues: [{ path: 'body.day' }],
  });
  const { status, body } = await decide(transfer, { decision: 'bank_paid', day: '2026-11-19' });
  expect([status, body.message]).toEqual([200, 'The bank paid GHS 550.00. 3 payments are cleared.']);
  expect(await Promise.all(payments.map(desk.paymentOf))).toMatchObject([
    { status: 'cleared', is_credit: false, transaction_date: '2026-11-19' },
    { status: 'cleared', is_credit: false, transaction_date: '2026-11-19' },
    { status: 'cleared', is_credit: true, amount: '50.00' },
  ]);
  expect(await moneyOf(transfer)).toEqual({ status: 'matched', posted_amount: '550.00', received_on: '2026-11-19' });
  expect((await bank()) - before).toBe(55_000n);
  expect((await creditOf(desk.it.db, [driver.id])).get(driver.id)).toBe(5_000n);
  expect((await decide(transfer, { decision: 'bank_paid' })).status).toBe(409);
  await expectRightBooks();
});

test('of a fee that was paid meanwhile, the cheque’s money becomes credit', async () => {
  const { transfer, payments, driver } = await received();
  await buildPayment(desk.it, submissionOf(driver), 'cleared');
  expect((await decide(transfer, { decision: 'bank_paid' })).status).toBe(200);
  expect(await desk.paymentOf(payments[0] ?? '')).toMatchObject({ status: 'cleared', is_credit: true });
  await expectRightBooks();
});

test('of two drivers whom one cheque pays and who are merged meanwhile, the second fee becomes credit', async () => {
  const [kept, twin] = [(await buildDriver(desk.it)).driver, (await buildDriver(desk.it)).driver];
  number += 1;
  const { transaction_id, payment_ids } = await desk.receive({
    ...{ mode: 'cheque', transaction_id: String(number), bank: 'GCB BANK', payer_name: 'Ama Drawer', amount: '400.00' },
    payments: [rowOf(kept), rowOf(twin)],
  });
  const merge = { into: kept.id, reason: 'Registered twice.', same_person: SAME_PERSON };
  expect((await callDriver(desk.it, admin, 'POST', `${twin.id}/merge`, merge)).status).toBe(200);
  const [cheque] = await transfersOfIds(desk.it.db, [transaction_id]);
  const { status, body } = await decide(cheque?.id ?? '', { decision: 'bank_paid' });
  expect([status, body.message]).toEqual([200, 'The bank paid GHS 400.00. 2 payments are cleared.']);
  expect(await Promise.all((payment_ids as string[]).map(desk.paymentOf))).toMatchObject([
    { status: 'cleared', is_credit: false },
    { status: 'cleared', is_credit: true },
  ]);
  expect((await creditOf(desk.it.db, [kept.id])).get(kept.id)).toBe(20_000n);
  await expectRightBooks();
});

test('a cheque that bounces pays nothing, and its payments are rejected with the reason', async () => {
  const { transfer, payments } = await received();
  expect((await decide(transfer, { decision: 'bounced' })).status).toBe(400);
  const { body } = await decide(transfer, { decision: 'bounced', reason: 'Refer to drawer.' });
  expect(body.message).toBe('The cheque bounced. Its 3 payments are rejected.');
  expect(await statesOf(payments)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await moneyOf(transfer)).toMatchObject({ status: 'ended', posted_amount: '0.00' });
  expect((await decide(transfer, { decision: 'bank_paid' })).status).toBe(409);
  expect((await decide(transfer, { decision: 'bounced', reason: 'Again.' })).status).toBe(409);
  await expectRightBooks();
});

test('a cheque that bounces after the bank had paid takes its payments back, by somebody else who may reverse', async () => {
  const { transfer, payments } = await received();
  await decide(transfer, { decision: 'bank_paid' });
  const before = await bank();
  const bounced = { decision: 'bounced', reason: 'Refer to drawer.' };
  expect((await decide(transfer, bounced)).status).toBe(403);
  const { status, body } = await decide(transfer, bounced, admin);
  expect([status, body.message]).toEqual([200, 'The cheque bounced. Its 3 payments are reversed.']);
  expect(await statesOf(payments)).toEqual(['reversed', 'reversed', 'reversed']);
  expect(await bank()).toBe(before - 55_000n);
  expect(await moneyOf(transfer)).toMatchObject({ status: 'ended', posted_amount: '0.00' });
  await expectRightBooks();
});

test('a cheque that bounces after its credit paid a fee takes that back too', async () => {
  const { transfer, driver } = await received('9000.00');
  await decide(transfer, { decision: 'bank_paid' });
  const uses = () => desk.it.db.selectFrom('credit_uses').select('status').where('driver_id', '=', driver.id).execute();
  expect(await uses()).toEqual([{ status: 'used' }]);
  expect((await decide(transfer, { decision: 'bounced', reason: 'Refer to drawer.' }, admin)).status).toBe(200);
  expect(await uses()).toEqual([{ status: 'returned' }]);
  expect((await creditOf(desk.it.db, [driver.id])).get(driver.id) ?? 0n).toBe(0n);
  await expectRightBooks();
});

test('a cheque that bounces after its credit was refunded takes it back, and its driver owes what was paid out', async () => {
  const { transfer, driver } = await received();
  await decide(transfer, { decision: 'bank_paid' });
  const other = (await buildCaller(desk.it, 'SystemAdmin')).headers;
  const asked = {
    from: 'credit',
    driver_id: driver.id,
    amount: '50.00',
    mode: 'cash',
    paid_to: 'Ama',
    reason: 'Over.',
  };
  const { refund_id, approval_id } = await desk.post('/refunds', asked, admin);
  expect((await desk.post(`/approvals/${approval_id}/approve`, {}, other)).status).toBe(201);
  const pay = { change: 'pay', paid_on: '2026-11-20' };
  expect((await desk.send('PATCH', `/refunds/${refund_id}`, pay, other)).status).toBe(200);
  const before = await bank();
  expect((await decide(transfer, { decision: 'bounced', reason: 'Refer to drawer.' }, admin)).status).toBe(200);
  expect(await bank()).toBe(before - 55_000n);
  expect((await creditOf(desk.it.db, [driver.id])).get(driver.id)).toBe(-5_000n);
  await expectRightBooks();
});

test('a cheque that bounced is presented again: it waits for its bank anew, and can bounce again', async () => {
  const { given, transfer, answer } = await received();
  const bounced = { decision: 'bounced', reason: 'Refer to drawer.' };
  expect(await desk.receive(given)).toMatchObject({ status: 409 });
  await decide(transfer, bounced);
  const again = await desk.receive({ ...given, received_on: '2026-11-19' });
  expect(again).toMatchObject({ status: 201, transaction_id: answer.transaction_id });
  expect(await moneyOf(transfer)).toEqual({ status: 'pending', posted_amount: '0.00', received_on: '2026-11-19' });
  expect((await desk.receive(given)).status).toBe(409);
  await decide(transfer, bounced);
  const before = await bank();
  const last = await desk.receive(given);
  expect((await decide(transfer, { decision: 'bank_paid' })).status).toBe(200);
  expect(await statesOf(last.payment_ids)).toEqual(['cleared', 'cleared', 'cleared']);
  expect(await bank()).toBe(before + 55_000n);
  await expectRightBooks();
});

test('a cheque that bounced and whose amount was mistyped is received again with the right one', async () => {
  const { given, transfer } = await received();
  expect(await desk.receive({ ...given, amount: '560.00' })).toMatchObject({ status: 409 });
  await decide(transfer, { decision: 'bounced', reason: 'Words and figures differ.' });
  expect(await desk.receive({ ...given, amount: '560.00' })).toMatchObject({ status: 201 });
  const before = await bank();
  expect((await decide(transfer, { decision: 'bank_paid' })).body.message).toContain('GHS 560.00');
  expect(await bank()).toBe(before + 56_000n);
  expect(await moneyOf(transfer)).toMatchObject({ status: 'matched', posted_amount: '560.00' });
  await expectRightBooks();
});

test('a claim of a bounced cheque whose rejection is undone ends for want of a receipt as others do', async () => {
  const { transfer, payments } = await received();
  await decide(transfer, { decision: 'bounced', reason: 'Refer to drawer.' });
  const [id = ''] = payments;
  expect((await desk.send('PATCH', `/clearance/${id}`, { decision: 'undo', reason: 'A slip.' })).status).toBe(200);
  const { now } = desk.it.clock;
  desk.it.clock.now = new Date(now.getTime() + 15 * 86_400_000);
  // A cleared payment shows that the office clears here.
  await buildPayment(desk.it, submissionOf(await desk.newDriver()), 'cleared');
  expect(await statesOf([id])).toEqual(['submitted']);
  await rejectClaimsWithoutReceipt(desk.it.db, 14, desk.it.clock.now);
  expect(await statesOf([id])).toEqual(['rejected']);
  desk.it.clock.now = now;
});

test('a cheque that bounced after the bank had paid is received again by somebody else, who then is its receiver', async () => {
  // A second person who may reverse, so that nobody is alone.
  await buildCaller(desk.it, 'SystemAdmin');
  const { given, transfer } = await received();
  await decide(transfer, { decision: 'bank_paid' });
  const bounced = { decision: 'bounced', reason: 'Refer to drawer.' };
  expect((await decide(transfer, bounced, admin)).status).toBe(200);
  expect((await desk.post('/payments/receive', given, admin)).status).toBe(201);
  expect((await decide(transfer, { decision: 'bank_paid' }, desk.headers)).status).toBe(403);
  const other = (await buildCaller(desk.it, 'SuperUser')).headers;
  expect((await decide(transfer, { decision: 'bank_paid' }, other)).status).toBe(200);
  expect((await decide(transfer, bounced, admin)).status).toBe(403);
  await expectRightBooks();
});

/** Money of a cheque that the bank paid, given back by refunds that are approved. */
const givenBack = async (asked: (cheque: Awaited<ReturnType<typeof received>>) => readonly object[]) => {
  const cheque = await received();
  await decide(cheque.transfer, { decision: 'bank_paid' });
  const other = (await buildCaller(desk.it, 'SystemAdmin')).headers;
  const refunds: string[] = [];
  for (const one of asked(cheque)) {
    const body = { ...one, mode: 'cash', paid_to: 'Ama Drawer', reason: 'He paid in cash.' };
    const { refund_id, approval_id } = await desk.post('/refunds', body, admin);
    expect((await desk.post(`/approvals/${approval_id}/approve`, {}, other)).status).toBe(201);
    refunds.push(refund_id);
  }
  const change = (id: string | undefined, body: object) => desk.send('PATCH', `/refunds/${id}`, body, other);
  return { ...cheque, refunds, pay: (id?: string) => change(id, { change: 'pay', paid_on: '2026-11-20' }), change };
};
const creditOfDriver = async (id: string) => (await creditOf(desk.it.db, [id])).get(id) ?? 0n;

test('a cheque bounces although all of it was refunded and paid out, and its driver owes that', async () => {
  const before = await bank();
  const { transfer, driver, refunds, pay } = await givenBack(({ payments }) =>
    payments.map((payment_id) => ({ from: 'payment', payment_id })),
  );
  for (const id of refunds) expect((await pay(id)).status).toBe(200);
  expect(await moneyOf(transfer)).toMatchObject({ status: 'ended' });
  expect(await bank()).toBe(before + 55_000n);
  const bounced = () => decide(transfer, { decision: 'bounced', reason: 'Refer to drawer.' }, admin);
  expect((await bounced()).body.message).toBe('The cheque bounced. GHS 550.00 that was paid back is owed.');
  expect(await bank()).toBe(before);
  expect(await creditOfDriver(driver.id)).toBe(-55_000n);
  const shown = (await desk.send('GET', `/drivers/${driver.id}/standing`, undefined, admin)).body;
  expect(Number(shown.owed)).toBe(Number(shown.due_total) + 550);
  expect((await desk.send('GET', `/refunds/${refunds[0]}`, undefined, admin)).body).toMatchObject({
    status: 'paid',
    owed_at: expect.any(String),
  });
  expect((await bounced()).status).toBe(409);
  await expectRightBooks();
});

test('what was paid back of a cheque to somebody who is no driver is to be recovered from them once it bounces', async () => {
  const before = await bank();
  const cheque = await received();
  await decide(cheque.transfer, { decision: 'bank_paid' });
  const [first = ''] = cheque.payments;
  const wrong = { decision: 'reverse', cause: 'wrong_car', reason: 'Another car.' };
  expect((await desk.send('PATCH', `/clearance/${first}`, wrong, admin)).status).toBe(200);
  const [asker, other] = [await buildCaller(desk.it, 'SystemAdmin'), await buildCaller(desk.it, 'SystemAdmin')];
  const body = {
    from: 'money',
    transfer_id: cheque.transfer,
    amount: '200.00',
    mode: 'cash',
    paid_to: 'A',
    reason: 'His.',
  };
  const { refund_id, approval_id } = await desk.post('/refunds', body, asker.headers);
  expect((await desk.post(`/approvals/${approval_id}/approve`, {}, other.headers)).status).toBe(201);
  const bounced = () => decide(cheque.transfer, { decision: 'bounced', reason: 'Refer to drawer.' }, other.headers);
  expect(await bounced()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Withdraw it first') },
  });
  const pay = { change: 'pay', paid_on: '2026-11-20' };
  expect((await desk.send('PATCH', `/refunds/${refund_id}`, pay, other.headers)).status).toBe(200);
  const owed = await balanceOf(desk.it.db, '1100');
  expect((await bounced()).body.message).toMatch(/^The cheque bounced.*GHS 200.00 that was paid back is owed\.$/);
  expect((await balanceOf(desk.it.db, '1100')) - owed).toBe(20_000n);
  expect(await bank()).toBe(before);
  await expectRightBooks();
});

test('a cheque whose money was given back is not received again', async () => {
  const { given, transfer, payments } = await received();
  await decide(transfer, { decision: 'bank_paid' });
  const other = (await buildCaller(desk.it, 'SystemAdmin')).headers;
  const to = { mode: 'cash', paid_to: 'Ama Drawer', reason: 'He paid in cash.' };
  for (const payment_id of payments) {
    const { approval_id } = await desk.post('/refunds', { from: 'payment', payment_id, ...to }, admin);
    expect((await desk.post(`/approvals/${approval_id}/approve`, {}, other)).status).toBe(201);
  }
  expect(await moneyOf(transfer)).toMatchObject({ status: 'ended' });
  expect(await desk.receive(given)).toMatchObject({
    status: 409,
    message: expect.stringContaining(`Money of Cheque 00${number} was given back.`),
  });
});

test('a cheque that never came is received again once no refund of it is to be paid', async () => {
  const wrong = { decision: 'reverse', cause: 'never_came', reason: 'Refer to drawer.' };
  for (const isPaid of [false, true]) {
    const before = await bank();
    const { given, transfer, payments, refunds, pay, change } = await givenBack(({ payments: [payment_id] }) => [
      { from: 'payment', payment_id },
    ]);
    if (isPaid) expect((await pay(refunds[0])).status).toBe(200);
    expect((await desk.send('PATCH', `/clearance/${payments[2]}`, wrong, admin)).status).toBe(200);
    expect(await moneyOf(transfer)).toMatchObject({ status: 'ended' });
    // A refund that was paid is owed by now; one that is to be paid would be paid of this cheque.
    if (!isPaid) {
      expect(await desk.receive(given)).toMatchObject({
        status: 409,
        message: expect.stringContaining('was given back'),
      });
      await change(refunds[0] ?? '', { change: 'withdraw', reason: 'It never came.' });
    }
    expect(await desk.receive(given)).toMatchObject({ status: 201 });
    await decide(transfer, { decision: 'bank_paid' });
    expect((await bank()) - before).toBe(55_000n);
    await expectRightBooks();
  }
});

test('somebody else than the receiver of a cheque notes that the bank paid it, and its page says so', async () => {
  const { transfer, payments } = await received();
  const paid = { decision: 'bank_paid', day: '2026-11-19' };
  const hindrance = 'You received this money, so somebody else has to decide.';
  expect(await decide(transfer, paid, desk.headers)).toMatchObject({ status: 403, body: { message: hindrance } });
  expect(await statesOf(payments)).toEqual(['submitted', 'submitted', 'submitted']);
  expect((await desk.send('GET', `/money_received/${transfer}`)).body).toMatchObject({ hindrance });
  expect((await decide(transfer, paid)).status).toBe(200);
  await expectRightBooks();
});

test('the bank pays the amount that a cheque has once it is locked', async () => {
  const { transfer: id } = await received();
  const by = author(await buildCaller(desk.it, 'SuperUser'));
  await desk.it.db.transaction().execute(async (tx) => {
    const [transfer] = await transfersById(tx, [id]);
    if (!transfer) throw new Error('No cheque');
    await tx.updateTable('transfers').set({ amount: '600.00' }).where('id', '=', id).execute();
    const said = await markPaidByBank(tx, { transfer, by, now: desk.it.clock.now }, undefined);
    expect(said).toContain('GHS 600.00');
  });
  expect(await moneyOf(id)).toMatchObject({ status: 'open', posted_amount: '600.00' });
  await expectRightBooks();
});

test('other money neither waits for a bank nor bounces', async () => {
  const { transaction_id } = await desk.receive({ payments: [rowOf(await desk.newDriver())] });
  const [cash] = await desk.it.db
    .selectFrom('transfers')
    .select('id')
    .where('transaction_id', '=', transaction_id)
    .execute();
  for (const body of [{ decision: 'bank_paid' }, { decision: 'bounced', reason: 'Torn.' }]) {
    expect((await decide(cash?.id ?? '', body, admin)).status).toBe(409);
  }
});

test('whichever of twenty people is first, the bank has paid a cheque once', async () => {
  const { transfer } = await received();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      decide(transfer, n % 2 ? { decision: 'bank_paid' } : { decision: 'bounced', reason: 'Refer to drawer.' }, admin),
    ),
  );
  // A bounce may follow the bank's payment, and nothing follows a bounce.
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  await expectRightBooks();
});

test('a cheque is found by its number in every list, and its files name it so', async () => {
  const { driver, transfer } = await received();
  await decide(transfer, { decision: 'bank_paid' });
  const rowsOf = async (path: string) => (await desk.send('GET', path)).body;
  for (const search of [String(number), `00${number}`, `Cheque 00${number}, GCB BANK`]) {
    const asked = `search=${encodeURIComponent(search)}`;
    expect(await rowsOf(`/money_received?${asked}`), search).toMatchObject([{ id: transfer }]);
    expect(await rowsOf(`/receipts?${asked}`), search).toHaveLength(3);
    expect((await rowsOf(`/clearance?${asked}`)).length, search).toBeGreaterThan(0);
    const found = await rowsOf(`/office_search?text=${encodeURIComponent(search)}`);
    expect(found.payments.rows, search).toHaveLength(3);
  }
  expect(await rowsOf(`/money_received?search=${String(number).slice(0, 2)}`)).toEqual([]);
  const url = `/api/payments/export?driver_code=${driver.driver_code}&format=csv`;
  expect((await desk.it.app.inject({ url, headers: desk.headers })).body).toContain(`"Cheque 00${number}"`);
});
