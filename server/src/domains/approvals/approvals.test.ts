import type { StaffRole } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { priceSubject } from '#domains/prices';
import { buildCaller, buildMember, buildUser } from '../../../test/builders/identity.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
type Person = { id: string; headers: Record<string, string> };
let asker: Person;
let price: string;

/** The last audited deed before a test. */
let deed: string;

/** Starts an app with a price that is in use. */
const start = async (): Promise<void> => {
  it = await startApp();
  await buildPayment(it, submissionOf(await buildMember(it)), 'cleared');
  const found = it.db.selectFrom('payment_list').select('id').where('year', '=', 2026).where('type_code', '=', 'RF');
  price = (await found.executeTakeFirstOrThrow()).id;
};
beforeAll(start);
afterAll(() => it.close());

beforeEach(async () => {
  asker = await buildCaller(it, 'SystemAdmin');
  // The price is again what it costs, and no change of it waits.
  await it.db.updateTable('payment_list').set({ amount: '200.00' }).where('id', '=', price).execute();
  const ended = { status: 'withdrawn', decided_by: asker.id, decided_at: it.clock.now } as const;
  await it.db.updateTable('approvals').set(ended).where('status', '=', 'asked').execute();
  const audited = it.db.selectFrom('audit_log').select(({ fn }) => fn.max('id').as('id'));
  deed = (await audited.executeTakeFirstOrThrow()).id;
});

const colleague = (role: StaffRole = 'SystemAdmin') => buildCaller(it, role);

const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, by: Person, payload?: object) => {
  const response = await it.app.inject({
    method,
    url: `/api${path}`,
    headers: by.headers,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
};

const askPrice = (amount: string, by = asker) => call('PATCH', `/payment_list/${price}`, by, { amount });
const amountNow = async () => (await call('GET', `/payment_list/${price}`, asker)).body.amount;
const waitingId = async () => (await call('GET', '/approvals?status=asked', asker)).body[0]?.id;
/** The deeds of this test that were audited. */
const audited = () =>
  it.db.selectFrom('audit_log').select(['actor_id', 'action']).where('id', '>', deed).orderBy('id').execute();
const approve = (id: string, by: Person) => call('POST', `/approvals/${id}/approve`, by);

test('a price in use changes once another person has approved it, under both names', async () => {
  const other = await colleague();
  const asked = await askPrice('250.00');
  expect(asked.body).toMatchObject({
    entry: { amount: '200.00' },
    message: expect.stringContaining('waits for approval'),
  });
  const id = await waitingId();
  expect(await amountNow()).toBe('200.00');
  expect((await call('GET', `/approvals/${id}`, other)).body).toMatchObject({
    status: 'asked',
    changes: [
      { field: 'Waits because', after: 'Payments were priced by it.' },
      { field: 'Price', before: 'GHS 200.00', after: 'GHS 250.00' },
    ],
    moves: ['approve', 'refuse'],
    hindrance: null,
  });
  expect((await approve(id, asker)).body).toMatchObject({ code: 'not_permitted' });
  expect((await approve(id, other)).status).toBe(201);
  expect(await amountNow()).toBe('250.00');
  expect((await audited()).filter(({ action }) => /^(approvals|prices)\./.test(action))).toEqual([
    { actor_id: asker.id, action: 'approvals.ask' },
    { actor_id: other.id, action: 'prices.change' },
    { actor_id: other.id, action: 'approvals.approve' },
  ]);
});

test('asker and approver both have a hand in the price', async () => {
  const other = await colleague();
  const { id } = priceSubject({ year: 2026, type_code: 'RF', plan: null });
  const hands = it.db.selectFrom('hands').select(['account_id', 'what']).where('subject_id', '=', id).orderBy('id');
  const before = await hands.execute();
  await askPrice('250.00');
  await approve(await waitingId(), other);
  expect((await hands.execute()).slice(before.length)).toEqual([
    { account_id: asker.id, what: 'changed_price' },
    { account_id: other.id, what: 'changed_price' },
  ]);
});

test('of 100 approvals at once of the same change one applies it', async () => {
  const others = await Promise.all(Array.from({ length: 4 }, () => colleague()));
  await askPrice('250.00');
  const id = await waitingId();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => approve(id, others[index % others.length] as Person)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  expect((await audited()).filter(({ action }) => action === 'prices.change')).toHaveLength(1);
});

test('a change of what has changed meanwhile is not applied, and says why', async () => {
  const other = await colleague();
  await askPrice('250.00');
  const id = await waitingId();
  await it.db.updateTable('payment_list').set({ amount: '210.00' }).where('id', '=', price).execute();
  const { status, body } = await approve(id, other);
  expect([status, body.message]).toEqual([
    201,
    'It could not be applied any more: REGISTRATION FEE now costs GHS 210.00.',
  ]);
  expect((await call('GET', `/approvals/${id}`, asker)).body).toMatchObject({
    status: 'stale',
    status_reason: 'REGISTRATION FEE now costs GHS 210.00.',
    moves: [],
  });
  expect(await amountNow()).toBe('210.00');
});

test('one change of a record waits at a time; it is refused with a reason, or withdrawn by its asker', async () => {
  const other = await colleague();
  await askPrice('250.00');
  expect((await askPrice('260.00')).body).toMatchObject({ code: 'conflict' });
  const first = await waitingId();
  expect((await call('POST', `/approvals/${first}/withdraw`, other)).body).toMatchObject({ code: 'not_permitted' });
  expect((await call('POST', `/approvals/${first}/withdraw`, asker)).status).toBe(200);
  expect((await approve(first, other)).body).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('withdrawn'),
  });
  await askPrice('260.00');
  const second = await waitingId();
  const refusal = { reason: 'Too high for this year.' };
  expect((await call('POST', `/approvals/${second}/refuse`, asker, refusal)).body).toMatchObject({
    code: 'not_permitted',
  });
  expect((await call('POST', `/approvals/${second}/refuse`, other, refusal)).status).toBe(200);
  expect((await call('GET', `/approvals/${second}`, asker)).body).toMatchObject({
    status: 'refused',
    status_reason: 'Too high for this year.',
  });
  expect(await amountNow()).toBe('200.00');
});

