import { STAFF_ROLES } from '@banbo/contract';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import {
  buildAuditor,
  buildCaller,
  buildUser,
  OWN_PAGE,
  PASSWORD,
  signIn,
} from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

type Headers = Record<string, string>;

let it: TestApp;
let boss: Headers;
const START = new Date('2026-11-20T10:00:00Z');
const DAY = 86_400_000;

beforeAll(async () => {
  it = await startApp();
});
beforeEach(async () => {
  it.clock.now = START;
  boss = (await buildCaller(it, 'SuperAdmin')).headers;
});
afterAll(() => it.close());

const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, headers: Headers, payload?: object) => {
  const response = await it.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, text: response.body, json: () => response.json() };
};

const GIVEN = { fullname: 'Esi Quaye', email: 'esi@auditors.example', mobile_number: '024 412 3456', days: 5 };
const open = async (given: object = {}, headers = boss) => {
  const answer = await call('POST', '/auditors', headers, { ...GIVEN, ...given });
  return { status: answer.status, body: answer.json() };
};

const setPassword = (username: string, setup_code: string) =>
  it.app.inject({
    method: 'POST',
    url: '/api/auth/set_admin_password',
    payload: { email: username, setup_code, password: 'Fifteen!Yellow7Tractor' },
    headers: OWN_PAGE,
  });

test('an auditor sets a password by the link, signs in, reads the books, and is told apart in the list', async () => {
  const { status, body } = await open();
  expect([status, body.message]).toEqual([201, 'Esi Quaye can read the books for 5 days. Pass on the link.']);
  const { id, username } = body.auditor;
  expect(body.auditor).toMatchObject({ status: 'invited', days: 5, ends_at: '2026-11-25T10:00:00.000Z' });
  expect(username).toMatch(/^auditor\d+$/);
  expect(body.invitation_link).toContain(`user=${username}&`);
  const check = await call('POST', '/auth/check_username', OWN_PAGE, { username });
  expect(check.json()).toMatchObject({ status: false, data: [username, 'Esi Quaye', '', '', 'e***@auditors.example'] });
  expect((await setPassword(username, body.setup_code)).statusCode).toBe(200);
  const browser = openBrowser(it);
  const signedIn = await browser.post('/api/auth/login', { username, password: 'Fifteen!Yellow7Tractor' });
  expect(signedIn.body).toMatchObject({
    ...{ user_role: 'Auditor', permissions: ['ledger.read', 'books.read'], fullname: 'Esi Quaye', username },
  });
  expect((await browser.get('/api/token/admin_refresh_token')).body.permissions).toEqual(['ledger.read', 'books.read']);
  const [listed] = (await call('GET', '/auditors', boss)).json();
  expect(listed).toMatchObject({ id, status: 'open', last_login_at: START.toISOString(), ended_at: null });
});

test('opening, a new link and the end are in the log, without code and password', async () => {
  const { body } = await open();
  const { id } = body.auditor;
  expect((await call('POST', `/auditors/${id}/invitation`, boss)).status).toBe(201);
  expect((await call('POST', `/auditors/${id}/end`, boss, { reason: 'The audit is done.' })).status).toBe(200);
  const logged = await it.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('subject_kind', '=', 'auditor')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  expect(logged.map(({ action }) => action)).toEqual(['auditors.open', 'auditors.invite', 'auditors.end']);
  expect(logged[0]?.after).toMatchObject({ fullname: 'Esi Quaye', days: 5, ends_at: '2026-11-25T10:00:00.000Z' });
  expect(logged[2]?.after).toEqual({ reason: 'The audit is done.' });
  expect(JSON.stringify(logged)).not.toContain(body.setup_code);
});

test.each([
  [{ days: 0 }, 'days'],
  [{ days: 61 }, 'days'],
  [{ days: 1.5 }, 'days'],
  [{ days: '7' }, 'days'],
  [{ email: '', mobile_number: '' }, 'email'],
  [{ email: 'nobody' }, 'email'],
  [{ mobile_number: '123' }, 'mobile_number'],
  [{ fullname: ' ' }, 'fullname'],
  [{ user_role: 'SuperAdmin' }, ''],
])('a sign-in with %j is not opened, and says where', async (given, field) => {
  const { status, body } = await open(given);
  expect(status).toBe(400);
  if (field) expect(body.issues.map(({ path }: { path: string }) => path)).toContain(`body.${field}`);
});

