import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { setCompany } from '../../../test/builders/company.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
type Person = Awaited<ReturnType<typeof buildCaller>>;
let asker: Person;
let other: Person;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());
beforeEach(async () => {
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  [asker, other] = [await buildCaller(it, 'SystemAdmin'), await buildCaller(it, 'SuperAdmin')];
});
/** The settings are the first ones again, and nothing waits. */
afterEach(async () => {
  for (const { approval_id } of await waiting()) {
    const { status } = await call('POST', `/approvals/${approval_id}/withdraw`, asker);
    expect(status).toBe(200);
  }
  await setCompany(it.db);
});

const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, by: Person, payload?: object) => {
  const response = await it.app.inject({
    method,
    url: `/api${path}`,
    headers: by.headers,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
};

const OURS = [{ network: 'MTN MoMo', name: 'Akwaaba Safety', number: '024 123 4567' }];
const THEIRS = [{ network: 'MTN MoMo', name: 'Somebody', number: '024 999 9999' }];

const settings = async () => (await call('GET', '/site/settings', asker)).body;
const change = async (fields: object, by = asker) => {
  const { versions } = await settings();
  const seen = Object.fromEntries(Object.keys(fields).map((field) => [field, versions[field]]));
  return call('PATCH', '/site/settings', by, { ...fields, versions: seen });
};
const waiting = async () => (await settings()).waiting;
const approve = (id: string, by: Person) => call('POST', `/approvals/${id}/approve`, by);

test('other mobile money numbers wait for another person; the present ones stay in force until then', async () => {
  const before = (await settings()).settings.momo_numbers;
  const { status, body } = await change({ momo_numbers: OURS, company_name: 'Akwaaba Safety' });
  expect([status, body.settings.company_name, body.settings.momo_numbers]).toEqual([200, 'Akwaaba Safety', before]);
  expect(body.message).toContain('This waits for approval by somebody else: mobile money numbers.');
  const [asked] = await waiting();
  expect(asked).toMatchObject({
    field: 'momo_numbers',
    after: expect.stringMatching(/^Account: .+ → MTN MoMo 024 123 4567, Akwaaba Safety; Account 2: .+ → none/),
  });
  expect((await approve(asked.approval_id, asker)).status).toBe(403);
  expect((await approve(asked.approval_id, other)).status).toBe(201);
  expect((await settings()).settings.momo_numbers).toEqual(OURS);
  expect(await waiting()).toEqual([]);
  it.clock.now = new Date(it.clock.now.getTime() + 5_000);
  expect((await it.app.inject('/api/site')).json().momo_numbers).toEqual(OURS);
});

test('an approval shows the accounts that change, and not those that stay', async () => {
  const { settings: now } = await settings();
  await change({ momo_merchants: [...now.momo_merchants, ...OURS] });
  const [added] = await waiting();
  expect((await call('GET', `/approvals/${added.approval_id}`, other)).body.changes).toEqual([
    { field: 'Account', before: '', after: 'MTN MoMo 024 123 4567, Akwaaba Safety' },
  ]);
  await change({ momo_numbers: now.momo_numbers.toReversed() });
  const [, order] = await waiting();
  expect(order.after).toMatch(/^Order: /);
});

test('the merchant accounts wait too, apart from the numbers, and one change of each at a time', async () => {
  await change({ momo_numbers: OURS, momo_merchants: OURS });
  expect(await waiting()).toHaveLength(2);
  expect((await change({ momo_numbers: THEIRS }, other)).body).toMatchObject({ code: 'conflict' });
});

test('numbers that were changed meanwhile are not overwritten by an approval', async () => {
  await change({ momo_numbers: OURS });
  const [asked] = await waiting();
  const value = JSON.stringify({ momo_numbers: THEIRS });
  await it.db.updateTable('settings').set({ value }).where('name', '=', 'site').execute();
  expect((await approve(asked.approval_id, other)).body.message).toContain('could not be applied any more');
  expect((await settings()).settings.momo_numbers).toEqual(THEIRS);
});

test('in an office of one they change at once, and it is marked', async () => {
  await it.db.updateTable('accounts').set({ password_hash: null }).where('id', '<>', asker.id).execute();
  const { body } = await change({ momo_numbers: OURS });
  expect(body.settings.momo_numbers).toEqual(OURS);
  expect(body.message).toContain('marked as decided alone');
  expect((await call('GET', '/alone_decisions', asker)).body).toMatchObject([{ subject: 'of mobile money numbers' }]);
});
