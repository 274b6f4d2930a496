import { defaultRights, type StaffRole } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#lib/caller.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildUser } from '../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { type PaymentChange, transitionPayments } from './payment-changes.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const callerOf = async (role: StaffRole): Promise<Caller> => {
  const { id, username } = await buildUser(it, { role });
  return { accountId: id, sessionId: '1', ...defaultRights(role), login: username, requestId: 'r' };
};

const newPayer = async () => (await buildDriver(it)).driver;
const newClaim = async (transaction_id: string): Promise<string> =>
  buildPayment(it, submissionOf(await newPayer(), { transaction_id }));

type Given = { ids: string[]; change: PaymentChange; by?: Caller; reason?: string; skipOthers?: boolean };
const change = ({ by, ...given }: Given) =>
  it.db.transaction().execute((tx) => transitionPayments(tx, { by: by ?? null, now: it.clock.now, ...given }));

const statusOf = async (id: string): Promise<string | undefined> =>
  (await it.db.selectFrom('payments').select('status').where('id', '=', id).executeTakeFirst())?.status;

const unpaidSince = async (driverId: string): Promise<Date | null | undefined> =>
  (await it.db.selectFrom('drivers').select('unpaid_since').where('id', '=', driverId).executeTakeFirst())
    ?.unpaid_since;

const auditOf = (id: string) =>
  it.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'subject', 'before', 'after'])
    .where('subject_kind', '=', 'payment')
    .where('subject_id', '=', id)
    .execute();

test.each([
  ['cleared', 'clear', 'The payment 70000000001 was already cleared.'],
  ['cleared', 'reject', 'The payment 70000000001 was cleared, so it cannot be rejected.'],
  ['rejected', 'clear', 'The payment 70000000001 was rejected, so it cannot be cleared.'],
  ['rejected', 'reverse', 'The payment 70000000001 was rejected, so it cannot be reversed.'],
  ['reversed', 'reverse', 'The payment 70000000001 was already reversed.'],
  ['reversed', 'clear', 'The payment 70000000001 was reversed, so it cannot be cleared.'],
  ['submitted', 'reverse', 'The payment 70000000001 waits to be cleared, so it cannot be reversed.'],
  ['submitted', 'undo', 'The payment 70000000001 waits to be cleared, so its rejection cannot be undone.'],
  ['cleared', 'undo', 'The payment 70000000001 was cleared, so its rejection cannot be undone.'],
] as const)('of a %s payment, to %s it is refused with what became of it', async (status, asked, message) => {
  const id = await buildPayment(it, submissionOf(await newPayer(), { transaction_id: '70000000001' }), status);
  await expect(change({ ids: [id], change: asked })).rejects.toMatchObject({ code: 'conflict', message });
  expect(await statusOf(id)).toBe(status);
  await it.db.deleteFrom('payments').where('id', '=', id).execute();
});

test('of two changes of one payment at once one wins, and the other is told what became of it', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await newClaim(String(70_000_000_100 + round));
    const outcomes = await Promise.allSettled([
      change({ ids: [id], change: 'clear' }),
      change({ ids: [id], change: 'reject' }),
    ]);
    const [lost, ...more] = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(more).toEqual([]);
    const won = await statusOf(id);
    const other = won === 'cleared' ? 'rejected' : 'cleared';
    expect(lost?.reason).toMatchObject({
      code: 'conflict',
      message: `The payment ${70_000_000_100 + round} was ${won}, so it cannot be ${other}.`,
    });
  }
});