test('days are counted by the hour: at their end open sessions, renewals and sign-ins stop, not before', async () => {
  const { username, headers } = await buildAuditor(it, 2);
  const browser = openBrowser(it);
  await browser.post('/api/auth/login', { username, password: PASSWORD, persist: true });
  it.clock.now = new Date(START.getTime() + 2 * DAY - 5000);
  expect((await browser.get('/api/token/admin_refresh_token')).status).toBe(200);
  const late = await signIn(it, 'login', { username });
  expect((await call('GET', '/ledger_accounts', late)).status).toBe(200);
  it.clock.now = new Date(START.getTime() + 2 * DAY);
  expect((await call('GET', '/ledger_accounts', late)).status).toBe(401);
  expect((await call('GET', '/account_statement?account=1010', late)).status).toBe(401);
  expect((await call('GET', '/ledger_accounts', headers)).status).toBe(401);
  expect((await browser.get('/api/token/admin_refresh_token')).status).toBe(401);
  const again = await call('POST', '/auth/login', OWN_PAGE, { username, password: PASSWORD });
  expect([again.status, again.json().message]).toEqual([401, expect.stringContaining('days of this sign-in are over')]);
});

test('a sign-in that is ended early is gone from the next call on, for good', async () => {
  const { id, username, headers } = await buildAuditor(it);
  expect((await call('GET', '/ledger_accounts', headers)).status).toBe(200);
  const ended = await call('POST', `/auditors/${id}/end`, boss, { reason: 'Not needed.' });
  expect([ended.status, ended.json().message]).toEqual([200, 'The sign-in of Esi Quaye has ended.']);
  expect((await call('GET', '/ledger_accounts', headers)).status).toBe(401);
  expect((await call('POST', '/auth/login', OWN_PAGE, { username, password: PASSWORD })).status).toBe(401);
  for (const [path, payload] of [
    ['end', { reason: 'Again.' }],
    ['invitation', {}],
  ] as const) {
    expect((await call('POST', `/auditors/${id}/${path}`, boss, payload)).status).toBe(409);
  }
});

