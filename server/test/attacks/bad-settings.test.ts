import { PublicSite, SITE_DEFAULTS } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepSite } from '#domains/site';
import { startApp, type TestApp } from '../harness.ts';
import { sendRegistration } from '../register.ts';

/** As everybody sees them, without those of the office alone. */
const SHOWN = PublicSite.parse({ ...SITE_DEFAULTS, opens_soon: true });

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const set = async (value: unknown) => {
  const stored = { name: 'site', value: JSON.stringify(value) };
  await it.db
    .insertInto('settings')
    .values(stored)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: stored.value }))
    .execute();
  // Moves the clock past the time for which settings are kept.
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
};

const site = async () => {
  const response = await it.app.inject('/api/site');
  return { status: response.statusCode, body: response.json() };
};

const FACEBOOK = { name: 'Facebook', url: 'https://www.facebook.com/akwaaba' };

test('a social link without a host is left out alone, and drivers can register', async () => {
  await set({ company_name: 'Akwaaba Safety', social_links: [FACEBOOK, { name: 'X', url: 'https://' }] });
  expect(await site()).toEqual({
    status: 200,
    body: { ...SHOWN, company_name: 'Akwaaba Safety', social_links: [FACEBOOK] },
  });
  expect((await sendRegistration(it)).status).toBe(201);
  expect((await it.app.inject('/documents/agreement.pdf')).statusCode).toBe(200);
});

test.each([
  ['a field of another kind', { company_name: 7, email: 'office@akwaaba.example' }],
  ['a list that would be empty', { mobile_numbers: [''], email: 'office@akwaaba.example' }],
  ['a list that is none', { momo_numbers: 'MTN', email: 'office@akwaaba.example' }],
  ['a field that nobody knows', { __proto__: null, role: 'x', email: 'office@akwaaba.example' }],
])('%s leaves the default there, and what is good stands', async (_case, value) => {
  await set(value);
  expect(await site()).toEqual({ status: 200, body: { ...SHOWN, email: 'office@akwaaba.example' } });
});

test.each([[null], ['text'], [[1, 2]], [12]])('%j in place of all settings leaves the defaults', async (value) => {
  await set(value);
  expect(await site()).toEqual({ status: 200, body: SHOWN });
});

test('what cannot be used is told of when it changes, and not at each reading', async () => {
  const told: (string | undefined)[][] = [];
  const { read } = keepSite({ db: it.db, now: () => it.clock.now }, (unusable) =>
    told.push(unusable.map((line) => line.split(':')[0])),
  );
  await set({ email: 'nobody' });
  await read();
  await set({ email: 'nobody' });
  await read();
  await set({ email: 'nobody', company_name: '' });
  await read();
  await set({});
  await read();
  expect(told).toEqual([['email'], ['company_name', 'email']]);
});

test('the line that tells of an unusable network names it and the value', async () => {
  const told: string[][] = [];
  const { read } = keepSite({ db: it.db, now: () => it.clock.now }, (unusable) => told.push(unusable));
  const [mtn, telecel] = SITE_DEFAULTS.networks;
  await set({ networks: [mtn, { ...telecel, id_lengths: ['ten'] }] });
  expect((await read()).networks).toEqual([mtn, telecel]);
  expect(told).toEqual([[expect.stringMatching(/^networks\.1\.id_lengths\.0: ./)]]);
});
