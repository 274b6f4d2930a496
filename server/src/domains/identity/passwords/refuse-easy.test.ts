import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildUser, PASSWORD } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { TOO_COMMON, TOO_KNOWN } from './easy-password.ts';
import { issueSetupCode } from './setup-codes.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const refused = (message: string, field = 'password') => ({
  status: 422,
  body: { code: 'refused', message, issues: [{ path: `body.${field}`, message }] },
});

test('an invited user cannot set a common password or one with their names, and keeps the code for another', async () => {
  const { id, username } = await buildUser(it, { password: null, username: 'yaa.sarpong', last_name: 'Sarpong' });
  const setup_code = await it.db
    .transaction()
    .execute((tx) => issueSetupCode(tx, { accountId: id, kind: 'staff', now: it.clock.now }));
  const set = (password: string) =>
    openBrowser(it).post('/api/auth/set_admin_password', { email: username, setup_code, password });
  expect(await set('Welcome@2026')).toMatchObject(refused(TOO_COMMON));
  for (const known of ['Sarpong#99', PASSWORD, 'Driver$Key77'])
    expect(await set(known)).toMatchObject(refused(TOO_KNOWN));
  expect((await set('Ntoma#4Sky')).status).toBe(200);
});

test('a member cannot set one with their car number, driver code or name', async () => {
  const { driver, setupCode } = await buildDriver(it, { car_number: 'GT 8841-22', last_name: 'Tetteh' });
  const set = (password: string, setup_code = setupCode) =>
    openBrowser(it).post('/api/auth/set_member_password', { car_number: driver.car_number, setup_code, password });
  for (const known of ['Gt884122!', `Is#${driver.driver_code}`, 'Tetteh%7road']) {
    expect(await set(known)).toMatchObject(refused(TOO_KNOWN));
  }
  const strangers = await set('Tetteh%7road', 'AAAAA-AAAAA');
  expect(strangers.body.message, 'a stranger learns nothing of the name').toContain('setup code is wrong');
  expect((await set('Ntoma#4Sky')).status).toBe(200);
});

test.each(['SuperUser', 'Member', 'Tenant'] as const)(
  '%s cannot change to an easy one, and is not blocked by trying',
  async (role) => {
    const { headers } = await buildCaller(it, role);
    const change = (new_password: string) =>
      openBrowser(it).post('/api/auth/change_password', { password: PASSWORD, new_password }, { headers });
    for (let time = 0; time < 3; time += 1) {
      expect(await change('Password1!')).toMatchObject(refused(TOO_COMMON, 'new_password'));
    }
    expect(await change('Banbo#2027')).toMatchObject(refused(TOO_KNOWN, 'new_password'));
    expect((await change('Rain%onTin5Roof')).status).toBe(200);
  },
);
