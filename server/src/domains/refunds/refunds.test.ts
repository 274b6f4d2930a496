import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../../test/book-checks.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../test/builders/transfers.ts';
import { PAYOUT, startRefunds } from '../../../test/refunds/harness.ts';

let office: Awaited<ReturnType<typeof startRefunds>>;
beforeAll(async () => {
  office = await startRefunds();
});
afterAll(() => office.close());

const expectRightBooks = async () => expect((await checkBooks(office.it)).differences).toEqual([]);

const difference = async (work: () => Promise<unknown>) => {
  const before = await office.balances();
  await work();
  const after = await office.balances();
  const sums = Object.entries(after).map(([name, sum]) => [
    name,
    (sum ?? 0n) - (before[name as keyof typeof before] ?? 0n),
  ]);
  return Object.fromEntries(sums.filter(([, sum]) => sum !== 0n));
};

test('credit is of the newest money by the records’ numbers, also where these get a further digit', async () => {
  await sql`SELECT setval(pg_get_serial_sequence('payments', 'id'), 98)`.execute(office.it.db);
  const { driver, payment } = await office.credited();
  const claim = submissionOf(driver, { payment_type: 'DP', amount: '400.00' });
  const newest = await buildPayment(office.it, claim);
  const { transaction_id } = claim;
  await buildTransfer(office.it, { transaction_id, amount: '400.00', received_on: '2026-11-19' });
  await office.decide(newest, { decision: 'clear' });
  expect([payment, newest]).toEqual(['99', '100']);
  const { body } = await office.ask({ from: 'credit', driver_id: driver.id, amount: '1.00' });
  const { body: asked } = await office.send('GET', `/approvals/${body.approval_id}`, undefined, office.asker);
  expect(asked.changes).toContainEqual({ field: 'Paid to us on', before: '', after: '19 Nov 2026' });
});

test('credit is given back: asked by one, approved by another, paid with a reference', async () => {
  const { driver } = await office.credited();
  const asked = await office.ask({ from: 'credit', driver_id: driver.id, amount: '60.00' });
  expect(asked).toMatchObject({ status: 201, body: { message: expect.stringContaining('waits for approval') } });
  const { refund_id: id, approval_id } = asked.body;
  expect(await office.creditOfDriver(driver.id)).toBe(10_000n);
  expect(await difference(() => office.approve(approval_id))).toEqual({ credit: 6_000n, toPay: -6_000n });
  expect(await office.creditOfDriver(driver.id)).toBe(4_000n);
  const pay = () => office.change(id, { ...PAYOUT, reference: 'abc12345678' }, office.other);
  expect(await difference(pay)).toEqual({ momo: -6_000n, toPay: 6_000n });
  expect((await pay()).body.message).toMatch(/was already paid/);
  const { body: shown } = await office.send('GET', `/refunds/${id}`, undefined, office.asker);
  expect(shown).toMatchObject({
    ...{ source: 'credit', driver_code: driver.driver_code, amount: '60.00', status: 'paid', reference: 'ABC12345678' },
    ...{ paid_on: '2026-11-20', approval_id: null, is_alone: false },
  });
  const texts = office.it.db.selectFrom('outbox_messages').select('body').where('body', 'like', '%paid you back%');
  expect(await texts.execute()).toMatchObject([{ body: expect.stringMatching(/GHS 60\.00 by MoMo, to 024 123 4567/) }]);
  await expectRightBooks();
});

test('a payment is given back whole: it is reversed, and its money is to be paid back', async () => {
  const { payment, transfer, driver } = await office.paid(null, '260.00');
  const body = { from: 'payment', payment_id: payment };
  expect(await office.ask({ ...body, amount: '10.00' })).toMatchObject({
    status: 400,
    body: { message: 'A payment is given back whole.' },
  });
  expect(await difference(() => office.approved(body))).toEqual({ toPay: -20_000n });
  expect(await office.paymentOf(payment)).toMatchObject({
    status: 'reversed',
    status_reason: 'Money given back: Paid twice.',
  });
  expect(await office.moneyOf(transfer)).toMatchObject({ status: 'open', posted_amount: '60.00' });
  const receipt = office.it.db.selectFrom('receipts').select('status').where('subject_id', '=', payment);
  expect(await receipt.execute()).toEqual([{ status: 'void' }]);
  expect((await office.ask(body)).body.message).toBe('Only a cleared payment can be given back.');
  expect(await office.creditOfDriver(driver.id)).toBe(0n);
  await expectRightBooks();
});

