import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { buildTenant, buildUser, PASSWORD } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const login = (username: string, password = PASSWORD, browser = openBrowser(it)) =>
  browser.post('/api/auth/main_login', { username, password });

test('a tenant signs in, sees their own page and is renewed', async () => {
  const { id, username, tenantCode } = await buildTenant(it);
  const browser = openBrowser(it);
  const { status, body } = await login(username, PASSWORD, browser);
  expect(status).toBe(200);
  expect(body).toMatchObject({ user_role: 'Tenant', user: id, fullname: 'Nii Armah' });
  expect(body).toMatchObject({ login_attempts: 0, account_blocked: false });
  const headers = { authorization: `Bearer ${body.accessToken}` };
  expect((await browser.get('/api/tenant/me', { headers })).body).toMatchObject({ tenant_code: tenantCode });
  expect((await browser.get('/api/token/tenant_refresh_token')).body).toMatchObject({ user_role: 'Tenant', username });
});

test('the tenants’ door does not open for staff, nor the staff’s for tenants', async () => {
  const [{ username }, user] = [await buildTenant(it), await buildUser(it)];
  expect((await login(user.username)).status).toBe(401);
  const staffDoor = await openBrowser(it).post('/api/auth/login', { username, password: PASSWORD });
  expect(staffDoor.status).toBe(401);
});

test('a tenant’s wrong passwords are counted and missing ones told', async () => {
  const { username } = await buildTenant(it);
  for (let attempt = 0; attempt < 3; attempt += 1) await login(username, 'wrong');
  expect((await login(username)).body).toMatchObject({ account_blocked: true, login_attempts: 3 });
  expect((await login('', 'x')).body.message).toBe('Missing Username or Password');
});
