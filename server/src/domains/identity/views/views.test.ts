import { MAX_SAVED_VIEWS } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller, buildUser } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const WAITING = {
  list: '/payments',
  screen: 'payment_transactions',
  name: 'Waiting by cash',
  filters: { status: 'submitted', mode: 'cash', from: '2026-11-01' },
  sort: 'transaction_date',
  hidden_columns: ['Mobile Number'],
};

const viewsOf = async (role: Parameters<typeof buildCaller>[1] = 'SuperUser') => {
  const { headers } = await buildCaller(it, role);
  const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
    it.app.inject({ method, url: `/api/saved_views${path}`, headers, ...(payload && { payload }) });
  return {
    keep: (view: object = {}) => send('POST', '', { ...WAITING, ...view }),
    change: (id: string, change: object) => send('PATCH', `/${id}`, change),
    forget: (id: string) => send('DELETE', `/${id}`),
    list: async (screen = WAITING.screen) =>
      (await it.app.inject({ url: `/api/saved_views?screen=${screen}`, headers })).json(),
  };
};

test('a view is kept as it is, by name among those of its screen, and goes when its owner deletes it', async () => {
  const { keep, list, forget } = await viewsOf();
  const { view } = (await keep()).json();
  expect(view).toEqual({ id: expect.any(String), ...WAITING });
  await keep({ name: 'a first one', filters: {}, sort: '', hidden_columns: [] });
  await keep({ screen: 'subscriptions' });
  expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['a first one', WAITING.name]);
  expect((await forget(view.id)).statusCode).toBe(200);
  expect((await forget(view.id)).json().code).toBe('not_found');
  expect(await list()).toHaveLength(1);
});

test('a view is renamed, or kept with other filters, and what is not given stays', async () => {
  const { keep, change, list } = await viewsOf();
  const { view } = (await keep()).json();
  expect((await change(view.id, { name: 'Cash' })).json().view).toEqual({ ...view, name: 'Cash' });
  await change(view.id, { filters: { status: 'cleared' }, sort: '' });
  expect(await list()).toEqual([{ ...view, name: 'Cash', filters: { status: 'cleared' }, sort: '' }]);
  expect((await change(view.id, {})).json().code).toBe('invalid_input');
});

test('one name is one view of a screen, in any case', async () => {
  const { keep, change } = await viewsOf();
  await keep();
  expect((await keep({ name: 'WAITING BY CASH' })).json().code).toBe('conflict');
  const { view } = (await keep({ name: 'Other' })).json();
  expect((await change(view.id, { name: ' waiting by cash ' })).json().code).toBe('conflict');
  expect((await keep({ screen: 'subscriptions' })).statusCode).toBe(201);
});

test('nobody sees, changes or deletes the views of another person', async () => {
  const [mine, theirs] = [await viewsOf(), await viewsOf('SuperAdmin')];
  const { view } = (await mine.keep()).json();
  expect(await theirs.list()).toEqual([]);
  expect((await theirs.change(view.id, { name: 'Taken' })).json().code).toBe('not_found');
  expect((await theirs.forget(view.id)).json().code).toBe('not_found');
  expect(await mine.list()).toEqual([view]);
});

test('an account keeps at most thirty, also when several are sent at one moment', async () => {
  const { keep, list } = await viewsOf();
  const names = Array.from({ length: MAX_SAVED_VIEWS + 3 }, (_, n) => `View ${n}`);
  const answers = await Promise.all(names.map((name) => keep({ name })));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(MAX_SAVED_VIEWS);
  expect(answers.find(({ statusCode }) => statusCode !== 201)?.json().code).toBe('refused');
  expect(await list()).toHaveLength(MAX_SAVED_VIEWS);
});

test.each([
  [{ filters: { nonsense: '1' } }, 'This list has no such filter.'],
  [{ filters: { status: 'lost' } }, 'This list has no such filter.'],
  [{ filters: { page: '2' } }, 'This list has no such filter.'],
  [{ filters: { constructor: 'x' } }, 'This list has no such filter.'],
  [{ sort: 'amount' }, 'This list has no such order.'],
  [{ list: '/dashboard' }, 'There is no such list.'],
  [{ list: '/payments/export' }, 'There is no such list.'],
  [{ list: '/auth/sessions' }, 'There is no such list.'],
  [{ list: '/audit_log' }, 'There is no such list.'],
  [{ list: '/payment_list', filters: {}, sort: 'year' }, 'This list has no such order.'],
])('a view with %j is refused', async (view, message) => {
  const { keep } = await viewsOf();
  const answer = await keep(view);
  expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
});

test('views go with the user whom they belong to', async () => {
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const { id } = await buildUser(it, { role: 'Legal' });
  const kept = { account_id: id, list: '/users', screen: 'users', name: 'Mine', sort: '', created_at: it.clock.now };
  await it.db
    .insertInto('saved_views')
    .values({ ...kept, filters: '{}', hidden_columns: '[]' })
    .execute();
  await it.app.inject({ method: 'DELETE', url: `/api/users/${id}`, headers });
  expect(await it.db.selectFrom('saved_views').select('id').where('account_id', '=', id).execute()).toEqual([]);
});
