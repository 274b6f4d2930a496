import { defaultRights } from '@banbo/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tellOwnerAtOnce } from '#domains/reports';
import { openBrowser } from '../../../../test/browser.ts';
import { buildCaller, buildUser, PASSWORD } from '../../../../test/builders/identity.ts';
import { passwords, startApp, type TestApp, TOKEN_SECRET } from '../../../../test/harness.ts';
import {
  appCode,
  bearer,
  buildUserWithApp,
  nextCode,
  setUpApp,
  signInAs,
  signInByCode,
} from '../../../../test/second-factor.ts';
import { tokenKeys } from '../sessions/access-token.ts';
import { resetSecondFactor } from '../users/change-users.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const REFRESH = '/api/token/admin_refresh_token';
const FACTOR = '/api/auth/second_factor';

const entriesOf = async (id: string): Promise<string[]> => {
  const found = it.db.selectFrom('audit_log').select('action').where('subject_kind', '=', 'user');
  return (await found.where('subject_id', '=', id).orderBy('id').execute()).map(({ action }) => action);
};

describe('setting up', () => {
  test('asks the password, shows the secret as a picture, a link and text, and counts once the app gave a code', async () => {
    const { username } = await buildUser(it);
    const browser = openBrowser(it);
    const headers = bearer(await signInAs(browser, username));
    const wrong = await browser.post(FACTOR, { password: 'wrong' }, { headers });
    expect(wrong).toMatchObject({ status: 422, body: { issues: [{ path: 'body.password' }] } });
    const { body } = await browser.post(FACTOR, { password: PASSWORD }, { headers });
    expect(body.secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(body.link).toContain(`otpauth://totp/Banbo%20Driver%20Safety:${username}?secret=`);
    expect(body.link).toContain(body.secret.replaceAll(' ', ''));
    expect(new Set(body.qr.join(''))).toEqual(new Set(['0', '1']));
    expect((await signInAs(openBrowser(it), username)).body.status).toBe(true);
    const confirm = (code: string) => browser.post(`${FACTOR}/confirmation`, { code }, { headers });
    expect(await confirm('000000')).toMatchObject({ status: 422, body: { issues: [{ path: 'body.code' }] } });
    const confirmed = await confirm(appCode(it, body.secret));
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10);
    const shown = await browser.get(FACTOR, { headers });
    expect(shown.body).toEqual({ since: it.clock.now.toISOString(), recovery_codes_left: 10, is_required: false });
  });

  test('ends the sessions that were opened without it, but for the one in hand', async () => {
    const { username } = await buildUser(it);
    const [desk, phone] = [openBrowser(it), openBrowser(it)];
    await signInAs(phone, username);
    const headers = bearer(await signInAs(desk, username));
    await setUpApp(it, desk, headers);
    expect((await phone.get(REFRESH)).status).toBe(401);
    expect((await desk.get(REFRESH)).status).toBe(200);
  });

  test('takes no longer than a quarter of an hour', async () => {
    const { username } = await buildUser(it);
    const browser = openBrowser(it);
    const headers = async () => ({ headers: bearer(await browser.get(REFRESH)) });
    await signInAs(browser, username);
    const { body } = await browser.post(FACTOR, { password: PASSWORD }, await headers());
    it.clock.now = new Date(it.clock.now.getTime() + 15 * 60_000);
    const late = await browser.post(`${FACTOR}/confirmation`, { code: appCode(it, body.secret) }, await headers());
    expect(late).toMatchObject({ status: 422, body: { message: expect.stringContaining('too long') } });
  });

  test('puts another phone in the place of the former one, which is asked for a code and good until then', async () => {
    const { username, browser, headers, secret } = await buildUserWithApp(it);
    const start = (code?: string) => browser.post(FACTOR, { password: PASSWORD, ...(code && { code }) }, { headers });
    expect((await start()).body.issues).toMatchObject([{ path: 'body.code' }]);
    const { body } = await start(appCode(it, secret));
    nextCode(it);
    expect((await signInByCode(openBrowser(it), username, appCode(it, secret))).status).toBe(200);
    nextCode(it);
    const given = { code: appCode(it, body.secret) };
    expect((await browser.post(`${FACTOR}/confirmation`, given, { headers })).status).toBe(200);
    nextCode(it);
    expect((await signInByCode(openBrowser(it), username, appCode(it, secret))).status).toBe(401);
    expect((await signInByCode(openBrowser(it), username, appCode(it, body.secret))).status).toBe(200);
  });

  test('keeps neither the secret nor a recovery code readable in the database', async () => {
    const { id, secret, recoveryCodes } = await buildUserWithApp(it);
    const factors = await it.db.selectFrom('second_factors').selectAll().execute();
    const codes = await it.db.selectFrom('recovery_codes').selectAll().where('account_id', '=', id).execute();
    expect(codes).toHaveLength(10);
    const stored = JSON.stringify([factors, codes]);
    for (const shown of [secret.replaceAll(' ', ''), secret, ...recoveryCodes]) expect(stored).not.toContain(shown);
    expect(await entriesOf(id)).toEqual(['users.set_up_second_factor']);
  });

  test('is for staff alone', async () => {
    for (const role of ['Member', 'Tenant'] as const) {
      const { headers } = await buildCaller(it, role);
      const browser = openBrowser(it);
      expect((await browser.get(FACTOR, { headers })).status).toBe(404);
      expect((await browser.post(FACTOR, { password: PASSWORD }, { headers })).status).toBe(404);
    }
  });
});

