import type { PlanSlug } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { nextAddress } from '../../../../test/register.ts';
import { changePlan } from './change-plan.ts';

let it: TestApp;
let driver: Awaited<ReturnType<typeof buildDriver>>['driver'];

beforeAll(async () => {
  it = await startApp();
});
beforeEach(async () => {
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  driver = (await buildDriver(it, { plan: 'standard' })).driver;
});
afterAll(() => it.close());

const change = (plan: PlanSlug, from?: string) =>
  changePlan(
    it.db,
    { caller: { accountId: null, login: 'ama', requestId: 'r1' }, id: driver.id, now: it.clock.now },
    { plan, ...(from !== undefined && { from }) },
  );

const plans = async () => {
  const payload = { car_number: driver.car_number };
  const url = '/api/drivers/find_driver_by_car_number';
  return (await it.app.inject({ method: 'POST', url, payload, remoteAddress: nextAddress() })).json().driver.plans;
};

const REGISTERED = { plan: 'standard', from: '2026-11' };

test('a plan holds from the next month on, and the months before keep theirs', async () => {
  expect(await change('platinum')).toEqual({ plan: 'platinum', from: '2026-12' });
  expect(await plans()).toEqual([REGISTERED, { plan: 'platinum', from: '2026-12' }]);
});

test('the month after December is January', async () => {
  it.clock.now = new Date('2026-12-31T23:59:59Z');
  expect(await change('platinum')).toEqual({ plan: 'platinum', from: '2027-01' });
});

test('a month that is named may be that of the registration, and none before it', async () => {
  await expect(change('platinum', '2026-10')).rejects.toThrow(
    'A plan cannot begin before the month of the registration.',
  );
  await change('platinum', '2026-11');
  expect(await plans()).toEqual([{ plan: 'platinum', from: '2026-11' }]);
});

test.each(['2026-13', '2026-1', 'abc', '2026-12-01', '0000-01'])('%s is no month', async (from) => {
  await expect(change('platinum', from)).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'Give a month that exists, as year-month.',
  });
  expect(await plans()).toEqual([REGISTERED]);
});

test('a removed driver keeps the plan', async () => {
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', driver.id).execute();
  await expect(change('platinum')).rejects.toMatchObject({ code: 'conflict' });
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

test('the plan that the month already has is refused, and so is a driver who is not there', async () => {
  await expect(change('standard')).rejects.toThrow('The driver already has the plan Standard in that month.');
  driver = { ...driver, id: '999999' };
  await expect(change('platinum')).rejects.toThrow('There is no such driver.');
});

test('a driver without a plan gets the first one, and the change is in the audit log', async () => {
  await it.db.deleteFrom('driver_plans').where('driver_id', '=', driver.id).execute();
  expect(await plans()).toEqual([]);
  await change('standard');
  const [entry] = await it.db
    .selectFrom('audit_log')
    .select(['action', 'actor', 'subject', 'before', 'after'])
    .where('subject_id', '=', driver.id)
    .execute();
  expect(entry).toEqual({
    action: 'drivers.change_plan',
    actor: 'ama',
    subject: driver.driver_code,
    before: { plan: null },
    after: { plan: 'standard', from: '2026-12' },
  });
});
