import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { buildCaller, buildMember, buildUser, PASSWORD } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { appCode, bearer, buildUserWithApp, signInAs, signInByCode } from '../../../../test/second-factor.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const entriesOf = async (username: string) => {
  const { headers } = await buildCaller(it, 'SuperAdmin');
  return (await openBrowser(it).get(`/api/audit?actor=${username}&size=200`, { headers })).body;
};

const count = async (): Promise<number> =>
  (await it.db.selectFrom('audit_log').select('id').where('subject_kind', '=', 'sign-in').execute()).length;

test('a sign-in is in the audit log with who, how and from where, and so is a refused one', async () => {
  const { id, username } = await buildUser(it, { role: 'Legal' });
  const browser = openBrowser(it);
  await signInAs(browser, username, 'wrong');
  await browser.post('/api/auth/login', { username, password: PASSWORD, persist: true });
  const subject = { actor: username, subject_kind: 'sign-in', subject_id: id, subject: username };
  const request_id = expect.stringMatching(/./);
  expect(await entriesOf(username)).toMatchObject([
    { ...subject, action: 'sign_in.accept', after: { how: 'password', trusted: true }, request_id },
    { ...subject, action: 'sign_in.refuse', before: null, after: { why: 'wrong password' }, request_id },
  ]);
  const [{ after }] = await entriesOf(username);
  expect(after.address).toMatch(/^10\.1\.\d+\.\d+$/);
  expect(JSON.stringify(await entriesOf(username))).not.toContain(PASSWORD);
});

test('of an IPv6 address it keeps the network, which a household shares', async () => {
  const { username } = await buildUser(it);
  const from = { remoteAddress: '2001:db8:1:2:3:4:5:6' };
  await openBrowser(it).post('/api/auth/login', { username, password: PASSWORD }, from);
  expect((await entriesOf(username))[0].after.address).toBe('2001:db8:1:2');
});

test('the second factor is told too: which it was, and a wrong code', async () => {
  const { username, secret, recoveryCodes } = await buildUserWithApp(it);
  await signInByCode(openBrowser(it), username, '000000');
  await signInByCode(openBrowser(it), username, appCode(it, secret));
  await signInByCode(openBrowser(it), username, recoveryCodes[0] ?? '');
  const entries = (await entriesOf(username)).filter(
    ({ subject_kind }: { subject_kind: string }) => subject_kind === 'sign-in',
  );
  const told = entries.map(({ after }: { after: { how?: string; why?: string } }) => after.how ?? after.why);
  expect(told).toEqual([
    'password and recovery code',
    'password and app',
    'wrong code after the right password',
    'password',
  ]);
});

test('strangers cannot fill it: neither with made-up usernames nor with one that exists, nor members at all', async () => {
  const { username } = await buildUser(it);
  const { car_number, driver_code } = await buildMember(it);
  const before = await count();
  for (let attempt = 0; attempt < 40; attempt += 1) await signInAs(openBrowser(it), `nobody${attempt}`, 'wrong');
  await openBrowser(it).post('/api/auth/member_login', { car_number, driver_code, password: PASSWORD });
  await openBrowser(it).post('/api/auth/member_login', { car_number, driver_code, password: 'wrong' });
  expect(await count()).toBe(before);
  for (let block = 0; block < 10; block += 1) {
    for (let attempt = 0; attempt < 4; attempt += 1) await signInAs(openBrowser(it), username, 'wrong');
    it.clock.now = new Date(it.clock.now.getTime() + 15 * 60_000);
  }
  expect(await count()).toBe(before + 20);
  expect((await signInAs(openBrowser(it), username)).status).toBe(200);
  expect(await count(), 'a sign-in is told all the same').toBe(before + 21);
  it.clock.now = new Date('2026-11-22T00:00:00Z');
  await signInAs(openBrowser(it), username, 'wrong');
  expect(await count(), 'and the next day’s refusals').toBe(before + 22);
});

test('people see their own last sign-ins, refused ones too, and nobody else’s', async () => {
  const [own, other] = [await buildUser(it, { role: 'SystemUser' }), await buildUser(it)];
  const browser = openBrowser(it);
  await signInAs(browser, own.username, 'wrong');
  await signInAs(openBrowser(it), other.username);
  const headers = bearer(await signInAs(browser, own.username));
  const { body } = await browser.get('/api/auth/sign_ins', { headers });
  const told = { id: expect.any(String), at: it.clock.now.toISOString(), address: expect.any(String) };
  expect(body).toEqual([
    { ...told, accepted: true, note: 'password' },
    { ...told, accepted: false, note: 'wrong password' },
  ]);
  const member = await buildCaller(it, 'Member');
  expect((await openBrowser(it).get('/api/auth/sign_ins', { headers: member.headers })).status).toBe(404);
});
