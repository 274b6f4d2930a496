import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { noteHands } from '#domains/approvals';
import { checkLedger } from '#domains/ledger';
import { buildCaller, shapeRole } from '../../../test/builders/identity.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { keepAsIs } from '../../../test/database/put-back.ts';
import { PAYOUT, startRefunds } from '../../../test/refunds/harness.ts';

let office: Awaited<ReturnType<typeof startRefunds>>;
let putBack: () => Promise<void>;
beforeAll(async () => {
  office = await startRefunds();
  putBack = await keepAsIs(office.it);
});
beforeEach(() => putBack());
afterEach(async () => expect(await checkLedger(office.it.db)).toEqual([]));
afterAll(() => office.close());

const askCredit = async (captor: Parameters<typeof office.credited>[1] = null) => {
  const { driver } = await office.credited('100.00', captor);
  return (await office.ask({ from: 'credit', driver_id: driver.id, amount: '50.00' })).body;
};

test('whoever asks does not approve, and whoever captured the money does not either', async () => {
  const third = await buildCaller(office.it, 'SystemAdmin');
  const asked = await askCredit(office.other);
  expect(await office.approve(asked.approval_id, office.asker)).toMatchObject({
    status: 403,
    body: { message: 'You asked for this, so somebody else has to decide.' },
  });
  const refusal = 'You captured this money, so somebody else has to decide.';
  expect(await office.approve(asked.approval_id, office.other)).toMatchObject({
    status: 403,
    body: { message: refusal },
  });
  const shown = await office.send('GET', `/approvals/${asked.approval_id}`, undefined, office.other);
  expect(shown.body).toMatchObject({ hindrance: refusal, moves: ['refuse'] });
  expect((await office.refundOf(asked.refund_id)).status).toBe('asked');
  expect((await office.approve(asked.approval_id, third)).status).toBe(201);
});

test.each(['payment', 'money'] as const)('nobody with a hand in it approves that a %s is given back', async (from) => {
  const third = await buildCaller(office.it, 'SystemAdmin');
  const { payment } = await office.paid(office.other);
  const transfer = await office.unclaimed('300.00', office.other);
  const body = from === 'payment' ? { payment_id: payment } : { transfer_id: transfer, amount: '300.00' };
  const { body: asked } = await office.ask({ from, ...body });
  expect((await office.approve(asked.approval_id, office.other)).status).toBe(403);
  expect((await office.approve(asked.approval_id, third)).status).toBe(201);
});

test('a second account that the asker has made does not approve', async () => {
  const asked = await askCredit();
  await office.it.db.transaction().execute((tx) => {
    const made = { what: 'issued_code', subjects: [{ kind: 'user', id: office.other.id }] } as const;
    return noteHands(tx, [{ accountId: office.asker.id, ...made }], office.it.clock.now);
  });
  await buildCaller(office.it, 'SystemAdmin');
  const { status, body } = await office.approve(asked.approval_id);
  expect([status, body.message]).toEqual([403, expect.stringContaining('You count as one person for 30 days')]);
});

test.each([
  ['is blocked', { status: 'blocked' as const }],
  ['may not refund any more', { role: 'SuperUser' as const }],
])('what somebody asked for who %s since is not approved, and says why', async (_, change) => {
  const asked = await askCredit();
  await buildCaller(office.it, 'SystemAdmin');
  await office.it.db.updateTable('accounts').set(change).where('id', '=', office.asker.id).execute();
  const sentence = 'Ama Mensah, who asked for this, may not do so any more. Somebody who may has to ask for it again.';
  const shown = await office.send('GET', `/approvals/${asked.approval_id}`, undefined, office.other);
  expect(shown.body).toMatchObject({ moves: ['refuse'], hindrance: sentence });
  const { body } = await office.approve(asked.approval_id);
  expect(body.message).toBe(`It could not be applied any more: ${sentence}`);
  expect(await office.refundOf(asked.refund_id)).toMatchObject({ status: 'refused', approved_at: null });
});

