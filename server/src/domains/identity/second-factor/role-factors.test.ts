import { type Access, ENDPOINTS, permissionsOf } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildUser } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { bearer, buildUserWithApp, setUpApp, signInAs } from '../../../../test/second-factor.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

type Headers = Record<string, string>;

const ask = (headers: Headers, user_role: string, is_required = true) =>
  openBrowser(it).send({
    method: 'PATCH',
    url: '/api/roles/second_factor',
    payload: { user_role, is_required },
    headers,
  });

const openBefore = ENDPOINTS.filter(({ beforeSecondFactor }) => beforeSecondFactor);

test('the calls that are open before the second factor are known by name', () => {
  expect(openBefore.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
    'GET /auth/second_factor',
    'POST /auth/logout_all',
    'POST /auth/second_factor',
    'POST /auth/second_factor/confirmation',
  ]);
});

test('a role that needs one shuts its people out of everything else until they have it', async () => {
  const admin = (await buildCaller(it, 'SuperAdmin')).headers;
  const { username } = await buildUser(it, { role: 'SystemAdmin' });
  const before = openBrowser(it);
  const working = bearer(await signInAs(before, username));
  expect((await ask(admin, 'SystemAdmin')).body.message).toBe('SystemAdmin needs a second factor now.');
  expect((await before.get('/api/users', { headers: working })).body.code).toBe('second_factor_needed');

  const browser = openBrowser(it);
  const signedIn = await signInAs(browser, username);
  expect(signedIn.body).toMatchObject({ status: true, needs_second_factor: true });
  const headers = bearer(signedIn);
  for (const endpoint of ENDPOINTS) {
    const { access } = endpoint;
    const isTheirs = access === 'signed-in' || (permissionsOf('SystemAdmin') as readonly Access[]).includes(access);
    if (!isTheirs || endpoint.beforeSecondFactor) continue;
    const url = `/api${endpoint.url.replace(/:\w+/g, '987654321')}`;
    const payload = endpoint.schema.body && { payload: {} };
    const { body } = await browser.send({ method: endpoint.method, url, headers, ...payload });
    expect(`${endpoint.method} ${url}: ${body.code}`).toBe(`${endpoint.method} ${url}: second_factor_needed`);
  }
  await setUpApp(it, browser, headers);
  expect((await browser.get('/api/users', { headers })).status).toBe(200);
  expect((await browser.get('/api/token/admin_refresh_token')).body.needs_second_factor).toBeUndefined();
  await ask(admin, 'SystemAdmin', false);
});

test('until then a public call answers them as a stranger', async () => {
  const admin = (await buildCaller(it, 'SuperAdmin')).headers;
  const { driver } = await buildDriver(it);
  const { headers } = await buildCaller(it, 'SuperUser');
  const find = async () =>
    (
      await openBrowser(it).post(
        '/api/drivers/find_driver_by_car_number',
        { car_number: driver.car_number },
        { headers },
      )
    ).body;
  const whole = await find();
  await ask(admin, 'SuperUser');
  const cut = await find();
  expect(JSON.stringify(whole)).toContain(driver.mobile_number);
  expect(JSON.stringify(cut)).not.toContain(driver.mobile_number);
  await ask(admin, 'SuperUser', false);
});

test('it cannot be given up by people of the role', async () => {
  const admin = (await buildCaller(it, 'SuperAdmin')).headers;
  await ask(admin, 'Legal');
  const { username } = await buildUser(it, { role: 'Legal' });
  const browser = openBrowser(it);
  const headers = bearer(await signInAs(browser, username));
  const { recoveryCodes } = await setUpApp(it, browser, headers);
  const given = { password: 'Banbo@2026', code: recoveryCodes[0] };
  const answer = await browser.post('/api/auth/second_factor/removal', given, { headers });
  expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining('Your role needs') } });
});

test('it is asked of one’s own rank by somebody who has one, of lower ones by anybody above, of higher ones never', async () => {
  const system = await buildUserWithApp(it, { role: 'SystemAdmin' });
  const bare = (await buildCaller(it, 'SystemAdmin')).headers;
  expect((await ask(bare, 'SuperAdmin')).status).toBe(403);
  expect((await ask(bare, 'SystemAdmin')).body).toMatchObject({ code: 'refused' });
  expect((await ask(bare, 'Operations')).status).toBe(200);
  expect((await ask(system.headers, 'SystemAdmin')).status).toBe(200);
  expect((await ask(system.headers, 'SystemAdmin', false)).status).toBe(403);
  const top = await buildUserWithApp(it, { role: 'SuperAdmin' });
  expect((await ask(top.headers, 'SystemAdmin', false)).status).toBe(200);
  expect((await ask(top.headers, 'SuperAdmin')).status).toBe(200);
  expect((await ask(top.headers, 'SuperAdmin', false)).status).toBe(200);
  const { body } = await openBrowser(it).get('/api/roles/second_factor', { headers: system.headers });
  expect(body[0]).toMatchObject({ user_role: 'SuperAdmin', is_changeable: false, with_second_factor: 1 });
  expect(body).toContainEqual(expect.objectContaining({ user_role: 'Operations', is_required: true }));
  const entries = it.db.selectFrom('audit_log').select(['subject', 'before', 'after']);
  expect(await entries.where('action', '=', 'roles.second_factor').orderBy('id', 'desc').execute()).toContainEqual({
    subject: 'Operations',
    before: { second_factor_needed: false },
    after: { second_factor_needed: true },
  });
});