test('two who end the same sign-in at once end it once', async () => {
  const { id } = await buildAuditor(it);
  const other = (await buildCaller(it, 'SuperAdmin')).headers;
  const answers = await Promise.all(
    [boss, other].map((headers) => call('POST', `/auditors/${id}/end`, headers, { reason: 'Done.' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('sign-ins opened at once have usernames of their own', async () => {
  const names = (await Promise.all([1, 2, 3, 4].map(() => open()))).map(({ body }) => body.auditor.username);
  expect(new Set(names).size).toBe(4);
});

test('nobody but SuperAdmin opens, sees or ends sign-ins of auditors', async () => {
  const { id } = await buildAuditor(it);
  for (const role of [...STAFF_ROLES.filter((one) => one !== 'SuperAdmin'), 'Auditor', 'Member', 'Tenant'] as const) {
    const { headers } = await buildCaller(it, role);
    expect((await open({}, headers)).status, role).toBe(403);
    expect((await call('GET', '/auditors', headers)).status, role).toBe(403);
    expect((await call('POST', `/auditors/${id}/end`, headers, { reason: 'Out.' })).status, role).toBe(403);
  }
});

test('an auditor is no user: gets no role, profile, block or invitation as one, and no permission', async () => {
  const { id } = await buildAuditor(it);
  expect((await call('PATCH', `/users/${id}/role`, boss, { user_role: 'Accounts' })).status).toBe(404);
  expect((await call('PATCH', `/users/${id}`, boss, { first_name: 'Kofi' })).status).toBe(404);
  expect((await call('POST', `/users/${id}/unblock`, boss)).status).toBe(404);
  expect((await call('POST', `/users/${id}/invitation`, boss)).status).toBe(404);
  const change = { granted: ['drivers.read'], withdrawn: [], reason: 'They asked.' };
  expect((await call('PATCH', '/roles/Auditor/permissions', boss, change)).status).toBe(400);
  const body = { username: 'kofi.audit', first_name: 'Kofi', last_name: 'Badu', email: 'k@example.com' };
  expect((await call('POST', '/users', boss, { ...body, user_role: 'Auditor' })).status).toBe(400);
  const { id: clerk } = await buildUser(it, { role: 'Accounts' });
  expect((await call('PATCH', `/users/${clerk}/role`, boss, { user_role: 'Auditor' })).status).toBe(400);
  await expect(
    sql`INSERT INTO role_permissions (role, permission, is_granted) VALUES ('Auditor', 'drivers.read', true)`.execute(
      it.db,
    ),
  ).rejects.toThrow();
});

test.each([
  [`role = 'SuperAdmin', ends_at = NULL`],
  [`role = 'Accounts'`],
  [`ends_at = ends_at + interval '1 day'`],
  ['ends_at = NULL'],
])('the database itself refuses to make more of an auditor: %s', async (set) => {
  const { id } = await buildAuditor(it);
  await expect(sql`UPDATE accounts SET ${sql.raw(set)} WHERE id = ${id}`.execute(it.db)).rejects.toThrow();
  const { id: clerk } = await buildUser(it, { role: 'Accounts' });
  const made = sql`UPDATE accounts SET role = 'Auditor', ends_at = now() + interval '1 day' WHERE id = ${clerk}`;
  await expect(made.execute(it.db)).rejects.toThrow('An auditor gets no role');
});

test('an auditor changes their own password, and has no record as staff to change', async () => {
  const { headers } = await buildAuditor(it);
  expect((await call('GET', '/auth/profile', headers)).status).toBe(404);
  expect((await call('PATCH', '/auth/profile', headers, { first_name: 'Kofi' })).status).toBe(404);
  const named = { password: PASSWORD, new_password: 'Quaye@2026Quaye' };
  expect((await call('POST', '/auth/change_password', headers, named)).status).toBe(422);
  const good = { password: PASSWORD, new_password: 'Fifteen!Yellow7Tractor' };
  expect((await call('POST', '/auth/change_password', headers, good)).status).toBe(200);
});

test('a statement leads an auditor to no page that they may not open', async () => {
  const { headers } = await buildAuditor(it);
  const { driver } = await buildDriver(it);
  await buildPayment(it, submissionOf(driver), 'cleared');
  const accounts = (await buildCaller(it, 'Accounts')).headers;
  const path = '/account_statement?account=1000&size=5';
  const sources = async (by: Headers) =>
    (await call('GET', path, by)).json().map(({ source }: { source: string | null }) => source);
  expect((await sources(accounts)).some((source: string | null) => source?.startsWith('/view_payment/'))).toBe(true);
  expect((await sources(headers)).filter(Boolean)).toEqual([]);
});

test('what is left of a month is counted for an auditor, with the pages that they may open alone', async () => {
  const { headers } = await buildAuditor(it);
  const accounts = (await buildCaller(it, 'Accounts')).headers;
  type Left = { what: string; count: number; path: string | null };
  const leftFor = async (by: Headers): Promise<Left[]> => (await call('GET', '/book_months/2026-11/left', by)).json();
  const [shown, all] = [await leftFor(headers), await leftFor(accounts)];
  expect(shown.map(({ what, count }) => [what, count])).toEqual(all.map(({ what, count }) => [what, count]));
  expect(all.map(({ path }) => path)).not.toContain(null);
  expect(shown.map(({ path }) => path?.split('?')[0] ?? null)).toEqual([
    ...[null, null, null],
    ...['/journals', '/expenditure', '/cash_ups', '/missing_cash_ups'],
  ]);
});

test('an auditor reads when the books were proved, with the hash, and asks for no check', async () => {
  const { headers } = await buildAuditor(it);
  const proof = async () => (await call('GET', '/book_proof', headers)).json();
  expect(await proof()).toEqual({ check: null });
  const hash = 'ab'.repeat(32);
  const found = JSON.stringify(['Payment 3 of Ama, 024 412 3456, is not in the books.']);
  await sql`
    INSERT INTO book_checks (begun_at, ended_at, last_entry, last_hash, difference_count, differences)
    VALUES (${START}, ${START}, 7, ${Buffer.from(hash, 'hex')}, 1, ${found}::jsonb)`.execute(it.db);
  expect(await proof()).toEqual({
    check: {
      ...{ ended_at: START.toISOString(), difference_count: 1, postings: 0, entry: '7', hash },
      first: 'Payment 3 of Ama, 024•••456, is not in the books.',
    },
  });
  const listed = await call('GET', '/book_checks', headers);
  expect(listed.json()).toMatchObject([{ hash, differences: ['Payment 3 of Ama, 024•••456, is not in the books.'] }]);
  const file = await call('GET', '/book_checks/export?format=csv', headers);
  expect([file.status, file.text]).toEqual([200, expect.not.stringContaining('024 412 3456')]);
  expect((await call('POST', '/book_checks', headers, {})).status).toBe(403);
  for (const path of ['/owner_messages', '/payments']) expect((await call('GET', path, headers)).status).toBe(403);
});

test('what an auditor saves as a file is in the log', async () => {
  const { id, headers } = await buildAuditor(it);
  expect((await call('GET', '/journals/export?format=csv', headers)).status).toBe(200);
  const logged = () =>
    it.db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_id', '=', id)
      .where('action', '=', 'lists.export')
      .execute();
  await expect.poll(logged).toHaveLength(1);
});

test('the PDF of a cash-up hides the phone number in its reason from an auditor alone', async () => {
  const clerk = (await buildCaller(it, 'SuperUser')).headers;
  const accounts = (await buildCaller(it, 'Accounts')).headers;
  const [coin] = (await call('GET', '/denominations', accounts)).json();
  const counts = (pieces: number) => ({ counts: [{ denomination: coin.id, pieces }] });
  let key = 0;
  const write = async (path: string, headers: Headers, payload: object) => {
    key += 1;
    const keyed = { ...headers, 'idempotency-key': `hidden-reason-${key}-0123456789` };
    const answer = await call('POST', path, keyed, payload);
    expect([200, 201], answer.text).toContain(answer.status);
    return answer.json();
  };
  const { id } = await write('/cash_ups', clerk, { day: '2026-11-20', ...counts(1) });
  const { approval_id } = (await call('GET', `/cash_ups/${id}`, accounts)).json();
  await write(`/approvals/${approval_id}/refuse`, accounts, { reason: 'Ask Ama, MOMO0244123456, or 024/412/3456.' });
  await write(`/own_cash_ups/${id}/count`, clerk, counts(2));
  const textFor = async (headers: Headers) => {
    const { rawPayload } = await it.app.inject({ url: `/api/cash_ups/${id}/pdf`, headers });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true });
    return text.replace(/\s+/g, ' ');
  };
  expect(await textFor(accounts)).toContain('Ask Ama, MOMO0244123456, or 024/412/3456.');
  const shown = await textFor((await buildAuditor(it)).headers);
  expect(shown).toContain('Ask Ama, MOMO024•••456, or 024•••456.');
  expect(shown).toContain('hash ');
});

test('a paper is saved by an auditor as it is, under its name without the phone number in it', async () => {
  const accounts = (await buildCaller(it, 'Accounts')).headers;
  const journal = { day: '2026-11-02', description: 'Repair', lines: [] };
  const { id: subject_id } = (await call('POST', '/journals', accounts, journal)).json();
  const content = '%PDF-1.4\nCall 0244123456\ntrailer << /Root 1 0 R >>\n%%EOF\n';
  const form = new FormData();
  form.set('subject_kind', 'journal');
  form.set('subject_id', subject_id);
  form.set('file', new File([content], 'Bill of Märy 024 412-3456.pdf', { type: 'application/pdf' }));
  const { id } = (await call('POST', '/book_attachments', accounts, form)).json();
  const saved = async (headers: Headers) => {
    const answer = await it.app.inject({ url: `/api/book_attachments/${id}`, headers });
    return [answer.statusCode, answer.payload, answer.headers['content-disposition']];
  };
  const named = (plain: string, whole: string) =>
    `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(whole)}`;
  expect(await saved(accounts)).toEqual([
    ...[200, content],
    named('Bill of M_ry 024 412-3456.pdf', 'Bill of Märy 024 412-3456.pdf'),
  ]);
  expect(await saved((await buildAuditor(it)).headers)).toEqual([
    ...[200, content],
    named('Bill of M_ry 024___456.pdf', 'Bill of Märy 024•••456.pdf'),
  ]);
});