test('whoever asked does not pay it, nor does an account that they made; who approved it does', async () => {
  const asked = await askCredit();
  await office.approve(asked.approval_id);
  const pay = (by = office.asker) => office.change(asked.refund_id, { ...PAYOUT, reference: 'OWN12345678' }, by);
  const refusal = 'You asked for this, so somebody else has to decide.';
  expect(await pay()).toMatchObject({ status: 403, body: { message: refusal } });
  const shown = await office.send('GET', `/refunds/${asked.refund_id}`, undefined, office.asker);
  expect(shown.body.payout_hindrance).toBe(refusal);
  const second = await buildCaller(office.it, 'SystemAdmin');
  await office.it.db.transaction().execute((tx) => {
    const made = { what: 'issued_code', subjects: [{ kind: 'user', id: second.id }] } as const;
    return noteHands(tx, [{ accountId: office.asker.id, ...made }], office.it.clock.now);
  });
  expect((await pay(second)).body.message).toContain('You count as one person for 30 days');
  expect((await office.refundOf(asked.refund_id)).status).toBe('approved');
  expect((await pay(office.other)).status).toBe(200);
});

test.each([{ paid_to: '055 000 0000' }, { mode: 'cash' }])(
  'nobody pays another person, or in another way, than was approved: %o',
  async (other) => {
    const asked = await askCredit();
    await office.approve(asked.approval_id);
    expect((await office.change(asked.refund_id, { ...PAYOUT, reference: 'OTHER123456', ...other })).status).toBe(400);
    expect(await office.refundOf(asked.refund_id)).toMatchObject({ status: 'approved', paid_to: '024 123 4567' });
    await office.change(asked.refund_id, { ...PAYOUT, reference: 'OTHER123456' });
    expect(await office.refundOf(asked.refund_id)).toMatchObject({ status: 'paid', mode: 'momo' });
  },
);

test('to whom it goes is shown to whoever approves it, and stands in no log', async () => {
  const asked = await askCredit();
  const shown = await office.send('GET', `/approvals/${asked.approval_id}`, undefined, office.other);
  expect(shown.body.changes).toContainEqual({ field: 'To', before: '', after: '024 123 4567', to: expect.any(String) });
  await office.approve(asked.approval_id);
  await office.change(asked.refund_id, { ...PAYOUT, reference: 'LOGGED12345' });
  const { db } = office.it;
  const kept = [
    await db.selectFrom('audit_log').selectAll().execute(),
    await db.selectFrom('approvals').selectAll().execute(),
  ];
  expect(JSON.stringify(kept)).not.toContain('123 4567');
});

test('whoever had a hand in any money behind the credit does not approve it, however old that is', async () => {
  const third = await buildCaller(office.it, 'SystemAdmin');
  const { driver } = await office.credited('100.00', office.other);
  await buildPayment(office.it, submissionOf(driver, { payment_type: 'DP', amount: '300.00' }), 'cleared');
  const ask = (amount: string) => office.ask({ from: 'credit', driver_id: driver.id, amount });
  await office.approve((await ask('100.00')).body.approval_id, third);
  // The newer money alone comes to what is left.
  const { body } = await ask('300.00');
  expect((await office.approve(body.approval_id)).body.message).toBe(
    'You captured this money, so somebody else has to decide.',
  );
  expect((await office.approve(body.approval_id, third)).status).toBe(201);
});

test('whoever may not refund asks for none, pays none and approves none', async () => {
  const asked = await askCredit();
  const clerk = office.clerk;
  expect((await office.ask({ from: 'credit', driver_id: '1', amount: '1.00' }, clerk)).status).toBe(403);
  expect((await office.approve(asked.approval_id, clerk)).status).toBe(404);
  await office.approve(asked.approval_id);
  const pay = () => office.change(asked.refund_id, { ...PAYOUT, reference: 'CLERK123456' }, clerk);
  expect((await pay()).status).toBe(403);
  await shapeRole(office.it, 'SuperUser', { 'payments.refund': true });
  expect((await pay()).status).toBe(200);
});

test('in an office of one a refund is approved at once and marked as decided alone', async () => {
  const one = await startRefunds({ isAlone: true });
  try {
    const { payment } = await one.paid(one.asker);
    const { status, body } = await one.ask({ from: 'payment', payment_id: payment });
    expect([status, body.message]).toEqual([201, expect.stringContaining('marked as decided alone')]);
    expect(await one.refundOf(body.refund_id)).toMatchObject({ status: 'approved', is_alone: true });
    const alone = one.it.db.selectFrom('alone_decisions').select(['account_id', 'action']);
    expect(await alone.execute()).toEqual([{ account_id: one.asker.id, action: 'approvals.approve' }]);
    expect((await one.change(body.refund_id, { ...PAYOUT, reference: 'ALONE123456' })).status).toBe(200);
    expect(await alone.execute()).toContainEqual({ account_id: one.asker.id, action: 'refunds.pay' });
  } finally {
    await one.close();
  }
});