test('a payment whose credit was spent is given back whole, and what its credit paid is due again', async () => {
  const { driver, payment } = await office.credited('1500.00');
  const uses = () =>
    office.it.db.selectFrom('credit_uses').select(['type_code', 'status']).where('driver_id', '=', driver.id).execute();
  expect(await uses()).toEqual([{ type_code: 'DP', status: 'used' }]);
  await office.approved({ from: 'payment', payment_id: payment });
  expect(await uses()).toEqual([{ type_code: 'DP', status: 'returned' }]);
  expect(await office.creditOfDriver(driver.id)).toBe(0n);
  await expectRightBooks();
});

test('of money received that paid nothing, any part that is left is given back', async () => {
  const id = await office.unclaimed();
  await office.decideMoney(id, { decision: 'dismiss', reason: 'Not ours.' });
  expect(await difference(() => office.approved({ from: 'money', transfer_id: id, amount: '100.00' }))).toEqual({
    unallocated: 10_000n,
    toPay: -10_000n,
  });
  expect(await office.moneyOf(id)).toMatchObject({ status: 'dismissed', posted_amount: '200.00' });
  await office.approved({ from: 'money', transfer_id: id, amount: '200.00' });
  expect(await office.moneyOf(id)).toMatchObject({ status: 'ended', posted_amount: '0.00' });
  const { body } = await office.ask({ from: 'money', transfer_id: id, amount: '1.00' });
  expect(body.message).toMatch(/was given back, or it never came/);
  await expectRightBooks();
});

test('never more than there is, nor than others have asked for', async () => {
  const { driver } = await office.credited();
  const of = (amount: string) => ({ from: 'credit', driver_id: driver.id, amount });
  expect(await office.ask(of('100.01'))).toMatchObject({
    status: 422,
    body: { issues: [{ path: 'body.amount', message: 'At most GHS 100.00 can be given back.' }] },
  });
  expect((await office.ask(of('70.00'))).status).toBe(201);
  expect((await office.ask(of('30.01'))).status).toBe(422);
  expect((await office.ask(of('30.00'))).status).toBe(201);
  expect((await office.ask(of('0.01'))).body.message).toMatch(
    /All of it was asked for already: refunds of GHS 100\.00/,
  );
  const { payment } = await office.paid();
  expect((await office.ask({ from: 'payment', payment_id: payment })).status).toBe(201);
  expect((await office.ask({ from: 'payment', payment_id: payment })).body.message).toMatch(/asked for already/);
});

test('an approval is out of date once the credit is not there any more', async () => {
  const { driver, payment } = await office.credited();
  const { body: asked } = await office.ask({ from: 'credit', driver_id: driver.id, amount: '100.00' });
  expect(
    (await office.decide(payment, { decision: 'reverse', cause: 'wrong_car', reason: 'His brother.' }, office.other))
      .status,
  ).toBe(200);
  const { body } = await office.approve(asked.approval_id);
  expect(body.message).toBe(
    'It could not be applied any more: The credit is GHS 0.00, so GHS 100.00 cannot be given back.',
  );
  expect(await office.refundOf(asked.refund_id)).toMatchObject({ status: 'refused', approved_at: null });
  await expectRightBooks();
});

test('a refund that is refused, or withdrawn by its asker, moves nothing and says why', async () => {
  const { driver } = await office.credited();
  const of = { from: 'credit', driver_id: driver.id, amount: '40.00' };
  const { body: first } = await office.ask(of);
  await office.send('POST', `/approvals/${first.approval_id}/refuse`, { reason: 'He owes a month.' }, office.other);
  expect(await office.refundOf(first.refund_id)).toMatchObject({
    status: 'refused',
    status_reason: 'Refused: He owes a month.',
  });
  const { body: second } = await office.ask(of);
  await office.send('POST', `/approvals/${second.approval_id}/withdraw`, undefined, office.asker);
  expect(await office.refundOf(second.refund_id)).toMatchObject({ status: 'refused' });
  expect(await office.creditOfDriver(driver.id)).toBe(10_000n);
  expect((await office.change(first.refund_id, { change: 'withdraw', reason: 'Too late.' })).status).toBe(409);
  await expectRightBooks();
});

