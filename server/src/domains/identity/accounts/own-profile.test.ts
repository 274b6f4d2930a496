import { defaultRights } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { buildCaller, buildUser, PASSWORD } from '../../../../test/builders/identity.ts';
import { passwords, startApp, type TestApp, TOKEN_SECRET } from '../../../../test/harness.ts';
import { tokenKeys } from '../sessions/access-token.ts';
import { changeOwnProfile } from './own-account.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const change = (headers: Record<string, string>, payload: object) =>
  openBrowser(it).send({ method: 'PATCH', url: '/api/auth/profile', headers, payload });

test('another e-mail takes the password, and names and the same e-mail do not', async () => {
  const { headers } = await buildCaller(it, 'Accounts');
  const { body: own } = await openBrowser(it).get('/api/auth/profile', { headers });
  const same = { email: own.email, first_name: 'Yaa' };
  expect((await change(headers, same)).body.user.first_name).toBe('Yaa');
  const email = 'taken.over@example.com';
  for (const password of [undefined, '', 'wrong']) {
    const refused = await change(headers, { email, ...(password !== undefined && { password }) });
    expect(refused).toMatchObject({ status: 422, body: { issues: [{ path: 'body.password' }] } });
  }
  expect((await openBrowser(it).get('/api/auth/profile', { headers })).body.email).toBe(own.email);
  expect((await change(headers, { email, password: PASSWORD })).body.user.email).toBe(email);
});

test('wrong passwords for it are counted, and block', async () => {
  const { headers } = await buildCaller(it, 'Legal');
  const attempt = (password: string) => change(headers, { email: 'guess@example.com', password });
  for (let time = 0; time < 3; time += 1) expect((await attempt('wrong')).status).toBe(422);
  expect((await attempt(PASSWORD)).body.message).toContain('Too many wrong passwords');
});

test('a right password forgets the wrong ones before it', async () => {
  const { headers } = await buildCaller(it, 'Legal');
  for (const letter of ['a', 'b', 'c', 'd']) {
    const email = `${letter}.quaye@example.com`;
    expect((await change(headers, { email, password: 'wrong' })).status).toBe(422);
    expect((await change(headers, { email, password: PASSWORD })).status).toBe(200);
  }
});

test('the former address is told, by a mail that does not give the new one away', async () => {
  const { id, username } = await buildUser(it, { role: 'Accounts' });
  const { db } = it;
  const keys = tokenKeys(TOKEN_SECRET);
  const deps = { db, now: () => it.clock.now, keys, passwords, mailsFrom: 'https://banbo.example' };
  const caller = {
    accountId: id,
    sessionId: '1',
    ...defaultRights('Accounts'),
    login: username,
    requestId: 'r',
  } as const;
  const email = 'efua.new@example.com';
  await changeOwnProfile(deps, caller, { change: { email, password: PASSWORD }, marks: [] });
  const mails = await db.selectFrom('outbox_messages').selectAll().where('channel', '=', 'mail').execute();
  expect(mails).toMatchObject([
    { recipient: `${username}@example.com`, body: expect.stringContaining('e***@example.com') },
  ]);
  expect(JSON.stringify(mails)).not.toContain(email);
});