test('many payments change at once or not at all, in any order of their numbers and twice over', async () => {
  const ids = [await newClaim('70000000201'), await newClaim('70000000202'), await newClaim('70000000203')];
  await Promise.all([
    change({ ids, change: 'clear' }),
    change({ ids: ids.toReversed(), change: 'clear' }).catch((refusal) => expect(refusal.code).toBe('conflict')),
  ]).catch((refusal) => expect(refusal.code).toBe('conflict'));
  expect(await Promise.all(ids.map(statusOf))).toEqual(['cleared', 'cleared', 'cleared']);
  const waiting = await newClaim('70000000204');
  const [first = ''] = ids;
  await expect(change({ ids: [waiting, first], change: 'clear' })).rejects.toMatchObject({ code: 'conflict' });
  await expect(change({ ids: [waiting, '987654321'], change: 'clear' })).rejects.toMatchObject({
    code: 'not_found',
    message: 'There is no such payment.',
  });
  expect(await statusOf(waiting)).toBe('submitted');
  const { changed } = await change({ ids: [waiting, first, waiting], change: 'clear', skipOthers: true });
  expect(changed).toMatchObject([{ id: waiting, status: 'submitted', transaction_id: '70000000204' }]);
});

test('a payment that another transaction decides on is skipped where that is asked for', async () => {
  const [held, free] = [await newClaim('70000000301'), await newClaim('70000000302')];
  await it.db.transaction().execute(async (tx) => {
    await transitionPayments(tx, { ids: [held], change: 'clear', by: null, now: it.clock.now });
    const { changed } = await change({ ids: [held, free], change: 'reject', skipOthers: true });
    expect(changed.map(({ id }) => id)).toEqual([free]);
  });
  expect(await statusOf(held)).toBe('cleared');
});

test('what staff change is in the audit log with its reason and facts; a claim that the server rejects is not', async () => {
  const by = await callerOf('SuperAdmin');
  const ids = [await newClaim('70000000401'), await newClaim('70000000402')];
  const [first = '', second = ''] = ids;
  await change({ ids, change: 'reject', by, reason: 'No such receipt.' });
  for (const [id, subject] of [
    [first, '70000000401'],
    [second, '70000000402'],
  ] as const) {
    expect(await auditOf(id)).toEqual([
      {
        actor: by.login,
        action: 'payments.reject',
        subject,
        before: { status: 'submitted', status_reason: null },
        after: {
          status: 'rejected',
          status_reason: 'No such receipt.',
          fee: 'RF',
          price: '200.00',
          amount_claimed: '200.00',
        },
      },
    ]);
  }
  const third = await newClaim('70000000403');
  await changePayment(it, third, 'reject');
  expect(await auditOf(third)).toEqual([]);
});

test('whoever may not make a change is refused before anything is locked', async () => {
  const id = await newClaim('70000000501');
  const refused = { code: 'not_permitted', message: 'You are not authorized to do this.' };
  await expect(change({ ids: [id], change: 'clear', by: await callerOf('Operations') })).rejects.toMatchObject(refused);
  await change({ ids: [id], change: 'clear', by: await callerOf('SuperUser') });
  await expect(change({ ids: [id], change: 'reverse', by: await callerOf('SuperUser') })).rejects.toMatchObject(
    refused,
  );
  expect(await statusOf(id)).toBe('cleared');
});

test('who receives for land alone does not clear a driver’s payment', async () => {
  const id = await newClaim('70000000502');
  const byLegal = { ids: [id], by: await callerOf('Legal') };
  for (const name of ['clear', 'credit'] as const) {
    await expect(change({ ...byLegal, change: name })).rejects.toMatchObject({ code: 'not_permitted' });
  }
  expect(await statusOf(id)).toBe('submitted');
});

test('clearing the registration fee ends the wait for it, and reversing it starts the days anew', async () => {
  const payer = await newPayer();
  expect(await unpaidSince(payer.id)).toEqual(it.clock.now);
  const fee = await buildPayment(it, submissionOf(payer));
  const month = await buildPayment(it, subscriptionOf(payer, 2026, 'MAY'), 'cleared');
  expect(await unpaidSince(payer.id)).toEqual(it.clock.now);
  await changePayment(it, fee, 'clear');
  expect(await unpaidSince(payer.id)).toBeNull();
  await changePayment(it, month, 'reverse');
  expect(await unpaidSince(payer.id)).toBeNull();
  it.clock.now = new Date('2026-12-24T09:00:00Z');
  await changePayment(it, fee, 'reverse');
  expect(await unpaidSince(payer.id)).toEqual(it.clock.now);
});
