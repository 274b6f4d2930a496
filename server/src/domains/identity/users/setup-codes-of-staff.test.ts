import type { StaffRole } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { setCompany } from '../../../../test/builders/company.ts';
import { buildCaller, buildMember, buildUser, PASSWORD } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { keepAsIs } from '../../../../test/database/put-back.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

const TELLS = {
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'office@example.com',
  PUBLIC_URL: 'http://localhost:80',
  SMS_URL: 'https://sms.example/send',
  SMS_TOKEN: 'key',
};

let it: TestApp;
let putBack: () => Promise<void>;
beforeAll(async () => {
  it = await startApp(TELLS);
  putBack = await keepAsIs(it);
});
beforeEach(() => putBack());
afterAll(() => it.close());

type Person = { id: string; headers: Record<string, string> };

const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, by: Person, payload?: object) => {
  const response = await it.app.inject({
    method,
    url: `/api${path}`,
    headers: by.headers,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
};

const messages = () =>
  it.db.selectFrom('outbox_messages').select(['channel', 'recipient', 'subject', 'body']).orderBy('id').execute();

/** Sets a password by a setup code, and signs in with it. */
const useCode = async (user: { email: string; username: string }, setup_code: string): Promise<Person> => {
  const password = 'Ntoma#4Sky';
  const set = { email: user.email, password, setup_code };
  expect((await openBrowser(it).post('/api/auth/set_admin_password', set)).status).toBe(200);
  const { body } = await openBrowser(it).post('/api/auth/login', { username: user.username, password });
  return { id: '', headers: { authorization: `Bearer ${body.accessToken}` } };
};

/** Makes a user and signs in as it; `approver` is the other person for a role over money. */
const makeUser = async (by: Person, user_role: StaffRole, approver?: Person): Promise<Person> => {
  const names = { first_name: 'Kofi', last_name: 'Owusu', username: `kofi.${user_role.toLowerCase()}` };
  const email = `${names.username}@example.com`;
  let { body } = await call('POST', '/users', by, { ...names, email, user_role });
  if (approver) {
    const [waiting] = (await call('GET', '/approvals?kind=users.create&status=asked', approver)).body;
    expect((await call('POST', `/approvals/${waiting.id}/approve`, approver)).status).toBe(201);
    const [user] = (await call('GET', `/users?search=${names.username}`, by)).body;
    ({ body } = await call('POST', `/users/${user.id}/invitation`, by));
  }
  return { ...(await useCode(body.user, body.setup_code)), id: body.user.id };
};

/** A price in use, whose change waits for another person. */
const priceInUse = async (): Promise<string> => {
  await buildPayment(it, submissionOf(await buildMember(it)), 'cleared');
  const found = it.db.selectFrom('payment_list').select('id').where('year', '=', 2026).where('type_code', '=', 'RF');
  return (await found.executeTakeFirstOrThrow()).id;
};

const askPrice = async (by: Person): Promise<{ state: string; id: string }> => {
  await call('PATCH', `/payment_list/${await priceInUse()}`, by, { amount: '250.00' });
  const { body } = await call('GET', '/approvals', by);
  return { state: body[0].status, id: body[0].id };
};

test('a code for an active account signs it out, and tells its owner and every SuperAdmin', async () => {
  const [admin, watcher] = [await buildCaller(it, 'SystemAdmin'), await buildUser(it, { role: 'SuperAdmin' })];
  const { id, username } = await buildUser(it, { role: 'Legal', mobile_number: '+233241234567' });
  const browser = openBrowser(it);
  await browser.post('/api/auth/login', { username, password: PASSWORD });
  expect((await call('POST', `/users/${id}/invitation`, admin)).status).toBe(201);
  expect((await browser.get('/api/token/admin_refresh_token')).status).toBe(401);
  const told = await messages();
  expect(told).toMatchObject([
    { channel: 'sms', recipient: '+233241234567', body: expect.stringContaining('signed you out') },
    { channel: 'mail', recipient: `${watcher.username}@example.com`, subject: expect.stringContaining(username) },
    { channel: 'mail', recipient: `${username}@example.com`, body: expect.stringContaining('/set_password?user=') },
  ]);
  expect(told[1]?.body).not.toContain('#code=');
});

test('the owner is told of one for a role over money', async () => {
  await setCompany(it.db, { owner_numbers: ['+233241230000'] });
  const [admin, clerk, reader] = [
    await buildCaller(it, 'SystemAdmin'),
    await buildUser(it, { role: 'Accounts' }),
    await buildUser(it, { role: 'SystemUser' }),
  ];
  await call('POST', `/users/${reader.id}/invitation`, admin);
  await call('POST', `/users/${clerk.id}/invitation`, admin);
  const texts = (await messages()).filter(({ recipient }) => recipient === '+233241230000');
  expect(texts).toMatchObject([{ body: expect.stringContaining(`a new password for ${clerk.username}, Accounts.`) }]);
});

test('the former number and address are told when staff change a user’s', async () => {
  const admin = await buildCaller(it, 'SystemAdmin');
  const { id, username } = await buildUser(it, { role: 'Legal', mobile_number: '+233241234567' });
  const change = { mobile_number: '024 765 4321', email: 'other@example.com', first_name: 'Yaa' };
  expect((await call('PATCH', `/users/${id}`, admin, change)).status).toBe(200);
  expect((await call('PATCH', `/users/${id}`, admin, { mobile_number: '+233247654321' })).status).toBe(200);
  expect(await messages()).toMatchObject([
    { channel: 'mail', recipient: `${username}@example.com`, body: expect.stringContaining('o***@example.com') },
    { channel: 'sms', recipient: '+233241234567', body: expect.stringContaining('changed the phone number') },
  ]);
});

test('an invitation of a new user tells nobody else', async () => {
  const [admin] = [await buildCaller(it, 'SystemAdmin'), await buildUser(it, { role: 'SuperAdmin' })];
  await makeUser(admin, 'SystemUser');
  expect(await messages()).toMatchObject([{ recipient: 'kofi.systemuser@example.com' }]);
});

test('an administrator is not their own second person by making a user', async () => {
  const [admin, other] = [await buildCaller(it, 'SuperAdmin'), await buildCaller(it, 'SystemAdmin')];
  const made = await makeUser(admin, 'SystemAdmin', other);
  const { state, id } = await askPrice(admin);
  expect(state).toBe('asked');
  expect((await call('POST', `/approvals/${id}/approve`, made)).body).toMatchObject({
    code: 'not_permitted',
    message: expect.stringContaining('count as one person for 30 days'),
  });
  expect((await call('GET', `/approvals/${id}`, made)).body).toMatchObject({ moves: ['refuse'] });
  expect((await call('POST', `/approvals/${id}/approve`, other)).status).toBe(201);
});

test('nor by inviting an active colleague', async () => {
  const admin = await buildCaller(it, 'SuperAdmin');
  const colleague = await buildUser(it, { role: 'SystemAdmin' });
  const { body } = await call('POST', `/users/${colleague.id}/invitation`, admin);
  const asColleague = await useCode(body.user, body.setup_code);
  const { state, id } = await askPrice(admin);
  expect(state).toBe('asked');
  expect((await call('POST', `/approvals/${id}/approve`, asColleague)).body).toMatchObject({ code: 'not_permitted' });
});

const AWAY: readonly [string, 'POST' | 'DELETE' | 'PATCH', string, object?][] = [
  ['blocking', 'POST', '/block'],
  ['deleting', 'DELETE', ''],
  ['demoting', 'PATCH', '/role', { user_role: 'SystemUser' }],
];
test.each(AWAY)('nor is alone by %s the other', async (_, method, path, body) => {
  const admin = await buildCaller(it, 'SuperAdmin');
  const colleague = await buildUser(it, { role: 'SystemAdmin' });
  expect((await call(method, `/users/${colleague.id}${path}`, admin, body)).status).toBe(200);
  const { state, id } = await askPrice(admin);
  expect(state).toBe('asked');
  expect((await call('POST', `/approvals/${id}/approve`, admin)).body.message).toContain(
    'you took this permission away from the only person who could decide it',
  );
  it.clock.now = new Date(it.clock.now.getTime() + 31 * 86_400_000);
  const { username } = await it.db
    .selectFrom('accounts')
    .select('login as username')
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow();
  const { body: again } = await openBrowser(it).post('/api/auth/login', { username, password: PASSWORD });
  const later = { id: admin.id, headers: { authorization: `Bearer ${again.accessToken}` } };
  expect((await call('POST', `/approvals/${id}/approve`, later)).status).toBe(201);
  expect((await call('GET', `/approvals/${id}`, later)).body).toMatchObject({ status: 'approved', is_alone: true });
});

test('a SuperAdmin gets another one a code once a second one approves it', async () => {
  const [asker, second] = [await buildCaller(it, 'SuperAdmin'), await buildCaller(it, 'SuperAdmin')];
  const admin = await buildCaller(it, 'SystemAdmin');
  const { id, username } = await buildUser(it, { role: 'SuperAdmin' });
  expect((await call('POST', `/users/${id}/invitation`, asker)).status).toBe(403);
  const request = { reason: 'Lost the phone with the password.' };
  expect((await call('POST', `/users/${id}/code_request`, admin, request)).status).toBe(403);
  const asked = await call('POST', `/users/${id}/code_request`, asker, request);
  expect(asked).toMatchObject({ status: 201, body: { message: expect.stringContaining('waits for approval') } });
  expect(asked.body.invitation).toBeUndefined();
  const approval = (await call('GET', '/approvals', asker)).body[0];
  expect(approval).toMatchObject({ kind: 'users.code', reason: 'Lost the phone with the password.' });
  expect((await call('GET', `/approvals/${approval.id}`, admin)).status).toBe(404);
  expect((await call('POST', `/approvals/${approval.id}/approve`, admin)).status).toBe(404);
  const { body } = await call('POST', `/approvals/${approval.id}/approve`, second);
  await useCode({ username, email: `${username}@example.com` }, body.invitation.setup_code);
});
