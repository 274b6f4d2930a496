import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { keepAsIs } from '../../../../test/database/put-back.ts';
import { rowOf } from '../../../../test/desk/harness.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

/** The app's day is 20 November 2026. */
const [LATE, LAST_FREE] = ['2026-11-12', '2026-11-13'];

type Person = Awaited<ReturnType<typeof buildCaller>>;
let it: TestApp;
let putBack: () => Promise<void>;
let clerk: Person;
beforeAll(async () => {
  it = await startApp();
  clerk = await buildCaller(it, 'SuperUser');
  putBack = await keepAsIs(it);
});
beforeEach(() => putBack());
afterAll(() => it.close());

const call = async (method: 'GET' | 'POST', path: string, by: Person, payload?: object) => {
  const answer = await it.app.inject({ method, url: `/api${path}`, headers: by.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
};
const approve = (id: string, by: Person) => call('POST', `/approvals/${id}/approve`, by);
const waiting = async () =>
  (await it.db.selectFrom('approvals').selectAll().where('status', '=', 'asked').orderBy('id').execute()).map(
    ({ id }) => id,
  );
const moneyIn = () => it.db.selectFrom('transfers').selectAll().orderBy('id').execute();
const cleared = () => it.db.selectFrom('payments').selectAll().where('status', '=', 'cleared').execute();

const cash = async (received_on: string) => {
  const { driver } = await buildDriver(it);
  return { mode: 'cash', amount: '200.00', received_on, payments: [rowOf(driver)] };
};

test('money of more than seven days ago is recorded once another person has approved it, in both names', async () => {
  const other = await buildCaller(it, 'SuperUser');
  const asked = await call('POST', '/payments/receive', clerk, await cash(LATE));
  expect(asked).toMatchObject({
    status: 201,
    body: { message: expect.stringContaining('waits for approval by somebody else'), payment_ids: [] },
  });
  expect([await moneyIn(), await cleared()]).toEqual([[], []]);
  const [id = ''] = await waiting();
  expect((await call('GET', `/approvals/${id}`, other)).body.changes).toEqual([
    { field: 'Received on', before: '', after: '12 Nov 2026' },
    { field: 'Amount', before: '', after: 'GHS 200.00, Cash' },
    {
      ...{ field: 'Pays', before: '', to: expect.stringMatching(/^\/view_driver\/\d+$/) },
      after: expect.stringMatching(/^DRV\w+: REGISTRATION FEE, GHS 200\.00$/),
    },
  ]);
  expect(await approve(id, clerk)).toMatchObject({ status: 403 });
  expect((await approve(id, other)).body.message).toMatch(/GHS 200\.00 is received under CASH/);
  expect(await moneyIn()).toMatchObject([{ captured_by: clerk.id, received_on: LATE }]);
  expect(await cleared()).toMatchObject([{ transaction_date: LATE, amount: '200.00' }]);
  const audited = await it.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'after'])
    .where('action', 'in', ['approvals.approve', 'clearance.receive'])
    .orderBy('action')
    .execute();
  const { login } = await it.db
    .selectFrom('accounts')
    .select('login')
    .where('id', '=', other.id)
    .executeTakeFirstOrThrow();
  expect(audited).toMatchObject([
    { actor_id: other.id, action: 'approvals.approve' },
    { actor_id: clerk.id, action: 'clearance.receive', after: { approved_by: login } },
  ]);
});

test('Accounts who were given the clearing of payments approve it, without a word about approvals', async () => {
  const accounts = await buildCaller(it, 'Accounts');
  const grant = { role: 'Accounts', permission: 'payments.clear', is_granted: true } as const;
  await it.db.insertInto('role_permissions').values(grant).execute();
  await call('POST', '/payments/receive', clerk, await cash(LATE));
  const [id = ''] = await waiting();
  expect(await approve(id, accounts)).toMatchObject({ status: 201 });
});

test('money of the last seven days is recorded at once', async () => {
  await buildCaller(it, 'SuperUser');
  const { status, body } = await call('POST', '/payments/receive', clerk, await cash(LAST_FREE));
  expect([status, body.payment_ids.length]).toEqual([201, 1]);
  expect(await waiting()).toEqual([]);
});

test('a capture and a fee received by its own path wait as well, and clear when approved', async () => {
  const other = await buildCaller(it, 'SuperUser');
  const transaction_id = nextTransactionId();
  const { driver } = await buildDriver(it);
  const claim = await buildPayment(it, submissionOf(driver, { transaction_id }));
  const captured = { transaction_id, mobile_number: '', amount: '200.00', received_on: LATE };
  expect((await call('POST', '/payments/capture_momo', clerk, captured)).body).toMatchObject({
    result: 'asked',
    payment_ids: [],
  });
  const { driver: payer } = await buildDriver(it);
  const fee = { ...rowOf(payer), payment_type: undefined, mode: 'cash', received_on: LATE };
  expect((await call('POST', '/reg_fees', clerk, fee)).body.payment_ids).toEqual([]);
  for (const id of await waiting()) expect((await approve(id, other)).status).toBe(201);
  expect((await cleared()).map(({ id }) => id)).toContain(claim);
  expect(await cleared()).toHaveLength(2);
});