test('in an office of one the change holds at once and is marked as decided alone', async () => {
  const shared = { it, price };
  await start();
  onTestFinished(async () => {
    await it.close();
    ({ it, price } = shared);
  });
  asker = await buildCaller(it, 'SystemAdmin');
  await buildUser(it, { role: 'SystemAdmin', password: null });
  expect((await askPrice('250.00')).body).toMatchObject({
    entry: { amount: '250.00' },
    message: expect.stringContaining('decided alone'),
  });
  expect((await call('GET', '/approvals', asker)).body).toMatchObject([{ status: 'approved', is_alone: true }]);
  expect((await call('GET', '/alone_decisions', asker)).body).toMatchObject([
    { action: 'approvals.approve', subject: expect.stringContaining('REGISTRATION FEE') },
  ]);
});

test('changes are seen by those who may approve them and by their askers alone', async () => {
  await colleague();
  await askPrice('250.00');
  const id = await waitingId();
  const clerk = await colleague('Operations');
  expect((await call('GET', `/approvals/${id}`, clerk)).status).toBe(403);
  const other = await colleague('SuperUser');
  const counts = async (by: Person) => (await call('GET', '/office_counts', by)).body.counts['/approvals'];
  expect([await counts(asker), await counts(other)]).toEqual([0, 1]);
  expect((await call('GET', '/dashboard', other)).body.approvals).toBe(1);
});

test('a change of a kind that a newer server knows is not in the list, and stops it for nobody', async () => {
  await askPrice('250.00');
  const id = await waitingId();
  const newer = { kind: 'a.newer_kind' as 'prices.change' };
  await it.db.updateTable('approvals').set(newer).where('id', '=', id).execute();
  expect(await call('GET', '/approvals?status=asked', asker)).toEqual({ status: 200, body: [] });
});