test('a refund that is withdrawn puts credit back as credit, and other money as unallocated money', async () => {
  const { driver } = await office.credited();
  const credit = await office.approved({ from: 'credit', driver_id: driver.id, amount: '100.00' });
  const withdraw = (id: string) => office.change(id, { change: 'withdraw', reason: 'He takes it as credit.' });
  expect((await withdraw(credit)).body.message).toBe(
    'The refund is withdrawn. GHS 100.00 is the driver’s credit again.',
  );
  expect(await office.creditOfDriver(driver.id)).toBe(10_000n);
  const { payment, transfer } = await office.paid();
  const whole = await office.approved({ from: 'payment', payment_id: payment });
  expect(await office.moneyOf(transfer)).toMatchObject({ status: 'ended' });
  expect(await difference(() => withdraw(whole))).toEqual({ unallocated: -20_000n, toPay: 20_000n });
  expect(await office.moneyOf(transfer)).toEqual({ status: 'open', status_reason: null, posted_amount: '200.00' });
  expect((await office.paymentOf(payment)).status).toBe('reversed');
  expect((await office.change(whole, { ...PAYOUT, reference: 'LATE1234567' })).status).toBe(409);
  await expectRightBooks();
});

test('credit that comes back pays what is due by itself', async () => {
  const { driver } = await office.credited('1500.00');
  const use = office.it.db.selectFrom('credit_uses').select('id').where('driver_id', '=', driver.id);
  const { id } = await use.executeTakeFirstOrThrow();
  const reason = 'The device was returned.';
  await office.send('PATCH', `/drivers/${driver.id}/credit_uses/${id}`, { reason }, office.asker);
  const refund = await office.approved({ from: 'credit', driver_id: driver.id, amount: '1500.00' });
  await office.it.db.updateTable('credit_uses').set({ holds_credit: false }).execute();
  await office.change(refund, { change: 'withdraw', reason: 'He keeps the device.' });
  expect(await office.creditOfDriver(driver.id)).toBe(0n);
  await expectRightBooks();
});

test('a payout’s reference is used once for each mode, and cash gets a number of its own', async () => {
  const { driver } = await office.credited();
  const of = (amount: string, mode: string) => office.approved({ from: 'credit', driver_id: driver.id, amount, mode });
  const [first, again] = [await of('10.00', 'momo'), await of('15.00', 'momo')];
  const [second, third] = [await of('20.00', 'bank'), await of('30.00', 'cash')];
  const reference = 'TWICE1234567';
  expect((await office.change(first, { ...PAYOUT, reference })).status).toBe(200);
  expect(await office.change(again, PAYOUT)).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'body.reference', message: 'Please enter the reference of the payout.' }] },
  });
  expect(await office.change(again, { ...PAYOUT, reference: 'twice1234567' })).toMatchObject({
    status: 409,
    body: { issues: [{ path: 'body.reference' }] },
  });
  expect((await office.change(second, { ...PAYOUT, reference })).status).toBe(200);
  expect(await difference(() => office.change(third, PAYOUT))).toEqual({
    cash: -3_000n,
    toPay: 3_000n,
  });
  expect((await office.refundOf(third)).reference).toMatch(/^REFUND\d{6}$/);
  await expectRightBooks();
});

test('a payout is of a day from its approval to today', async () => {
  const { driver } = await office.credited();
  const id = await office.approved({ from: 'credit', driver_id: driver.id, amount: '10.00' });
  for (const paid_on of ['2026-11-19', '2026-11-21'])
    expect(await office.change(id, { ...PAYOUT, paid_on, reference: 'DAYS1234567' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'body.paid_on' }] },
    });
});

test('no payout is of a month that is closed', async () => {
  const { driver } = await office.credited();
  const id = await office.approved({ from: 'credit', driver_id: driver.id, amount: '10.00' });
  const approved_at = new Date('2026-10-15T10:00:00Z');
  await office.it.db.updateTable('refunds').set({ approved_at }).where('id', '=', id).execute();
  const payOn = (paid_on: string) => office.change(id, { ...PAYOUT, paid_on, reference: 'CLOSED12345' });
  expect(await payOn('2026-10-31')).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'body.paid_on', message: 'October 2026 is closed. Give a day from 1 Nov 2026 on.' }] },
  });
  const { now } = office.it.clock;
  office.it.clock.now = new Date('2026-11-05T10:00:00Z');
  const openFrom = (open_from: string) => office.it.db.updateTable('ledger_head').set({ open_from }).execute();
  await openFrom('2026-11-01');
  expect((await payOn('2026-10-31')).body.message).toBe('October 2026 is closed. Give a day from 1 Nov 2026 on.');
  await openFrom('0001-01-01');
  expect((await payOn('2026-10-31')).status).toBe(200);
  office.it.clock.now = now;
  await office.it.db.updateTable('refunds').set({ approved_at: office.it.clock.now }).where('id', '=', id).execute();
});

