import { createHmac, generateKeyPairSync } from 'node:crypto';
import { ENDPOINTS, type Role } from '@banbo/contract';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { buildCaller, buildUser, OWN_PAGE, PASSWORD } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp, TOKEN_SECRET } from '../../../../test/harness.ts';
import { addressLimit } from '../../../../test/limits.ts';
import { signAccessToken, tokenKeys } from '../sessions/access-token.ts';

let it: TestApp;
let good: string;
beforeAll(async () => {
  it = await startApp();
  const { headers } = await buildCaller(it, 'SuperAdmin');
  good = headers.authorization?.replace('Bearer ', '') ?? '';
});
afterAll(() => it.close());

const json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const partsOf = (token: string) => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return { header, payload, signature, tokenPayload: JSON.parse(Buffer.from(payload, 'base64url').toString()) };
};

const callWith = async (token: string): Promise<number> =>
  (await it.app.inject({ url: '/api/users', headers: { authorization: `Bearer ${token}` } })).statusCode;

describe('an access token', () => {
  test('that this server signed and nobody touched is good', async () => {
    expect(await callWith(good)).toBe(200);
  });

  test('with a changed payload or signature is not', async () => {
    const { header, payload, signature, tokenPayload } = partsOf(good);
    const changed = json({ ...tokenPayload, UserInfo: { ...tokenPayload.UserInfo, role: 1 } });
    expect(await callWith(`${header}.${changed}.${signature}`)).toBe(401);
    expect(await callWith(`${header}.${payload}.${'A'.repeat(signature.length)}`)).toBe(401);
    expect(await callWith(`${header}.${payload}.`)).toBe(401);
  });

  test('that says it needs no signature (alg none) is not', async () => {
    const { payload } = partsOf(good);
    for (const alg of ['none', 'None', 'NONE', '']) {
      const header = json({ alg, typ: 'at+jwt' });
      expect(await callWith(`${header}.${payload}.`)).toBe(401);
      expect(await callWith(`${header}.${payload}`)).toBe(401);
    }
  });

  test('signed by another algorithm is not, even with the right key', async () => {
    const { tokenPayload } = partsOf(good);
    const { access } = tokenKeys(TOKEN_SECRET);
    for (const alg of ['HS384', 'HS512']) {
      const token = await new SignJWT(tokenPayload).setProtectedHeader({ alg, typ: 'at+jwt' }).sign(access);
      expect(await callWith(token)).toBe(401);
    }
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(await callWith(await new SignJWT(tokenPayload).setProtectedHeader({ alg: 'RS256' }).sign(privateKey))).toBe(
      401,
    );
  });

  test('forged with another key, or with the secret itself, is not', async () => {
    const { header, payload } = partsOf(good);
    for (const key of ['guess', TOKEN_SECRET]) {
      const forged = createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url');
      expect(await callWith(`${header}.${payload}.${forged}`)).toBe(401);
    }
  });

  test('of another kind, issuer or audience is not', async () => {
    const { tokenPayload } = partsOf(good);
    const { access } = tokenKeys(TOKEN_SECRET);
    const sign = (typ: string, more: object) =>
      new SignJWT({ ...tokenPayload, ...more }).setProtectedHeader({ alg: 'HS256', typ }).sign(access);
    expect(await callWith(await sign('at+jwt', {}))).toBe(200);
    expect(await callWith(await sign('JWT', {}))).toBe(401);
    expect(await callWith(await sign('at+jwt', { iss: 'elsewhere' }))).toBe(401);
    expect(await callWith(await sign('at+jwt', { aud: 'elsewhere' }))).toBe(401);
    expect(await callWith(await sign('at+jwt', { exp: undefined }))).toBe(401);
    expect(await callWith(await sign('at+jwt', { sub: '1 OR 1=1' }))).toBe(401);
  });

  test('expires after ten minutes', async () => {
    const before = it.clock.now;
    const { headers } = await buildCaller(it, 'SuperAdmin');
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    it.clock.now = new Date(before.getTime() + 599_000);
    expect(await callWith(token)).toBe(200);
    it.clock.now = new Date(before.getTime() + 600_000);
    expect(await callWith(token)).toBe(401);
    it.clock.now = before;
  });

  test('of a role changed since holds the new role’s permissions at most', async () => {
    const { id, username } = await buildUser(it, { role: 'SystemAdmin' });
    const { body } = await openBrowser(it).post('/api/auth/login', { username, password: PASSWORD });
    expect(await callWith(body.accessToken)).toBe(200);
    await it.db.updateTable('accounts').set({ role: 'SystemUser' }).where('id', '=', id).execute();
    expect(await callWith(body.accessToken)).toBe(403);
  });

  test('of an account that is gone, or with a session that is not its own, is not', async () => {
    const [one, other] = [await buildUser(it), await buildUser(it)];
    const { body } = await openBrowser(it).post('/api/auth/login', { username: one.username, password: PASSWORD });
    const { tokenPayload } = partsOf(body.accessToken);
    const { sid: sessionId, epoch } = tokenPayload;
    const role = 'SystemAdmin' as const;
    const crossed = { accountId: other.id, sessionId, epoch, role, username: other.username };
    expect(await callWith(await signAccessToken(tokenKeys(TOKEN_SECRET), crossed, it.clock.now))).toBe(401);
    await it.db.updateTable('accounts').set({ status: 'deleted' }).where('id', '=', one.id).execute();
    expect(await callWith(body.accessToken)).toBe(401);
  });
});

