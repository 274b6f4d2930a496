import { defaultRights } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { buildMember, buildUser, PASSWORD } from '../../../../test/builders/identity.ts';
import { passwords, startApp, type TestApp, TOKEN_SECRET } from '../../../../test/harness.ts';
import type { Passwords } from '../passwords/password-hashing.ts';
import { tokenKeys } from '../sessions/access-token.ts';
import { givePassword } from '../users/operator-users.ts';
import { changePassword } from './own-account.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const signedIn = async (username: string, device = 'Chrome on a desk', password = PASSWORD) => {
  const browser = openBrowser(it, { 'user-agent': device });
  const { body } = await browser.post('/api/auth/login', { username, password });
  const headers = { authorization: `Bearer ${body.accessToken}` };
  const sessions = async () => (await browser.get('/api/auth/sessions', { headers })).body;
  return { browser, headers, sessions };
};

const REFRESH = '/api/token/admin_refresh_token';

test('one’s own sessions are listed, with the current one marked', async () => {
  const { username } = await buildUser(it);
  await signedIn(username, 'Safari on a phone');
  const { sessions } = await signedIn(username);
  const list = await sessions();
  expect(list).toHaveLength(2);
  expect(list).toContainEqual(expect.objectContaining({ device: 'Chrome on a desk', current: true, trusted: false }));
  expect(list).toContainEqual(expect.objectContaining({ device: 'Safari on a phone', current: false }));
});

test('ending a session signs that device out, and nobody can end another person’s', async () => {
  const [mine, other] = [await buildUser(it), await buildUser(it)];
  const phone = await signedIn(mine.username);
  const { browser, headers } = await signedIn(mine.username);
  const stranger = await signedIn(other.username);
  const [{ id }] = await phone.sessions();
  const url = `/api/auth/sessions/${id}`;
  expect((await stranger.browser.send({ method: 'DELETE', url, headers: stranger.headers })).status).toBe(404);
  const [first] = (await phone.sessions()).filter((one: { current: boolean }) => one.current);
  const ended = await browser.send({ method: 'DELETE', url: `/api/auth/sessions/${first.id}`, headers });
  expect(ended.status).toBe(200);
  expect((await phone.browser.get(REFRESH)).status).toBe(401);
  expect((await browser.get(REFRESH)).status).toBe(200);
});

test('signing out everywhere ends every session and every access token', async () => {
  const { username } = await buildUser(it);
  const [phone, desk] = [await signedIn(username), await signedIn(username)];
  const answer = await desk.browser.post('/api/auth/logout_all', {}, { headers: desk.headers });
  expect(answer.status).toBe(200);
  for (const { browser, headers } of [phone, desk]) {
    expect((await browser.get('/api/auth/sessions', { headers })).status).toBe(401);
    expect((await browser.get(REFRESH)).status).toBe(401);
  }
});

test('signing out everywhere as staff leaves a member’s session in the same browser open', async () => {
  const { username } = await buildUser(it);
  const { car_number, driver_code } = await buildMember(it);
  const { browser, headers } = await signedIn(username);
  await browser.post('/api/auth/member_login', { car_number, driver_code, password: PASSWORD });
  const { setCookies } = await browser.post('/api/auth/logout_all', {}, { headers });
  expect(Object.keys(setCookies)).toEqual(['banbo_staff']);
  expect((await browser.get('/api/token/member_refresh_token')).status).toBe(200);
});

test('a changed password keeps this session with a new token and ends the others', async () => {
  const { username } = await buildUser(it);
  const [phone, desk] = [await signedIn(username), await signedIn(username)];
  const change = { password: PASSWORD, new_password: 'Rain%onTin5Roof' };
  const { status, body } = await desk.browser.post('/api/auth/change_password', change, { headers: desk.headers });
  expect(status).toBe(200);
  const renewed = { authorization: `Bearer ${body.accessToken}` };
  expect((await desk.browser.get('/api/auth/sessions', { headers: desk.headers })).status).toBe(401);
  expect((await desk.browser.get('/api/auth/sessions', { headers: renewed })).status).toBe(200);
  expect((await phone.browser.get(REFRESH)).status).toBe(401);
  expect((await desk.browser.get(REFRESH)).status).toBe(200);
  await signedIn(username, 'a phone', 'Rain%onTin5Roof').then(({ sessions }) => sessions());
});

test('the current password is asked for, and guesses of it are counted', async () => {
  const { username } = await buildUser(it);
  const { browser, headers } = await signedIn(username);
  const attempt = (password: string) =>
    browser.post('/api/auth/change_password', { password, new_password: 'Rain%onTin5Roof' }, { headers });
  for (let guess = 0; guess < 3; guess += 1) {
    expect((await attempt('guess')).body).toMatchObject({ code: 'refused', message: 'The current password is wrong.' });
  }
  expect((await attempt(PASSWORD)).body.message).toContain('Too many wrong passwords');
});

/** Changes a new user's password, and runs `happens` while the new one is hashed. */
const changeWhile = async (happens: (user: { id: string; username: string }) => Promise<unknown>) => {
  const user = await buildUser(it);
  await signedIn(user.username);
  const { id: sessionId } = await it.db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const interrupted: Passwords = {
    withSlot: (work, of) =>
      passwords.withSlot(
        (slot) =>
          work({
            ...slot,
            hash: async (text) => {
              await happens(user);
              return slot.hash(text);
            },
          }),
        of,
      ),
  };
  const { db } = it;
  const deps = { db, now: () => it.clock.now, keys: tokenKeys(TOKEN_SECRET), passwords: interrupted, mailsFrom: null };
  const caller = {
    accountId: user.id,
    sessionId,
    ...defaultRights('SystemAdmin'),
    login: user.username,
    requestId: 'r',
  } as const;
  const change = { current: PASSWORD, next: 'Rain%onTin5Roof', marks: [], known: [] };
  const outcome = await changePassword(deps, caller, change).catch((error: Error) => error.message);
  const canSignIn = async (password: string) =>
    (await openBrowser(it).post('/api/auth/login', { username: user.username, password })).status === 200;
  return { outcome, changed: await canSignIn('Rain%onTin5Roof') };
};

const MEANWHILE = {
  outcome: 'Your password or your access was changed meanwhile. Please sign in again.',
  changed: false,
};

test('a password is not changed by a session that ends, a block or a new password meanwhile', async () => {
  const update = (values: object) => (user: { id: string }) =>
    it.db.updateTable('accounts').set(values).where('id', '=', user.id).execute();
  expect(await changeWhile(update({ status: 'blocked' }))).toEqual(MEANWHILE);
  expect(await changeWhile(({ id }) => givePassword(it.db, passwords, id, 'River#9Stone'))).toEqual(MEANWHILE);
  const end = ({ id }: { id: string }) => it.db.deleteFrom('sessions').where('account_id', '=', id).execute();
  expect(await changeWhile(end)).toEqual(MEANWHILE);
  expect(await changeWhile(async () => {})).toEqual({ outcome: expect.stringMatching(/^eyJ/), changed: true });
});
