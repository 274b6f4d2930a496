import { TEMPLATE_KEYS } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setCompany } from '../../../../test/builders/company.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { sendRegistration } from '../../../../test/register.ts';
import { wordsFor } from './message-words.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

/** The last line of the log before the present test. */
let before: string;
beforeEach(async () => {
  await it.db.deleteFrom('message_templates').execute();
  ({ headers } = await buildCaller(it, 'SystemAdmin'));
  const last = it.db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1);
  before = (await last.executeTakeFirst())?.id ?? '0';
});

/** The changes of words that the present test made. */
const changes = () =>
  it.db.selectFrom('audit_log').selectAll().where('action', '=', 'messages.words').where('id', '>', before).execute();

const call = async (method: 'GET' | 'PATCH' | 'DELETE', key = '', words?: string) => {
  const url = `/api/message_templates${key && `/${key}`}`;
  const response = await it.app.inject({ method, url, headers, ...(words !== undefined && { payload: { words } }) });
  return { status: response.statusCode, body: response.json() };
};

const lastText = async (): Promise<string> => {
  const texts = it.db.selectFrom('outbox_messages').select('body').orderBy('id', 'desc').limit(1);
  return (await texts.executeTakeFirstOrThrow()).body;
};

const OWN = 'Akwaaba! {driver_code} is your code at {company}. Password code: {code}';

test('the company’s own words are sent to the next driver, and the built-in ones once they are taken back', async () => {
  expect((await call('PATCH', 'welcome_code', OWN)).body.message).toBe('‘Registration, with a code’ is saved.');
  const { body } = await sendRegistration(it);
  const { driver_code } = body.driver;
  expect(await lastText()).toBe(
    `Akwaaba! ${driver_code} is your code at Banbo Driver Safety. Password code: ${body.setup_code}`,
  );
  expect((await call('DELETE', 'welcome_code')).status).toBe(200);
  await sendRegistration(it);
  expect(await lastText()).toMatch(/^Banbo Driver Safety: welcome\. Your driver code is DRV/);
});

test.each([
  ['leave out a field that it needs', 'Welcome {driver_code}', 'The words need {code}.'],
  [
    'name a field that it does not know',
    `Hello {first_name}. ${OWN}`,
    'There is no field {first_name} here. This text knows {company}, {driver_code}, {hours}, {code}.',
  ],
  ['have a brace alone', `${OWN} {`, /^Braces are for fields alone\./],
  ['are too long', `${OWN}${'.'.repeat(300)}`, 'This takes 3 text messages, and may take 2. Please shorten it.'],
  ['have what cannot be seen', `${OWN}\u202e`, /characters that cannot be seen/],
])('words that %s are refused at their field', async (_, words, message) => {
  const { status, body } = await call('PATCH', 'welcome_code', words);
  expect(status).toBe(400);
  const [issue] = body.issues;
  expect(issue.path).toBe('body.words');
  if (typeof message === 'string') expect(issue.message).toBe(message);
  else expect(issue.message).toMatch(message);
  expect((await call('GET')).body.filter(({ own_words }: { own_words: unknown }) => own_words)).toEqual([]);
});

test('stored words that cannot be used never stop a registration: the built-in ones are sent, and the page says why', async () => {
  const stored = { key: 'welcome_code', words: 'Hello {nobody}', changed_by: '1', changed_at: it.clock.now };
  await it.db.insertInto('message_templates').values(stored).execute();
  expect((await sendRegistration(it)).status).toBe(201);
  expect(await lastText()).toMatch(/^Banbo Driver Safety: welcome\./);
  const shown = (await call('GET')).body.find(({ key }: { key: string }) => key === 'welcome_code');
  expect(shown).toMatchObject({ own_words: 'Hello {nobody}', problem: expect.stringContaining('{nobody}') });
});

test('values are put in once: a value that looks like a field stays as it is', async () => {
  const words = await wordsFor(it.db, 'welcome_code');
  const text = words({ company: '{code}', driver_code: 'DRV000001B', hours: '24', code: 'ABC' });
  expect(text).toMatch(/^\{code\}: welcome\./);
});

test('every change is in the audit log with the words before and after, and who changed them is shown', async () => {
  await call('PATCH', 'welcome_code', OWN);
  await call('PATCH', 'welcome_code', OWN);
  expect(await changes()).toMatchObject([{ subject: 'Registration, with a code', after: { words: OWN } }]);
  const shown = (await call('GET')).body;
  expect(shown.map(({ key }: { key: string }) => key)).toEqual(TEMPLATE_KEYS);
  expect(shown[1]).toMatchObject({ changed_by: expect.stringMatching(/^ama/), is_used: true, problem: null });
  expect(shown[0]).toMatchObject({ key: 'welcome', own_words: null, is_used: false });
});

test('two who change the same words at once leave those of one, and both are in the log', async () => {
  const both = await Promise.all([call('PATCH', 'code_made', 'A {phone}'), call('PATCH', 'code_made', 'B {phone}')]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await changes()).toHaveLength(2);
});

test('words with a number or an address wait for another person, and texts about money have none but by their fields', async () => {
  const other = await buildCaller(it, 'SuperAdmin');
  const words = 'Lost? Call ０24-666 66 66. {company} made a password code, or call {phone}.';
  const asked = await call('PATCH', 'code_made', words);
  expect(asked.body.message).toContain('waits for approval by somebody else');
  const shown = async () => (await call('GET')).body.find(({ key }: { key: string }) => key === 'code_made');
  const { waiting_approval, own_words } = await shown();
  expect(own_words).toBeNull();
  expect((await call('PATCH', 'code_made', 'B {phone}')).status).toBe(409);
  const approve = async (by: Record<string, string>, key: string) => {
    const keyed = { ...by, 'idempotency-key': `words-${key}-0123456789` };
    const url = `/api/approvals/${waiting_approval}/approve`;
    return (await it.app.inject({ method: 'POST', url, headers: keyed })).statusCode;
  };
  expect([await approve(headers, 'own'), await approve(other.headers, 'other')]).toEqual([403, 201]);
  expect(await shown()).toMatchObject({ own_words: words, waiting_approval: null });
  const reminder = '{company}: {amount} for {driver_code}. Pay to 024 666 6666. Old: {pay_to}';
  expect((await call('PATCH', 'reminder', reminder)).body.issues).toMatchObject([
    { path: 'body.words', message: 'Please use the fields for phone and account numbers.' },
  ]);
  await setCompany(it.db, { company_name: 'Banbo 024555' });
  it.clock.now = new Date(it.clock.now.getTime() + 5_000);
  const due = '{company}1234: {amount} for {driver_code} is due. Pay to {pay_to}';
  expect((await call('PATCH', 'reminder', due)).body.message).toContain('A number stands in the words');
  await setCompany(it.db);
});

test.each(['SuperUser', 'Operations', 'Legal'] as const)('%s may not read or write the words', async (role) => {
  ({ headers } = await buildCaller(it, role));
  for (const { status } of [await call('GET'), await call('PATCH', 'welcome', OWN), await call('DELETE', 'welcome')]) {
    expect(status).toBe(403);
  }
});

test('a name that a stranger chose is in no text', async () => {
  await buildDriver(it, { first_name: 'Call0550000000' });
  expect(await lastText()).not.toContain('CALL0550000000');
});