describe('another site’s page', () => {
  const CALLS = ENDPOINTS.filter(({ cookie }) => cookie);
  const FOREIGN: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-origin' },
    { 'x-requested-with': 'banbo' },
    { 'x-requested-with': 'banbo', 'sec-fetch-site': 'cross-site' },
    { 'x-requested-with': 'banbo', 'sec-fetch-site': 'same-site' },
    { 'x-requested-with': 'banbo', 'sec-fetch-site': 'none' },
    { 'x-requested-with': 'banbo', origin: 'https://evil.example' },
    { 'x-requested-with': 'banbo', origin: 'null' },
    { 'x-requested-with': 'banbo', origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' },
  ];

  test('can neither use the refresh cookie nor sign anybody in or out', async () => {
    const { username } = await buildUser(it);
    const browser = openBrowser(it);
    const { body } = await browser.post('/api/auth/login', { username, password: PASSWORD });
    const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    // The access token does not help either; another site's page cannot have it.
    const authorization = `Bearer ${body.accessToken}`;
    expect(CALLS.map(({ url }) => url)).toEqual(expect.arrayContaining(['/auth/login', '/auth/logout_all']));
    for (const { method, url } of CALLS) {
      for (const foreign of FOREIGN) {
        const headers = { host: 'banbo.example', cookie, authorization, ...foreign };
        const call = { method, url: `/api${url}`, headers, ...(method === 'POST' && { payload: {} }) };
        const response = await it.app.inject(call);
        expect([url, foreign, response.statusCode, response.json().code]).toEqual([url, foreign, 403, 'cross_site']);
        expect(response.headers['set-cookie']).toBeUndefined();
      }
    }
    expect((await browser.get('/api/token/admin_refresh_token')).status).toBe(200);
  });

  test('is told from our own, whose origin is the server’s', async () => {
    const own = { 'x-requested-with': 'banbo', host: 'banbo.example' };
    const call = async (headers: Record<string, string>) =>
      (await it.app.inject({ url: '/api/auth/logout', headers: { ...own, ...headers } })).statusCode;
    expect(await call({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await call({ origin: 'https://banbo.example' })).toBe(200);
    expect(await call({ origin: 'https://banbo.example', 'sec-fetch-site': 'same-origin' })).toBe(200);
  });
});

describe('a staff user who kept the code of an invitation', () => {
  const act = async (by: Role, method: 'PATCH' | 'POST', path: string, payload: object = {}) => {
    const { headers } = await buildCaller(it, by);
    return openBrowser(it).send({ method, url: `/api/${path}`, headers, payload });
  };
  const takeOver = async (email: string, setup_code: string) => {
    const body = { email, setup_code, password: 'Palm!7Thief' };
    return (await openBrowser(it).post('/api/auth/set_admin_password', body)).status;
  };

  test('cannot take over somebody who has since become an equal rank', async () => {
    const { id, username } = await buildUser(it, { role: 'Legal', password: null });
    const { setup_code } = (await act('SystemAdmin', 'POST', `users/${id}/invitation`)).body;
    await act('SuperAdmin', 'PATCH', `users/${id}/role`, { user_role: 'SystemAdmin' });
    const waiting = it.db.selectFrom('approvals').select('id').where('subject_id', '=', id);
    const approval = (await waiting.executeTakeFirstOrThrow()).id;
    const promoted = await act('SuperAdmin', 'POST', `approvals/${approval}/approve`);
    expect(promoted.body.message).toBe('The role is changed. Please make a new invitation.');
    expect(await takeOver(username, setup_code)).toBe(422);
    const again = (await act('SuperAdmin', 'POST', `users/${id}/invitation`)).body;
    expect(await takeOver(username, again.setup_code)).toBe(200);
  });

  test('cannot set the password of somebody who has since been blocked', async () => {
    const { id, username } = await buildUser(it, { role: 'Legal' });
    const { setup_code } = (await act('SystemAdmin', 'POST', `users/${id}/invitation`)).body;
    await act('SuperAdmin', 'POST', `users/${id}/block`);
    expect(await takeOver(username, setup_code)).toBe(422);
  });
});

describe('somebody who tries passwords', () => {
  const guess = { password: 'Mango!6Nobody' };
  const TRIES: [path: string, refused: number, body: (attempt: number) => object][] = [
    ['login', 401, (attempt) => ({ ...guess, username: `user${attempt}` })],
    ['main_login', 401, (attempt) => ({ ...guess, username: `tenant${attempt}` })],
    ['member_login', 401, (attempt) => ({ ...guess, car_number: `GR ${attempt}-20`, driver_code: 'DRV0000012' })],
    ['set_member_password', 422, (attempt) => ({ ...guess, car_number: 'GR 1-20', setup_code: `AAAAA-A${attempt}` })],
    ['set_admin_password', 422, (attempt) => ({ ...guess, email: 'superadmin', setup_code: `AAAAA-A${attempt}` })],
  ];

  test.each(TRIES)('by %s is held to few a minute from one address, however many', async (path, refused, bodyOf) => {
    it.atOneServer('an address has so many calls at each server');
    const allowed = addressLimit(`/auth/${path}`);
    expect(allowed).toBeLessThanOrEqual(60);
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 1000; attempt += 1) {
      const response = await it.app.inject({
        method: 'POST',
        url: `/api/auth/${path}`,
        // Without a trusted proxy, the sender's own word on its address is ignored.
        headers: { ...OWN_PAGE, 'x-forwarded-for': `10.77.${attempt >> 8}.${attempt & 255}` },
        remoteAddress: '10.66.6.6',
        payload: bodyOf(attempt),
      });
      statuses.push(response.statusCode);
    }
    expect(statuses.slice(0, allowed)).toEqual(Array(allowed).fill(refused));
    expect(statuses.slice(allowed)).toEqual(Array(1000 - allowed).fill(429));
  });

  test('from one address does not hold up another', async () => {
    const { username } = await buildUser(it);
    expect((await openBrowser(it).post('/api/auth/login', { username, password: PASSWORD })).status).toBe(200);
  });
});

describe('a strange username', () => {
  const STRANGE = ['\u0000', 'ama\u0000', '😀', 'ама', "' OR 1=1 --", '%', '*', '{"$ne":null}', '../../etc/passwd'];

  test('is simply not found', async () => {
    for (const username of STRANGE) {
      const signIn = await openBrowser(it).post('/api/auth/login', { username, password: 'x' });
      expect([username, signIn.status, signIn.body.message]).toEqual([username, 401, 'Wrong Username or Password']);
      const check = await openBrowser(it).post('/api/auth/check_username', { username });
      expect(check.body).toEqual({ status: 'not_found', message: 'Username not found ' });
      const code = await openBrowser(it).post('/api/auth/set_admin_password', {
        email: username,
        password: PASSWORD,
        setup_code: 'x\u0000',
      });
      expect(code.status).toBe(422);
    }
  });

  test('or password of 10,000 characters is refused before any work', async () => {
    const long = 'a'.repeat(10_000);
    for (const body of [
      { username: long, password: 'x' },
      { username: 'ama', password: long },
    ]) {
      expect((await openBrowser(it).post('/api/auth/login', body)).body.code).toBe('invalid_input');
    }
    expect((await openBrowser(it).post('/api/auth/check_username', { username: long })).status).toBe(400);
  });

  test('that is no text at all is refused', async () => {
    for (const username of [null, 1, true, {}, [], ['ama']]) {
      expect((await openBrowser(it).post('/api/auth/login', { username, password: 'x' })).status).toBe(400);
    }
  });
});

test('a browser’s name with line breaks cannot forge lines where it is shown', async () => {
  const { username } = await buildUser(it);
  const device = 'Chrome\u0085\u001b[31m{"level":50}';
  const browser = openBrowser(it, { 'user-agent': device });
  const { body } = await browser.post('/api/auth/login', { username, password: PASSWORD });
  const headers = { authorization: `Bearer ${body.accessToken}` };
  const [session] = (await browser.get('/api/auth/sessions', { headers })).body;
  expect(session.device).toBe('Chrome  [31m{"level":50}');
});
