import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildMember } from '../../../../test/builders/identity.ts';
import { callDriver, removeDriver, signInMember } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let staff: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  it = await startApp();
  staff = await buildCaller(it, 'SystemAdmin');
});
afterAll(() => it.close());

const issue = (id: string, { headers } = staff) => callDriver(it, headers, 'POST', `${id}/password_code`);
const set = (car_number: string, setup_code: string, password = 'Desk#3Kiosk') =>
  openBrowser(it).post('/api/auth/set_member_password', { car_number, setup_code, password });

test('a code that staff hand over sets the driver’s password, once, in place of the registration’s code', async () => {
  const { driver, setupCode } = await buildDriver(it);
  const { status, body } = await issue(driver.id);
  expect(status).toBe(201);
  expect(body.setup_code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  expect((await set(driver.car_number, setupCode)).status).toBe(422);
  expect((await set(driver.car_number, body.setup_code)).status).toBe(200);
  expect((await set(driver.car_number, body.setup_code)).status).toBe(422);
});

test('it ends the code of a forgotten password too, and takes back the texts with the codes of before', async () => {
  const { driver } = await buildDriver(it);
  const texts = () =>
    it.db
      .selectFrom('outbox_messages')
      .select(['body', 'status'])
      .where('recipient', '=', driver.mobile_number)
      .execute();
  await openBrowser(it).post('/api/auth/forgot_member_password', { car_number: driver.car_number });
  const forgotten = (await texts()).map(({ body }) => body.match(/[0-9A-Z]{5}-[0-9A-Z]{5}/)?.[0]).at(-1) ?? '';
  expect(forgotten).not.toBe('');
  const { body } = await issue(driver.id);
  expect(await texts()).toEqual(Array(2).fill({ body: '', status: 'expired' }));
  expect((await set(driver.car_number, forgotten)).status).toBe(422);
  expect((await set(driver.car_number, body.setup_code)).status).toBe(200);
});

test('ten a minute are made for one of the staff, and of those made at once one is good', async () => {
  const { driver } = await buildDriver(it);
  const hasty = await buildCaller(it, 'SystemAdmin');
  const answers = await Promise.all(Array.from({ length: 12 }, () => issue(driver.id, hasty)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 429, 429]);
  const codes = await it.db
    .selectFrom('setup_codes')
    .select('purpose')
    .where('account_id', '=', driver.account_id)
    .execute();
  expect(codes).toEqual([{ purpose: 'first' }]);
});

test('the audit log says who made it, without the code', async () => {
  const { driver } = await buildDriver(it);
  const { body } = await issue(driver.id);
  const entries = await it.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'drivers.password_code')
    .where('subject_id', '=', driver.id)
    .execute();
  expect(entries).toMatchObject([{ action: 'drivers.password_code', actor_id: staff.id, subject: driver.driver_code }]);
  expect(JSON.stringify(entries)).not.toContain(body.setup_code);
});

test('until it is used, the password of before stays good', async () => {
  const member = await buildMember(it);
  await issue(member.id);
  expect((await signInMember(it, member)).answer.status).toBe(200);
});

test('a removed driver gets none, nor one that does not exist', async () => {
  const { driver } = await buildDriver(it);
  await removeDriver(it, staff.headers, driver.id);
  expect(await issue(driver.id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(
    await it.db.selectFrom('setup_codes').selectAll().where('account_id', '=', driver.account_id).execute(),
  ).toEqual([]);
  expect((await issue('987654321')).status).toBe(404);
});

test('roles that cannot remove drivers cannot take over their accounts by a code, nor can members', async () => {
  const { driver } = await buildDriver(it);
  for (const role of ['SuperUser', 'Operations', 'Accounts', 'Legal', 'Member'] as const) {
    expect((await issue(driver.id, await buildCaller(it, role))).status).toBe(403);
  }
});