describe('signing in', () => {
  test('takes a code after the right password, which alone opens nothing', async () => {
    const { username, secret } = await buildUserWithApp(it);
    const browser = openBrowser(it);
    const first = await signInAs(browser, username);
    expect(first.body).toEqual({
      status: 'code_needed',
      message: 'Enter the code of your authenticator app.',
      challenge: expect.stringMatching(/./),
    });
    expect(Object.keys(first.setCookies)).toEqual(['banbo_challenge']);
    expect(first.setCookies.banbo_challenge).toMatch(/Max-Age=300; Path=\/api; HttpOnly; SameSite=Strict/);
    const given = { challenge: first.body.challenge, code: appCode(it, secret), persist: true };
    const second = await browser.post('/api/auth/login/code', given);
    expect(second.body).toMatchObject({ status: true, message: 'Login successful', username, login_attempts: 0 });
    expect(second.setCookies.banbo_staff).toMatch(/Max-Age=2592000;/);
    expect(browser.jar.has('banbo_challenge')).toBe(false);
  });

  test('asks a trusted device for a code all the same', async () => {
    const { username, secret } = await buildUserWithApp(it);
    const browser = openBrowser(it);
    expect((await signInByCode(browser, username, appCode(it, secret))).status).toBe(200);
    expect((await signInAs(browser, username)).body.status).toBe('code_needed');
  });

  test('a wrong password is answered as to anybody else', async () => {
    const { username } = await buildUserWithApp(it);
    const [own, other] = [
      await signInAs(openBrowser(it), username, 'x'),
      await signInAs(openBrowser(it), 'no.one', 'x'),
    ];
    expect(own.body).toEqual(other.body);
  });

  test('takes a recovery code once, in any spelling, and counts what is left', async () => {
    const { username, recoveryCodes } = await buildUserWithApp(it);
    const [code = '', second = ''] = recoveryCodes;
    const browser = openBrowser(it);
    const signedIn = await signInByCode(browser, username, ` ${code.toLowerCase().replace('-', ' ')}`);
    expect(signedIn.status).toBe(200);
    const { body } = await browser.get(FACTOR, { headers: bearer(signedIn) });
    expect(body.recovery_codes_left).toBe(9);
    expect((await signInByCode(openBrowser(it), username, code)).status).toBe(401);
    expect((await signInByCode(openBrowser(it), username, second)).status).toBe(200);
  });

  test('new recovery codes end the former ones, for the password and a code', async () => {
    const { username, browser, headers, secret, recoveryCodes } = await buildUserWithApp(it);
    const renew = (code: string) => browser.post(`${FACTOR}/recovery_codes`, { password: PASSWORD, code }, { headers });
    expect((await renew('000000')).status).toBe(422);
    const { body } = await renew(appCode(it, secret));
    expect(body.recovery_codes).toHaveLength(10);
    expect((await signInByCode(openBrowser(it), username, recoveryCodes[0] ?? '')).status).toBe(401);
    expect((await signInByCode(openBrowser(it), username, body.recovery_codes[0])).status).toBe(200);
  });

  test('needs no code any more once it was given up, for the password and a code', async () => {
    const { id, username, browser, headers, secret } = await buildUserWithApp(it);
    const remove = (password: string, code: string) =>
      browser.post(`${FACTOR}/removal`, { password, code }, { headers });
    expect((await remove('wrong', appCode(it, secret))).status).toBe(422);
    expect((await remove(PASSWORD, '000000')).status).toBe(422);
    expect((await remove(PASSWORD, appCode(it, secret))).status).toBe(200);
    expect((await signInAs(openBrowser(it), username)).body.status).toBe(true);
    expect(await entriesOf(id)).toEqual(['users.set_up_second_factor', 'users.remove_second_factor']);
  });
});

