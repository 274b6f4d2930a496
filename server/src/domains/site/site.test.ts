import { PublicSite, SITE_DEFAULTS } from '@banbo/contract';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWeb } from '../../../test/builders/web-build.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { manifestRoute } from './site.routes.ts';

let it: TestApp;
const web = buildWeb();
let statements = 0;
let isAway = false;
beforeAll(async () => {
  it = await startApp(
    {},
    {
      webBuild: web.folder,
      onStatement: () => {
        statements += 1;
        if (isAway) throw Object.assign(new Error('nobody listens'), { code: 'ECONNREFUSED' });
      },
    },
  );
});
afterAll(async () => {
  await it.close();
  web.remove();
});

/** Moves the clock past the time for which settings are kept. */
const wait = () => {
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
};

const set = async (value: object) => {
  await it.db
    .insertInto('settings')
    .values({ name: 'site', value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
    .execute();
  wait();
};

const site = async () => (await it.app.inject('/api/site')).json();
const manifest = () => it.app.inject('/manifest.webmanifest');
const agreement = (headers = {}) => it.app.inject({ url: '/documents/agreement.pdf', headers });

test('the public pages learn the defaults until staff set something, and then that', async () => {
  // Nobody outside learns the amount that is waived, or drivers would pay that much less.
  const shown = PublicSite.parse(SITE_DEFAULTS);
  await it.db.deleteFrom('settings').execute();
  wait();
  expect(Object.keys(SITE_DEFAULTS).filter((field) => !(field in shown))).toEqual([
    ...[
      'missing_money_days',
      'waive_up_to',
      'forgive_limit',
      'expense_limit',
      'petty_cash_float',
      'reclaims_input_tax',
    ],
    ...['ring_seconds', 'supervisor_numbers', 'calling_words', 'owner_numbers', 'owner_emails', 'owner_message_hour'],
  ]);
  expect(await site()).toEqual({ ...shown, opens_soon: true });
  await set({ company_name: 'Akwaaba Safety', member_signin_open: true });
  expect(await site()).toEqual({
    ...shown,
    opens_soon: true,
    company_name: 'Akwaaba Safety',
    member_signin_open: true,
  });
});

test('a phone that keeps the site as an app is given the company’s name', async () => {
  await set({ company_name: 'Akwaaba Safety' });
  const response = await manifest();
  expect(response.headers['content-type']).toMatch(/^application\/manifest\+json/);
  expect(response.json()).toMatchObject({ name: 'Akwaaba Safety', short_name: 'Akwaaba', display: 'standalone' });
  expect(response.json().shortcuts).toMatchObject([{ name: 'SOS', url: '/sos' }]);
});

test('any number of visitors cost the database one statement in a while', async () => {
  it.atOneServer('each server keeps what it has read');
  await set({ company_name: 'Akwaaba Safety' });
  statements = 0;
  const visits = Array.from({ length: 20 }, () => [site(), manifest(), agreement()]);
  await Promise.all(visits.flat());
  await Promise.all([site(), manifest(), agreement()]);
  expect(statements).toBe(1);
  wait();
  await Promise.all([site(), manifest(), agreement()]);
  expect(statements).toBe(2);
});

test('while the database is away the pages and the app have the settings that were last read', async () => {
  await set({ company_name: 'Akwaaba Safety' });
  await site();
  wait();
  isAway = true;
  const [pages, app] = await Promise.all([site(), manifest()]).finally(() => {
    isAway = false;
  });
  expect(pages).toMatchObject({ company_name: 'Akwaaba Safety' });
  expect(app.json()).toMatchObject({ name: 'Akwaaba Safety' });
});

test('a page’s title has the name that was last read, also while the database is away', async () => {
  const about = async () => (await it.app.inject('/about')).body;
  await set({ company_name: 'Akwaaba Safety' });
  await expect.poll(about).toContain('<title>About · Akwaaba Safety</title>');
  wait();
  isAway = true;
  const pages = await Promise.all([about(), about()]).finally(() => {
    isAway = false;
  });
  for (const page of pages) expect(page).toContain('<title>About · Akwaaba Safety</title>');
});

test('a server that never reached the database has an app under the built-in name, which nobody keeps', async () => {
  const app = Fastify();
  const read = () => Promise.reject(new Error('nobody listens'));
  manifestRoute(app, { site: { read, last: () => SITE_DEFAULTS, renew: () => {} } });
  const { headers, body } = await app.inject('/manifest.webmanifest');
  await app.close();
  expect(JSON.parse(body)).toMatchObject({ name: SITE_DEFAULTS.company_name });
  expect(headers['cache-control']).toBe('no-store');
});

test('a space before the company’s name leaves it a name below its icon', async () => {
  await set({ company_name: ' Akwaaba  Safety ' });
  expect((await manifest()).json()).toMatchObject({ name: 'Akwaaba  Safety', short_name: 'Akwaaba' });
});

test('browsers may keep the answer for some minutes', async () => {
  const { headers } = await it.app.inject('/api/site');
  expect(headers['cache-control']).toBe('public, max-age=300');
});

test('the agreement is a PDF, the same one until a contact in it changes', async () => {
  await set({});
  const first = await agreement();
  expect(first.statusCode).toBe(200);
  expect(first.headers['content-type']).toBe('application/pdf');
  expect(first.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(first.rawPayload.length).toBeGreaterThan(5000);
  expect((await agreement({ 'if-none-match': first.headers.etag })).statusCode).toBe(304);
  await set({ email: 'office@akwaaba.example' });
  const second = await agreement({ 'if-none-match': first.headers.etag });
  expect(second.statusCode).toBe(200);
  expect(second.headers.etag).not.toBe(first.headers.etag);
});

const addressOf = (payload: object) => it.app.inject({ method: 'POST', url: '/api/geocode', payload });

test('a visitor gets the address of a point', async () => {
  const response = await addressOf({ latitude: 5.5571, longitude: -0.2012 });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({ status: true, address: 'Accra, Greater Accra Region' });
});

test('where no address is known, it says so', async () => {
  const response = await addressOf({ latitude: -40, longitude: 100 });
  expect(response.statusCode).toBe(404);
  expect(response.json().message).toBe('No address is known near this point.');
});

test('a point that is not on the earth is refused', async () => {
  for (const point of [{ latitude: 91, longitude: 0 }, { latitude: 5 }, { latitude: '5', longitude: 0 }]) {
    expect((await addressOf(point)).statusCode).toBe(400);
  }
});