test('what could not be recorded anyway is refused at once, and nothing is asked', async () => {
  await buildCaller(it, 'SuperUser');
  const { driver } = await buildDriver(it);
  await buildPayment(it, submissionOf(driver), 'cleared');
  const again = { mode: 'cash', amount: '200.00', received_on: LATE, payments: [rowOf(driver)] };
  expect(await call('POST', '/payments/receive', clerk, again)).toMatchObject({
    status: 409,
    body: { code: 'already_paid' },
  });
  const typo = { transaction_id: 'NO ID', mobile_number: '', amount: '200.00', received_on: LATE };
  expect((await call('POST', '/payments/capture_momo', clerk, typo)).status).toBe(400);
  expect([await waiting(), await moneyIn()]).toEqual([[], []]);
});

test('a fee that was paid while the approval waited makes it out of date', async () => {
  const other = await buildCaller(it, 'SuperUser');
  const asked = await cash(LATE);
  await call('POST', '/payments/receive', clerk, asked);
  const [id = ''] = await waiting();
  expect((await call('POST', '/payments/receive', other, { ...asked, received_on: LAST_FREE })).status).toBe(201);
  expect((await approve(id, other)).body.message).toContain('could not be applied any more');
  expect(await cleared()).toHaveLength(1);
});

test('money whose ID was captured while the approval waited makes it out of date, for a capture and at the desk', async () => {
  const other = await buildCaller(it, 'SuperUser');
  const [one, two] = [nextTransactionId(), nextTransactionId()];
  const captured = { transaction_id: one, mobile_number: '', amount: '200.00' };
  await call('POST', '/payments/capture_momo', clerk, { ...captured, received_on: LATE });
  const received = { ...(await cash(LATE)), mode: 'momo', transaction_id: two, seen_in_account: true };
  await call('POST', '/payments/receive', clerk, received);
  const asked = await waiting();
  for (const transaction_id of [one, two]) {
    await call('POST', '/payments/capture_momo', other, { ...captured, transaction_id });
  }
  for (const [index, id] of asked.entries()) {
    const { body } = await approve(id, other);
    expect(body.message).toContain(`The money of ${[one, two][index]} was recorded meanwhile.`);
  }
  const approvals = await it.db.selectFrom('approvals').select('status').execute();
  expect(approvals).toEqual([{ status: 'stale' }, { status: 'stale' }]);
  expect(await cleared()).toEqual([]);
});

test('what somebody asked for who was blocked or demoted meanwhile is out of date', async () => {
  const other = await buildCaller(it, 'SuperUser');
  const second = await buildCaller(it, 'SuperUser');
  await call('POST', '/payments/receive', clerk, await cash(LATE));
  await call('POST', '/payments/receive', second, await cash(LATE));
  await it.db.updateTable('accounts').set({ status: 'blocked' }).where('id', '=', clerk.id).execute();
  await it.db.updateTable('accounts').set({ role: 'Legal' }).where('id', '=', second.id).execute();
  for (const id of await waiting()) {
    expect((await approve(id, other)).body.message).toContain('who asked for this, may not do so any more');
  }
  expect([await waiting(), await moneyIn()]).toEqual([[], []]);
});

test('the same money is not asked for twice, and a known transfer waits for nobody', async () => {
  await buildCaller(it, 'SuperUser');
  const asked = await cash(LATE);
  await call('POST', '/payments/receive', clerk, asked);
  expect((await call('POST', '/payments/receive', clerk, asked)).status).toBe(409);
  const known = { transaction_id: nextTransactionId(), mobile_number: '', amount: '90.00' };
  await call('POST', '/payments/capture_momo', clerk, known);
  const again = await call('POST', '/payments/capture_momo', clerk, { ...known, received_on: LATE });
  expect(again.body.result).toBe('already');
});

test('in an office of one it is recorded at once and marked as decided alone', async () => {
  const { status, body } = await call('POST', '/payments/receive', clerk, await cash(LATE));
  expect([status, body.message]).toEqual([201, expect.stringContaining('marked as decided alone')]);
  expect(await cleared()).toHaveLength(1);
  expect(await it.db.selectFrom('approvals').select(['status', 'is_alone']).execute()).toEqual([
    { status: 'approved', is_alone: true },
  ]);
});
