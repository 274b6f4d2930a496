import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { buildUser } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { issueSetupCode } from './setup-codes.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const PASSWORD = 'Ntoma#4Sky';
const WRONG_CODE = 'This setup code is wrong, already used or expired. Please ask for a new one.';

const issue = (accountId: string) =>
  it.db.transaction().execute((tx) => issueSetupCode(tx, { accountId, kind: 'staff', now: it.clock.now }));

const invited = async () => {
  const user = await buildUser(it, { password: null });
  const code = await issue(user.id);
  return { ...user, code };
};

const setPassword = (email: string, setup_code: string, password = PASSWORD) =>
  openBrowser(it).post('/api/auth/set_admin_password', { email, password, setup_code });

const signIn = (username: string, password = PASSWORD) =>
  openBrowser(it).post('/api/auth/login', { username, password });

describe('a setup code', () => {
  test('sets the first password, with which the user then signs in', async () => {
    const { username, code } = await invited();
    expect(await setPassword(username, code)).toMatchObject({ status: 200, body: { status: true } });
    expect((await signIn(username)).status).toBe(200);
  });

  test('may be given with the e-mail, in lower case and without dashes', async () => {
    const { username, code } = await invited();
    const email = `${username}@Example.com`;
    expect((await setPassword(email, code.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
  });

  test('works once', async () => {
    const { username, code } = await invited();
    await setPassword(username, code);
    const again = await setPassword(username, code, 'Kente$8Road');
    expect(again).toMatchObject({ status: 422, body: { code: 'refused', message: WRONG_CODE } });
    expect((await signIn(username, 'Kente$8Road')).status).toBe(401);
  });

  test('used twice at once sets one password', async () => {
    const { username, code } = await invited();
    const answers = await Promise.all(
      ['Goat#2Ladder', 'Drum!5Harbour'].map((password) => setPassword(username, code, password)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('that was guessed, or is another user’s, is refused', async () => {
    const [one, other] = [await invited(), await invited()];
    expect((await setPassword(one.username, 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')).status).toBe(422);
    expect((await setPassword(one.username, other.code)).body.message).toBe(WRONG_CODE);
    expect((await setPassword('nobody.here', one.code)).body.message).toBe(WRONG_CODE);
    expect((await signIn(one.username)).status).toBe(401);
  });

  test('is replaced by a newer one', async () => {
    const { id, username, code } = await invited();
    await issue(id);
    expect((await setPassword(username, code)).status).toBe(422);
  });

  test('expires after 24 hours', async () => {
    const { username, code } = await invited();
    const before = it.clock.now;
    it.clock.now = new Date(before.getTime() + 24 * 3_600_000);
    const expired = 'This setup code has expired. Please ask for a new one.';
    expect(await setPassword(username, code)).toMatchObject({ status: 422, body: { message: expired } });
    expect((await setPassword(username, 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')).body.message).toBe(WRONG_CODE);
    expect((await signIn(username)).status).toBe(401);
    it.clock.now = before;
  });

  test('sets no password that breaks a rule', async () => {
    const { username, code } = await invited();
    for (const weak of [
      'Aa1@',
      'aaaa1111@',
      'AAAA1111@',
      'Aaaaaaaa@',
      'Aaaa1111',
      `Aa1@${'a'.repeat(21)}`,
      'Aaaa111@ ',
      'Aaa1111@^',
    ]) {
      expect(await setPassword(username, code, weak)).toMatchObject({
        status: 400,
        body: { message: 'Invalid Entry' },
      });
    }
  });
});

test('a new password ends the sessions opened with the old one', async () => {
  const user = await buildUser(it);
  const browser = openBrowser(it);
  const { body } = await browser.post('/api/auth/login', { username: user.username, password: 'Banbo@2026' });
  const code = await issue(user.id);
  await setPassword(user.username, code);
  const headers = { authorization: `Bearer ${body.accessToken}` };
  expect((await browser.get('/api/auth/sessions', { headers })).status).toBe(401);
  expect((await browser.get('/api/token/admin_refresh_token')).status).toBe(401);
});
