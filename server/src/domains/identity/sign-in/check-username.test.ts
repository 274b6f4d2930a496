import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { buildUser } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const check = async (username: string) => {
  const { status, body } = await openBrowser(it).post('/api/auth/check_username', { username });
  return { http: status, ...body };
};

test('no username is told as missing', async () => {
  expect(await check(' ')).toMatchObject({ http: 400, message: 'Missing Username or Password' });
});

test('an unknown username is not found', async () => {
  expect(await check('nobody.here')).toEqual({ http: 200, status: 'not_found', message: 'Username not found ' });
});

test('a first-time user gets the setup query’s values, with the e-mail masked', async () => {
  const names = { first_name: 'Kofi', middle_name: 'Yaw', last_name: 'Boateng' };
  await buildUser(it, { ...names, username: 'kofi.b', email: 'kofi@banbo.example', password: null });
  const answer = await check('kofi.b');
  expect(answer).toMatchObject({ http: 200, status: false });
  expect(answer.data).toEqual(['kofi.b', 'Kofi', 'Yaw', 'Boateng', 'k***@banbo.example']);
});

test('a user with a password may go on', async () => {
  const { username } = await buildUser(it);
  expect(await check(username.toUpperCase())).toMatchObject({ http: 200, status: true });
});

test('a blocked user is told so, whoever blocked it', async () => {
  const [byStaff, byGuesses] = [await buildUser(it), await buildUser(it)];
  await it.db.updateTable('accounts').set({ status: 'blocked' }).where('id', '=', byStaff.id).execute();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await openBrowser(it).post('/api/auth/login', { username: byGuesses.username, password: 'wrong' });
  }
  expect(await check(byStaff.username)).toMatchObject({
    status: 'blocked',
    message: expect.stringContaining('contact the system admin'),
  });
  expect(await check(byGuesses.username)).toMatchObject({
    status: 'blocked',
    message: expect.stringContaining('15 minutes'),
  });
});
