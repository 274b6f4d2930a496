import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { buildCaller, buildMember } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { callDriver, removeDriver, signInMember } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { sendRegistration } from '../../../../test/register.ts';
import { countWaiting } from '../../../../test/waiting.ts';

let it: TestApp;
let staff: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  it = await startApp();
  staff = await buildCaller(it, 'SystemAdmin');
});
afterAll(() => it.close());

const remove = (id: string, reason?: string) => removeDriver(it, staff.headers, id, reason);
const restore = (id: string) => callDriver(it, staff.headers, 'POST', `${id}/restore`);
const show = (id: string) => callDriver(it, staff.headers, 'GET', id);

test('a removal without a body says that it wants a reason', async () => {
  const { id } = await buildMember(it);
  expect(await callDriver(it, staff.headers, 'DELETE', id)).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_input',
      message: 'Please give the reason.',
      issues: [{ path: 'body.reason', message: 'Please give the reason.' }],
    },
  });
  expect((await show(id)).body.removed_at).toBe(null);
});

const lastAudit = (id: string) =>
  it.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_kind', '=', 'driver')
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst();

test('a removed driver is signed out, cannot sign in, and the plate is free', async () => {
  const driver = await buildMember(it);
  const { browser, answer } = await signInMember(it, driver);
  expect(answer.status).toBe(200);
  const { status, body } = await remove(driver.id);
  expect([status, body.message]).toEqual([
    200,
    `The driver was removed. ${driver.car_number} can be registered again.`,
  ]);
  expect((await browser.get('/api/token/member_refresh_token')).status).toBe(401);
  const own = await it.app.inject({
    url: '/api/auth/sessions',
    headers: { authorization: `Bearer ${answer.body.accessToken}` },
  });
  expect(own.statusCode).toBe(401);
  expect((await signInMember(it, driver)).answer.status).toBe(401);
  const { car_number, mobile_number, id_number } = driver;
  expect((await sendRegistration(it, { car_number, mobile_number, id_number })).status).toBe(201);
});

test('payments and waiting claims of a removed driver stay', async () => {
  const driver = await buildMember(it);
  const claim = await buildPayment(it, submissionOf(driver));
  await remove(driver.id);
  const payment = await it.db.selectFrom('payments').selectAll().where('id', '=', claim).executeTakeFirstOrThrow();
  expect(payment).toMatchObject({ driver_id: driver.id, status: 'submitted' });
});

test('the audit log says who removed whom and why, and who restored', async () => {
  const driver = await buildMember(it);
  await remove(driver.id, 'The car was sold.');
  expect(await lastAudit(driver.id)).toMatchObject({
    actor_id: staff.id,
    action: 'drivers.remove',
    subject: driver.driver_code,
    before: { car_number: driver.car_number, removed_at: null, removal_reason: '' },
    after: { car_number: null, removed_at: it.clock.now.toISOString(), removal_reason: 'The car was sold.' },
  });
  expect((await show(driver.id)).body.removal_reason).toBe('The car was sold.');
  await restore(driver.id);
  expect(await lastAudit(driver.id)).toMatchObject({
    action: 'drivers.restore',
    before: { removal_reason: 'The car was sold.' },
    after: { car_number: driver.car_number, removed_at: null },
  });
});

test('a restored driver signs in with the password of before and has all the days to pay', async () => {
  const driver = await buildMember(it);
  await remove(driver.id);
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
  expect(await restore(driver.id)).toEqual({
    status: 200,
    body: { status: true, message: `${driver.driver_code} is a current driver again.` },
  });
  expect((await signInMember(it, driver)).answer.status).toBe(200);
  expect((await show(driver.id)).body).toMatchObject({ removed_at: null, removal_reason: '' });
  const row = await it.db
    .selectFrom('driver_records')
    .select('unpaid_since')
    .where('id', '=', driver.id)
    .executeTakeFirst();
  expect(row?.unpaid_since).toEqual(it.clock.now);
});

test('a driver is not restored beside another one with the same car, nor one that was never removed', async () => {
  const driver = await buildMember(it);
  expect((await restore(driver.id)).body).toMatchObject({ code: 'conflict', message: 'This driver was not removed.' });
  await remove(driver.id);
  const { car_number } = driver;
  expect((await sendRegistration(it, { car_number })).status).toBe(201);
  const refused = await restore(driver.id);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: 'Another driver has this car number now. Remove that one first.' },
  });
});

test('a driver restored at the moment when another one gets the mobile number is told of the mobile number', async () => {
  const driver = await buildMember(it);
  await remove(driver.id);
  const other = await buildMember(it, { mobile_number: driver.mobile_number });
  await remove(other.id);
  const open = await it.db.startTransaction().execute();
  await open.updateTable('drivers').set({ removed_at: null }).where('id', '=', other.id).execute();
  const restoring = awaitLater(restore(driver.id));
  await expect.poll(() => countWaiting(it.db)).toBe(1);
  await open.commit().execute();
  expect((await restoring).body).toMatchObject({
    code: 'conflict',
    message: 'Another driver has this mobile number now. Remove that one first.',
  });
});

test('a removal needs a reason, a driver and happens once', async () => {
  const driver = await buildMember(it);
  for (const reason of ['', '  ', '??', 'x'.repeat(301)]) expect((await remove(driver.id, reason)).status).toBe(400);
  expect((await remove('999999')).status).toBe(404);
  const both = await Promise.all([remove(driver.id), remove(driver.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('the count of current drivers follows', async () => {
  const count = async () => {
    const response = await it.app.inject({ url: '/api/drivers', headers: staff.headers });
    return Number(response.headers['x-total-count']);
  };
  const driver = await buildMember(it);
  const before = await count();
  await remove(driver.id);
  expect(await count()).toBe(before - 1);
  await restore(driver.id);
  expect(await count()).toBe(before);
});

test('who registers drivers may not remove them', async () => {
  const driver = await buildMember(it);
  const { headers } = await buildCaller(it, 'SuperUser');
  expect((await removeDriver(it, headers, driver.id)).status).toBe(403);
});
