import { ENDPOINTS, type Endpoint, LIVE_MEDIA_TYPE } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mayWriteOn } from '#db/connection/write-access.ts';
import { type Browser, openBrowser } from '../browser.ts';
import { buildMember, buildUser, PASSWORD } from '../builders/identity.ts';
import { buildPayment } from '../builders/payments.ts';
import { submissionOf } from '../builders/submissions.ts';
import { startApp, type TestApp } from '../harness.ts';
import { sendRegistration } from '../register.ts';

// The server's pool on a disk without room to write, and on one that is completely full.

let it: TestApp;
let [room, reserve] = [true, true];
let driverId: string;
let receipt: string;
let member: { car_number: string; driver_code: string };
let username: string;
let browser: Browser;
let token: string;

const REFRESH = '/api/token/admin_refresh_token';
const FULL = { status: false, success: false, code: 'storage_full' };

beforeAll(async () => {
  it = await startApp({}, { mayWrite: mayWriteOn({ hasRoom: () => room, hasReserve: () => reserve }) });
  const driver = await buildMember(it);
  driverId = driver.id;
  member = driver;
  await buildPayment(it, submissionOf(driver), 'cleared');
  receipt = (await it.db.selectFrom('receipts').select('number').executeTakeFirstOrThrow()).number;
  ({ username } = await buildUser(it, { role: 'SuperAdmin' }));
});
afterAll(() => it.close());

const signInAsStaff = async () => {
  browser = openBrowser(it);
  const { status, body } = await browser.post('/api/auth/login', { username, password: PASSWORD });
  token = String(body.accessToken);
  return status;
};
beforeEach(async () => {
  [room, reserve] = [true, true];
  expect(await signInAsStaff()).toBe(200);
});

const renew = async (): Promise<void> => {
  const { status, body } = await browser.get(REFRESH);
  expect(status).toBe(200);
  token = String(body.accessToken);
};
const get = (url: string) => it.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
const later = (seconds: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + seconds * 1000);
};
const looks = async () => (await it.db.selectFrom('driver_looks').select(['actor', 'looked_at']).execute()).length;
const audited = async (action: string) =>
  (await it.db.selectFrom('audit_log').select('id').where('action', '=', action).execute()).length;
const expectOnlyReading = async () => {
  expect(await sendRegistration(it)).toMatchObject({ status: 503, body: FULL });
};
/** Opens what leaves a note behind, or is counted for its reader. */
const read = async () => {
  const urls = [
    `/api/drivers/${driverId}`,
    `/api/drivers/${driverId}/personal_data`,
    `/api/receipts/${receipt}/pdf`,
    '/api/drivers/export',
  ];
  const answers = [];
  for (const url of urls) answers.push(await get(url));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(answers[3]?.body).toContain(member.driver_code);
};

test('without room people sign in and out, and read what leaves a note', async () => {
  room = false;
  const [lookedAt, exported, givenOut] = [
    await looks(),
    await audited('lists.export'),
    await audited('drivers.give_out'),
  ];
  expect(await signInAsStaff()).toBe(200);
  const before = browser.jar.get('banbo_staff');
  later(3600);
  await renew();
  expect(browser.jar.get('banbo_staff')).not.toBe(before);
  await read();
  expect([await looks(), await audited('lists.export'), await audited('drivers.give_out')]).toEqual([
    lookedAt + 1,
    exported + 1,
    givenOut + 1,
  ]);
  const { car_number, driver_code } = member;
  const driver = openBrowser(it);
  expect((await driver.post('/api/auth/member_login', { car_number, driver_code, password: PASSWORD })).status).toBe(
    200,
  );
  expect((await driver.get('/api/auth/logout')).status).toBe(200);
  expect((await driver.get('/api/token/member_refresh_token')).status).toBe(401);
  await expectOnlyReading();
});

test('on a full disk nobody signs in, since wrong passwords could not be counted', async () => {
  [room, reserve] = [false, false];
  expect(await signInAsStaff()).toBe(503);
});

test('on a full disk who is signed in stays so, and what they read is noted once there is room', async () => {
  later(3600);
  [room, reserve] = [false, false];
  const before = browser.jar.get('banbo_staff');
  for (let time = 0; time < 2; time += 1) {
    await renew();
    expect(browser.jar.get('banbo_staff')).toBe(before);
    await read();
    later(3600);
  }
  await expectOnlyReading();
  const [lookedAt, exported] = [await looks(), await audited('lists.export')];
  [room, reserve] = [true, true];
  await renew();
  await read();
  await expect.poll(looks).toBe(lookedAt + 3);
  await expect.poll(() => audited('lists.export')).toBe(exported + 3);
  expect(browser.jar.get('banbo_staff')).not.toBe(before);
});

test('a token that was copied while nothing could be written ends the session once it can', async () => {
  later(3600);
  [room, reserve] = [false, false];
  const thief = openBrowser(it);
  thief.jar.set('banbo_staff', browser.jar.get('banbo_staff') ?? '');
  expect([(await thief.get(REFRESH)).status, (await browser.get(REFRESH)).status]).toEqual([200, 200]);
  [room, reserve] = [true, true];
  expect((await browser.get(REFRESH)).status).toBe(200);
  later(3600);
  expect((await browser.get(REFRESH)).status).toBe(200);
  later(3600);
  expect((await thief.get(REFRESH)).status).toBe(401);
  expect((await browser.get(REFRESH)).status).toBe(401);
});

const isRead = ({ method, file, cookie }: Endpoint): boolean =>
  method === 'GET' && cookie === undefined && !file?.includes(LIVE_MEDIA_TYPE);

test('on a full disk every call that reads is answered', async () => {
  later(3600);
  await renew();
  [room, reserve] = [false, false];
  const broken = [];
  for (const endpoint of ENDPOINTS.filter(isRead)) {
    const { statusCode, body } = await get(`/api${endpoint.url.replace(/:\w+/g, driverId)}`);
    if (statusCode >= 500) broken.push(`${endpoint.url}: ${body}`);
  }
  expect(broken).toEqual([]);
});
