import { defaultRights } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#lib/caller.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildUser } from '../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { transitionPayments } from './payment-changes.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const newPayer = async () => (await buildDriver(it)).driver;
const find = (id: string) =>
  it.db
    .selectFrom('payments')
    .select(['status', 'status_reason', 'waiting_since'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('a rejection is undone: the claim waits again, with all its days, and the log says who and why', async () => {
  const { id: accountId, username: login } = await buildUser(it, { role: 'SuperUser' });
  const by: Caller = { accountId, sessionId: '1', ...defaultRights('SuperUser'), login, requestId: 'r' };
  const id = await buildPayment(it, submissionOf(await newPayer(), { transaction_id: '70000000601' }));
  const change = (asked: 'reject' | 'undo', reason: string) =>
    it.db
      .transaction()
      .execute((tx) => transitionPayments(tx, { ids: [id], change: asked, by, reason, now: it.clock.now }));
  await change('reject', 'No such receipt.');
  it.clock.now = new Date('2026-12-24T09:00:00Z');
  await change('undo', 'The receipt came late.');
  expect(await find(id)).toEqual({ status: 'submitted', status_reason: null, waiting_since: '2026-12-24' });
  const logged = it.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'before', 'after'])
    .where('subject_id', '=', id);
  expect(await logged.where('subject_kind', '=', 'payment').orderBy('id', 'desc').executeTakeFirst()).toEqual({
    actor: login,
    action: 'payments.undo',
    before: { status: 'rejected', status_reason: 'No such receipt.' },
    after: {
      status: 'submitted',
      status_reason: null,
      reason: 'The receipt came late.',
      fee: 'RF',
      price: '200.00',
      amount_claimed: '200.00',
    },
  });
  it.clock.now = new Date('2026-11-20T10:00:00Z');
});

const TAKEN = {
  code: 'transaction_id_taken',
  message: 'The transaction ID 70000000602 has since been used for another payment, so the rejection cannot be undone.',
};

test('a rejection is not undone when its transaction ID was taken since', async () => {
  const transaction_id = '70000000602';
  const rejected = await buildPayment(it, submissionOf(await newPayer(), { transaction_id }), 'rejected');
  const twin = await buildPayment(it, submissionOf(await newPayer(), { transaction_id }), 'rejected');
  const since = await buildPayment(it, submissionOf(await newPayer(), { transaction_id }));
  await expect(changePayment(it, rejected, 'undo')).rejects.toMatchObject(TAKEN);
  await changePayment(it, since, 'reject');
  const undone = await it.db
    .transaction()
    .execute((tx) =>
      transitionPayments(tx, { ids: [twin, rejected], change: 'undo', by: null, skipOthers: true, now: it.clock.now }),
    );
  expect(undone).toMatchObject({ changed: [{ id: rejected }], refused: [{ row: { id: twin }, refusal: TAKEN }] });
});

test('of two rejections of one transaction ID, the zeros before it left aside, one is undone', async () => {
  const ids: string[] = [];
  for (const transaction_id of ['00000000661', '00000061000', '0000061000'])
    ids.push(await buildPayment(it, submissionOf(await newPayer(), { transaction_id }), 'rejected'));
  const undone = await it.db
    .transaction()
    .execute((tx) => transitionPayments(tx, { ids, change: 'undo', by: null, skipOthers: true, now: it.clock.now }));
  expect(undone.changed.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(undone.refused).toMatchObject([{ row: { id: ids[2] }, refusal: { code: 'transaction_id_taken' } }]);
});

test('a claim that takes the transaction ID at the same moment and the undoing of a rejection do not both win', async () => {
  for (let round = 0; round < 8; round += 1) {
    const transaction_id = String(70_000_000_700 + round);
    const rejected = await buildPayment(it, submissionOf(await newPayer(), { transaction_id }), 'rejected');
    const claim = submissionOf(await newPayer(), { transaction_id });
    const outcomes = await Promise.allSettled([changePayment(it, rejected, 'undo'), buildPayment(it, claim)]);
    const [lost, ...more] = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(more).toEqual([]);
    expect(lost?.reason).toMatchObject({ code: 'transaction_id_taken' });
  }
});

test('a claim whose fee was cleared since waits again, as any claim may', async () => {
  const payer = await newPayer();
  const rejected = await buildPayment(it, submissionOf(payer), 'rejected');
  await buildPayment(it, submissionOf(payer), 'cleared');
  await changePayment(it, rejected, 'undo');
  expect(await find(rejected)).toMatchObject({ status: 'submitted' });
});
