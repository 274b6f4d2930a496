import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../../test/browser.ts';
import { buildCaller, buildUser } from '../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { audit, SERVER, SERVER_ITSELF } from './audit.ts';

let it: TestApp;
let admin: { id: string; headers: Record<string, string> };
beforeAll(async () => {
  it = await startApp();
  admin = await buildCaller(it, 'SystemAdmin');
});
afterAll(() => it.close());

const read = (query: string) => openBrowser(it).get(`/api/audit?${query}`, { headers: admin.headers });
const send = (method: 'POST' | 'PATCH', path: string, payload?: object) =>
  openBrowser(it).send({ method, url: `/api${path}`, headers: admin.headers, ...(payload && { payload }) });

test('a change is written with who, what and only what differs', async () => {
  const { id, username } = await buildUser(it, { role: 'Legal' });
  await send('PATCH', `/users/${id}`, { first_name: 'Yaa' });
  const { body } = await read(`subject_kind=user&subject_id=${id}`);
  expect(body).toEqual([
    expect.objectContaining({
      actor: expect.stringMatching(/^ama\.mensah/),
      action: 'users.change',
      subject: username,
      before: { first_name: 'Ama' },
      after: { first_name: 'Yaa' },
      at: it.clock.now.toISOString(),
      request_id: expect.stringMatching(/./),
    }),
  ]);
});

test('neither codes nor passwords nor hashes reach it', async () => {
  const { body } = await send('POST', '/users', {
    username: 'kojo',
    first_name: 'Kojo',
    last_name: 'Antwi',
    email: 'kojo@example.com',
    user_role: 'Legal',
  });
  const log = JSON.stringify((await read('')).body);
  expect(log).toContain('users.create');
  expect(log).not.toContain(body.setup_code);
  const secret = {
    action: 'users.create' as const,
    subject: { kind: 'user', id: '1', name: 'x' },
    after: { password_hash: 'x' },
  };
  await expect(audit(it.db, SERVER, secret, it.clock.now)).rejects.toThrow('password_hash');
});

test('a change that changes nothing is not written', async () => {
  const { id } = await buildUser(it, { role: 'Legal' });
  for (const same of [{}, { first_name: 'Ama' }]) {
    expect((await send('PATCH', `/users/${id}`, same)).status).toBe(200);
    expect((await send('PATCH', '/auth/profile', same)).status).toBe(200);
  }
  expect((await read(`subject_kind=user&subject_id=${id}`)).body).toEqual([]);
  expect((await read(`subject_kind=user&subject_id=${admin.id}`)).body).toEqual([]);
  await send('POST', `/users/${id}/invitation`);
  expect((await read(`subject_kind=user&subject_id=${id}`)).body).toMatchObject([{ action: 'users.invite' }]);
});

test('a subject is asked for with its kind, by which it is found', async () => {
  const { status, body } = await read('subject_id=7');
  expect(status).toBe(400);
  expect(body.issues).toMatchObject([{ message: 'Say what kind of subject the number is of.' }]);
});

test('a refused change is not written', async () => {
  const { id } = await buildUser(it, { role: 'SuperAdmin' });
  await send('POST', `/users/${id}/block`);
  expect((await read(`subject_kind=user&subject_id=${id}`)).body).toEqual([]);
});

test('it is filtered by actor, action, subject and days, and paged newest first with its count', async () => {
  const subject = { kind: 'tariff', id: '7', name: 'RF 2026' };
  for (const [index, day] of ['2026-01-30', '2026-01-31', '2026-02-01'].entries()) {
    const at = new Date(`${day}T23:59:59Z`);
    const caller = { accountId: null, login: 'efua', requestId: 'r' };
    await audit(it.db, caller, { action: 'drivers.remove', subject, after: { index } }, at);
  }
  const days = async (query: string) => {
    const { body } = await read(query);
    return body.map(({ at }: { at: string }) => at.slice(0, 10));
  };
  expect(await days('actor=EFUA')).toEqual(['2026-02-01', '2026-01-31', '2026-01-30']);
  expect(await days('action=drivers.remove&size=1&page=2')).toEqual(['2026-01-31']);
  expect(await days('subject_kind=tariff&subject_id=7&from=2026-01-31&to=2026-01-31')).toEqual(['2026-01-31']);
  expect(await days('subject_kind=tariff&subject_id=8')).toEqual([]);
  const answer = await it.app.inject({ url: '/api/audit?actor=efua&size=2', headers: admin.headers });
  expect(answer.headers['x-total-count']).toBe('3');
  expect((await read('page=10000000&size=200')).body).toEqual([]);
  expect((await read('actor=%00')).status).toBe(400);
});

test('what the server did by itself is told apart from people and from commands on the server', async () => {
  const subject = { kind: 'tariff', id: '9', name: 'SS 2026' };
  const efua = { accountId: null, login: 'efua', requestId: 'r' };
  for (const actor of [efua, SERVER, SERVER_ITSELF]) {
    await audit(it.db, actor, { action: 'payments.clear', subject }, it.clock.now);
  }
  const actors = async (query: string) =>
    (await read(`subject_kind=tariff&subject_id=9${query}`)).body.map(({ actor }: { actor: string }) => actor).sort();
  expect(await actors('')).toEqual(['efua', 'server', 'the server']);
  expect(await actors('&by=all')).toEqual(['efua', 'server', 'the server']);
  expect(await actors('&by=people')).toEqual(['efua', 'server']);
  expect(await actors('&by=server')).toEqual(['the server']);
});
