import { afterEach, beforeEach, expect, test } from 'vitest';
import { noteHands } from '#domains/approvals';
import { buildCaller, shapeRole } from '../../../test/builders/identity.ts';
import { PAYOUT, startRefunds } from '../../../test/refunds/harness.ts';

let office: Awaited<ReturnType<typeof startRefunds>>;
beforeEach(async () => {
  office = await startRefunds();
});
afterEach(() => office.close());

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

test('what somebody asked for who is blocked since is decided by another person', async () => {
  const asked = await askCredit();
  await office.it.db.updateTable('accounts').set({ status: 'blocked' }).where('id', '=', office.asker.id).execute();
  expect((await office.approve(asked.approval_id, office.asker)).status).toBe(401);
  expect((await office.approve(asked.approval_id)).status).toBe(201);
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
  } finally {
    await one.close();
  }
});