test('credit whose money a statement doubts is not given back: the request says so, and so does the payout', async () => {
  const { driver, transfer } = await office.credited();
  const early = await office.approved({ from: 'credit', driver_id: driver.id, amount: '30.00' });
  await buildPayment(office.it, submissionOf(driver, { payment_type: 'DP', amount: '50.00' }), 'cleared');
  const of = (amount: string) => ({ from: 'credit', driver_id: driver.id, amount });
  const { body: late } = await office.ask(of('50.00'));
  const doubts = (statement_amount: string | null) =>
    office.it.db.updateTable('transfers').set({ statement_amount }).where('id', '=', transfer).execute();
  await doubts('299.00');
  // Of 120.00 of credit, 100.00 was made of money of which a statement shows another amount.
  const refundable = `/refundable?from=credit&id=${driver.id}`;
  expect((await office.send('GET', refundable, undefined, office.asker)).body).toMatchObject({
    hindrance: expect.stringContaining('until this is settled: GHS 100.00 of the credit'),
  });
  expect((await office.approve(late.approval_id)).body.message).toContain('This has to be settled first: GHS 100.00');
  expect((await office.refundOf(late.refund_id)).status).toBe('refused');
  expect((await office.send('GET', refundable, undefined, office.asker)).body).toMatchObject({
    most: '20.00',
    unsure: '100.00',
  });
  const { body: asked } = await office.ask(of('20.00'));
  const words = (await office.send('GET', `/approvals/${asked.approval_id}`, undefined, office.other)).body.changes;
  expect(words).toContainEqual({
    ...{ field: 'Kept back', before: '' },
    after: 'GHS 100.00 of the credit, because a statement differs from its money or does not show it',
  });
  expect((await office.approve(asked.approval_id)).status).toBe(201);
  expect((await office.change(early, { ...PAYOUT, reference: 'DOUBTED1235' })).status).toBe(200);
  await doubts(null);
  await office.approved(of('100.00'));
  await doubts('299.00');
  const { body } = await office.change(asked.refund_id, { ...PAYOUT, reference: 'DOUBTED1236' });
  expect(body.message).toContain('differs from GHS 100.00 of the money behind this credit, or does not show it');
  await doubts(null);
  await expectRightBooks();
});

test('money that came and whose credit was refunded is not reversed, so that it makes no debt', async () => {
  const { driver, payment } = await office.credited();
  const id = await office.approved({ from: 'credit', driver_id: driver.id, amount: '100.00' });
  const reverse = () =>
    office.decide(payment, { decision: 'reverse', cause: 'wrong_car', reason: 'His brother.' }, office.other);
  expect(await reverse()).toMatchObject({ status: 409, body: { message: expect.stringContaining('was refunded') } });
  expect((await office.ask({ from: 'payment', payment_id: payment })).status).toBe(201);
  await office.change(id, { change: 'withdraw', reason: 'Reversed instead.' });
  expect((await reverse()).status).toBe(200);
  await expectRightBooks();
});

test('a payment without money that was recorded is not given back', async () => {
  const { driver } = await office.credited();
  const row = await office.it.db
    .selectFrom('payments')
    .select('id')
    .where('driver_id', '=', driver.id)
    .executeTakeFirstOrThrow();
  await office.it.db.updateTable('payments').set({ transfer_id: null }).where('id', '=', row.id).execute();
  const { body } = await office.send('GET', `/refundable?from=payment&id=${row.id}`, undefined, office.asker);
  expect(body).toMatchObject({ most: '0.00', hindrance: expect.stringContaining('Reverse it and capture its money') });
});

test('the list is found by state, source, driver, reference and day, with sums by state', async () => {
  const { driver } = await office.credited();
  await office.approved({ from: 'credit', driver_id: driver.id, amount: '33.00' });
  const get = async (query: string) => (await office.send('GET', `/refunds?${query}`, undefined, office.asker)).body;
  expect(await get(`driver=${driver.driver_code}`)).toMatchObject([{ amount: '33.00', status: 'approved' }]);
  expect(await get('reference=twice1234567')).toHaveLength(2);
  expect(await get('from=2026-11-21')).toEqual([]);
  const figures = (await office.send('GET', '/refunds/figures', undefined, office.asker)).body;
  const toPay = figures.find(({ status }: { status: string }) => status === 'approved');
  expect(toPay.count).toBe((await office.statesOf()).filter((status) => status === 'approved').length);
});