describe('a higher rank', () => {
  test('takes a lost phone’s factor away once, tells the user by mail and is audited', async () => {
    const { id, username } = await buildUserWithApp(it, { role: 'Accounts' });
    const { id: accountId } = await buildUser(it, { role: 'SuperAdmin', username: 'efua' });
    const { db } = it;
    const keys = tokenKeys(TOKEN_SECRET);
    const mailsFrom = 'https://banbo.example';
    const deps = { db, now: () => it.clock.now, keys, passwords, mailsFrom, tellOwner: tellOwnerAtOnce };
    const caller = {
      accountId,
      sessionId: '1',
      ...defaultRights('SuperAdmin'),
      login: 'efua',
      requestId: 'r',
    } as const;
    for (let time = 0; time < 2; time += 1) {
      const asked = { id, by: caller, now: it.clock.now };
      const reset = db.transaction().execute((tx) => resetSecondFactor(tx, asked, deps));
      expect((await reset).user.second_factor).toBe(false);
    }
    const mails = db.selectFrom('outbox_messages').select(['recipient', 'body']).where('channel', '=', 'mail');
    expect(await mails.execute()).toEqual([
      { recipient: `${username}@example.com`, body: expect.stringContaining('efua removed the second factor') },
    ]);
    const entries = db.selectFrom('audit_log').select(['actor', 'before', 'after']);
    expect(await entries.where('action', '=', 'users.reset_second_factor').execute()).toEqual([
      { actor: 'efua', before: { second_factor: true }, after: { second_factor: false } },
    ]);
  });

  test('lets a user in by the password alone, and nobody of the same rank can', async () => {
    const { id, username, headers } = await buildUserWithApp(it, { role: 'Accounts' });
    const reset = (caller: Record<string, string>) =>
      openBrowser(it).post(`/api/users/${id}/reset_second_factor`, {}, { headers: caller });
    expect((await reset(headers)).status).toBe(403);
    expect((await reset((await buildCaller(it, 'SystemAdmin')).headers)).status).toBe(200);
    expect((await openBrowser(it).get(FACTOR, { headers })).status).toBe(401);
    expect((await signInAs(openBrowser(it), username)).body.status).toBe(true);
    const equal = await buildUserWithApp(it, { role: 'SystemAdmin' });
    const other = (await buildCaller(it, 'SystemAdmin')).headers;
    const url = `/api/users/${equal.id}/reset_second_factor`;
    expect((await openBrowser(it).post(url, {}, { headers: other })).status).toBe(403);
  });
});
