import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { callDriver, removeDriver } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { nextAddress } from '../../../../test/register.ts';

let it: TestApp;
let staff: Awaited<ReturnType<typeof buildCaller>>;
let driver: Awaited<ReturnType<typeof buildDriver>>['driver'];

beforeAll(async () => {
  it = await startApp();
});
beforeEach(async () => {
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  driver = (await buildDriver(it, { plan: 'standard' })).driver;
  staff = await buildCaller(it, 'SystemAdmin');
});
afterAll(() => it.close());

const REASON = 'Agreed on the telephone.';
const change = async (plan: string, from?: string, more: object = {}, headers = staff.headers) => {
  const body = { plan, reason: REASON, ...(from !== undefined && { from }), ...more };
  return callDriver(it, headers, 'PATCH', `${driver.id}/plan`, body);
};

const plans = async () => {
  const payload = { car_number: driver.car_number };
  const url = '/api/drivers/find_driver_by_car_number';
  return (await it.app.inject({ method: 'POST', url, payload, remoteAddress: nextAddress() })).json().driver.plans;
};

const REGISTERED = { plan: 'standard', from: '2026-11' };

test('a plan holds from the next month on, and the months before keep theirs', async () => {
  expect(await change('platinum')).toMatchObject({
    status: 200,
    body: {
      message: 'The driver has the plan Platinum from December 2026 on.',
      driver: { plans: [REGISTERED, { plan: 'platinum', from: '2026-12' }] },
    },
  });
  expect(await plans()).toEqual([REGISTERED, { plan: 'platinum', from: '2026-12' }]);
});

test('the month after December is January', async () => {
  it.clock.now = new Date('2026-12-31T23:59:59Z');
  staff = await buildCaller(it, 'SystemAdmin');
  expect((await change('platinum')).status).toBe(200);
  expect((await plans()).at(-1)).toEqual({ plan: 'platinum', from: '2027-01' });
});

test('a month that is named may be that of the registration, and none before it', async () => {
  const early = await change('platinum', '2026-10');
  expect([early.status, early.body.message]).toEqual([
    422,
    'A plan cannot begin before the month of the registration.',
  ]);
  await change('platinum', '2026-11');
  expect(await plans()).toEqual([{ plan: 'platinum', from: '2026-11' }]);
});

test.each(['2026-13', '2026-1', 'abc', '2026-12-01', '0000-01'])('%s is no month', async (from) => {
  const { status, body } = await change('platinum', from);
  expect([status, body.issues]).toEqual([
    400,
    [{ path: 'body.from', message: 'Give a month that exists, as year-month.' }],
  ]);
  expect(await plans()).toEqual([REGISTERED]);
});

test('a reason and a plan that is offered are needed, and no more than that is taken', async () => {
  for (const wrong of [{ reason: '' }, { plan: 'gold' }, { amount: '1.00' }]) {
    expect((await change('platinum', undefined, wrong)).status).toBe(400);
  }
  for (const role of ['Accounts', 'Member', 'SystemUser'] as const) {
    expect((await change('platinum', undefined, {}, (await buildCaller(it, role)).headers)).status).toBe(403);
  }
  expect(await plans()).toEqual([REGISTERED]);
});

test('a removed driver keeps the plan', async () => {
  await removeDriver(it, staff.headers, driver.id);
  const { status, body } = await change('platinum');
  expect([status, body.message]).toEqual([409, 'This driver is removed, so the plan stays as it is.']);
});

test('a plan that is to begin later still does, and gives way to another one for its month', async () => {
  await change('platinum', '2027-03');
  await change('monthly', '2027-01');
  await change('standard', '2027-03');
  expect(await plans()).toEqual([
    REGISTERED,
    { plan: 'monthly', from: '2027-01' },
    { plan: 'standard', from: '2027-03' },
  ]);
});

test('the plan that the month already has is answered as made, and a driver who is not there is refused', async () => {
  const before = await plans();
  expect((await change('standard')).status).toBe(200);
  expect(await plans()).toEqual(before);
  driver = { ...driver, id: '999999' };
  expect((await change('platinum')).status).toBe(404);
});

test('of two clerks who put a driver on the same plan at once, one does, and the other’s is answered as made', async () => {
  const before = await plans();
  const both = await Promise.all([change('platinum'), change('platinum')]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await plans()).length).toBe(before.length + 1);
  const logged = it.db.selectFrom('audit_log').select('id').where('action', '=', 'drivers.change_plan');
  expect(await logged.where('subject_id', '=', driver.id).execute()).toHaveLength(1);
});

test('a plan is agreed at most a year ahead', async () => {
  expect((await change('platinum', '2027-11')).status).toBe(200);
  const later = await change('monthly', '2027-12');
  expect([later.status, later.body.message]).toEqual([422, 'A plan is agreed at most a year ahead.']);
});

test('a driver without a plan gets the first one; the change stays with its reason and is in the audit log', async () => {
  await it.db.deleteFrom('driver_plans').where('driver_id', '=', driver.id).execute();
  expect(await plans()).toEqual([]);
  await change('standard');
  const entry = it.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'subject', 'before', 'after'])
    .where('subject_kind', '=', 'driver')
    .where('subject_id', '=', driver.id);
  expect(await entry.execute()).toEqual([
    {
      action: 'drivers.change_plan',
      actor_id: staff.id,
      subject: driver.driver_code,
      before: { plan: null },
      after: { plan: 'standard', from: '2026-12' },
    },
  ]);
  const url = `/api/driver_changes?driver_id=${driver.id}`;
  expect((await it.app.inject({ url, headers: staff.headers })).json()).toMatchObject([
    { reason: REASON, before: { plan: null }, after: { plan: 'standard', from: '2026-12' } },
  ]);
});
