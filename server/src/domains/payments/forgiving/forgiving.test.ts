import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildCaller, buildMember } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { SAME_PERSON } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

type Person = { id: string; headers: Record<string, string> };

let it: TestApp;
let clerk: Person;
beforeEach(async () => {
  it = await startApp();
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  clerk = await buildCaller(it, 'SystemAdmin');
});
afterEach(() => it.close());

const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, by = clerk) => {
  const url = `/api${path}`;
  const answer = await it.app.inject({ method, url, headers: by.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
};

const waiting = async () => (await call('GET', '/approvals?status=asked')).body;
const approve = async (by: Person) => call('POST', `/approvals/${(await waiting())[0].id}/approve`, undefined, by);

const typeOf = async (code: string) => (await call('POST', '/payment_types/type_bycode', { type_code: code })).body;
const owedBy = async (driverId: string): Promise<string> =>
  (await call('GET', `/drivers/${driverId}/standing`)).body.missing_total;
const waivers = async () => (await call('GET', '/waivers')).body;

test('a later due day of what drivers owe says what it forgives, and waits for another person', async () => {
  const { id } = await buildMember(it);
  const second = await buildCaller(it, 'SystemAdmin');
  const [owed, subscription] = [await owedBy(id), await typeOf('SS')];
  const asked = await call('PATCH', `/payment_types/${subscription.id}`, { due_from: '2027-06-01' });
  expect(asked.body.message).toBe(
    'This waits for approval by somebody else: MONTHLY SUBSCRIPTION. GHS 800.00 of what is owed is given up by it.',
  );
  expect(asked.body.entry).toEqual(subscription);
  expect(await owedBy(id)).toBe(owed);
  expect((await waiting())[0].changes).toEqual([
    { field: 'Waits because', before: '', after: 'GHS 800.00 of what is owed is given up by it.' },
    { field: 'Due from', before: '1 Jan 2024', after: '1 Jun 2027' },
  ]);
  expect((await approve(clerk)).status).toBe(403);
  expect((await approve(second)).body.message).toBe('MONTHLY SUBSCRIPTION is due from 1 Jun 2027 on.');
  expect(Number(await owedBy(id))).toBe(Number(owed) - 800);
  expect(await waivers()).toMatchObject([
    { kind: 'payment_type', driver_id: null, waived: '800.00', payment_type: null, status: 'used' },
  ]);
  expect((await call('GET', '/waivers/figures')).body).toEqual([
    { kind: 'forgiven', by: 'people', count: 1, amount: '800.00' },
  ]);
});

test('a due day is changed at once to an earlier one, of what nobody owes yet, and before the first driver', async () => {
  const change = async (code: string, due_from: string) =>
    (await call('PATCH', `/payment_types/${(await typeOf(code)).id}`, { due_from })).body;
  await buildCaller(it, 'SystemAdmin');
  expect(await change('SS', '2026-12-01')).toMatchObject({ entry: { due_from: '2026-12-01' } });
  await buildMember(it);
  expect(await change('SS', '2027-01-01')).toMatchObject({ entry: { due_from: '2027-01-01' } });
  expect(await change('RF', '2024-01-01')).toMatchObject({ entry: { due_from: '2024-01-01' } });
  expect(await waivers()).toEqual([]);
});

const price = (given: object) => call('POST', '/payment_list', { type_code: 'SS', plan: 'monthly', ...given });

test('a first price below that of the year before waits, and there is none until another approves it', async () => {
  const { id } = await buildMember(it);
  const second = await buildCaller(it, 'SystemAdmin');
  const asked = await price({ year: 2028, amount: '1.00' });
  expect(asked).toMatchObject({ status: 201, body: { entry: null } });
  expect(asked.body.message).toContain('It costs GHS 300.00 in 2027.');
  expect((await call('GET', '/payment_list?year=2028')).body).toEqual([]);
  expect((await price({ year: 2028, amount: '1.00' })).status).toBe(409);
  expect((await approve(clerk)).status).toBe(403);
  expect((await approve(second)).body.message).toContain('costs GHS 1.00 in 2028.');
  expect((await call('GET', '/payment_list?year=2028')).body).toMatchObject([{ amount: '1.00', plan: 'monthly' }]);
  expect(await owedBy(id)).not.toBe('0.00');
});

test('a first price without one to compare it with waits once a driver is registered', async () => {
  await it.db.deleteFrom('payment_list').where('type_code', '=', 'DP').execute();
  const add = (year: number) => price({ year, type_code: 'DP', plan: undefined, amount: '90.00' });
  expect(await add(2026)).toMatchObject({ body: { entry: { amount: '90.00' } } });
  await buildMember(it);
  await buildCaller(it, 'SystemAdmin');
  await it.db.deleteFrom('payment_list').where('type_code', '=', 'DP').execute();
  expect((await add(2027)).body).toMatchObject({ entry: null });
  expect((await waiting())[0]).toMatchObject({ kind: 'prices.add', subject: 'DEVICE PAYMENT 2027' });
  // Years before the first driver are sold to nobody.
  expect((await add(2025)).body).toMatchObject({ entry: { year: 2025 } });
});

test('a price of a coming year is as high as the year before at once, and lowered once another approves', async () => {
  await buildMember(it);
  const second = await buildCaller(it, 'SystemAdmin');
  const { entry } = (await price({ year: 2028, amount: '300.00' })).body;
  const change = (amount: string) => call('PATCH', `/payment_list/${entry.id}`, { amount });
  expect((await change('310.00')).body.entry).toMatchObject({ amount: '310.00' });
  expect((await change('300.00')).body.entry).toMatchObject({ amount: '300.00' });
  expect((await change('299.00')).body.entry).toMatchObject({ amount: '300.00' });
  await approve(second);
  expect((await call('GET', `/payment_list/${entry.id}`)).body.amount).toBe('299.00');
});

test('a price of a use below the one that holds there waits', async () => {
  const second = await buildCaller(it, 'SystemAdmin');
  const add = async (given: object) =>
    (await call('POST', '/yearly_payments', { year: 2030, type_code: 'CC1000', ...given })).body;
  expect(await add({ amount: '5000.00' })).toMatchObject({ entry: { amount: '5000.00' } });
  expect(await add({ land_use: 'commercial', amount: '6000.00' })).toMatchObject({ entry: { amount: '6000.00' } });
  expect(await add({ land_use: 'residential', amount: '1.00' })).toMatchObject({ entry: null });
  expect((await approve(second)).body.message).toContain('costs GHS 1.00 in 2030.');
});

test('an office of one decides alone, and it is marked so', async () => {
  await buildMember(it);
  const answer = await price({ year: 2028, amount: '1.00' });
  expect(answer.body).toMatchObject({ entry: { amount: '1.00' } });
  expect(answer.body.message).toContain('marked as decided alone');
});

const plan = async (driverId: string, from: string, wanted = 'monthly') =>
  (await call('PATCH', `/drivers/${driverId}/plan`, { plan: wanted, from, reason: 'Agreed by telephone.' })).body;
const planIn = async (driverId: string) => (await call('GET', `/drivers/${driverId}`)).body.plans;

test('a cheaper plan of a due month waits for another person, and one from next month on does not', async () => {
  const { id } = await buildMember(it, { plan: 'platinum' });
  const second = await buildCaller(it, 'SystemAdmin');
  const owed = await owedBy(id);
  expect((await plan(id, '2026-12', 'standard')).message).toContain('has the plan Standard from December 2026 on');
  expect((await plan(id, '2026-11')).message).toContain('GHS 900.00 of what is owed is given up by it.');
  expect(await planIn(id)).toMatchObject([{ plan: 'platinum' }, { plan: 'standard' }]);
  expect(await owedBy(id)).toBe(owed);
  expect((await approve(clerk)).status).toBe(403);
  expect((await approve(second)).body.message).toBe(
    'The driver has the plan Monthly Subscription from November 2026 on.',
  );
  expect(Number(await owedBy(id))).toBe(Number(owed) - 900);
  expect(await waivers()).toMatchObject([
    { kind: 'plan', driver_id: id, description: 'Plan Monthly Subscription from November 2026', waived: '900.00' },
  ]);
});

test('one person gives up as much in a day as the company lets them', async () => {
  await it.db
    .insertInto('settings')
    .values({ name: 'site', value: JSON.stringify({ forgive_limit: '600.00' }) })
    .execute();
  await buildCaller(it, 'SystemAdmin');
  const drivers = [await buildMember(it, { plan: 'standard' }), await buildMember(it, { plan: 'standard' })];
  const [first, other] = await Promise.all(drivers.map(async ({ id }) => plan(id, '2026-11')));
  const waits = [first, other].filter(({ message }) => message.startsWith('This waits'));
  expect(waits).toHaveLength(1);
  expect(waits[0]?.message).toContain(
    'GHS 500.00 of what is owed is given up by it. With the GHS 500.00 that you gave up today, that is above the limit of GHS 600.00.',
  );
  expect(await waivers()).toMatchObject([{ kind: 'plan', waived: '500.00', approved_by: null }]);
});

test('a merge that pays what the kept record owes waits, and is listed once another approves it', async () => {
  const [payer, friend] = [await buildMember(it, { plan: 'monthly' }), await buildMember(it, { plan: 'monthly' })];
  const second = await buildCaller(it, 'SystemAdmin');
  await buildPayment(it, submissionOf(payer, { amount: '1200.00' }), 'cleared');
  const owed = await owedBy(friend.id);
  const body = { into: friend.id, reason: 'Registered twice.', same_person: SAME_PERSON };
  const asked = (await call('POST', `/drivers/${payer.id}/merge`, body)).body;
  expect(asked.message).toBe(`This waits for approval by somebody else: ${payer.driver_code}.`);
  expect(await owedBy(friend.id)).toBe(owed);
  expect((await waiting())[0].changes).toContainEqual({
    field: `Debts of ${friend.driver_code}`,
    before: 'GHS 1,200.00',
    after: 'Paid by this record',
  });
  expect((await approve(clerk)).status).toBe(403);
  expect((await approve(second)).body.message).toBe(`${payer.driver_code} was merged into ${friend.driver_code}.`);
  expect(await waivers()).toMatchObject([{ kind: 'merge', driver_id: friend.id, waived: '1200.00' }]);
});
