import { SITE_DEFAULTS } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const set = (value: object) =>
  it.db
    .insertInto('settings')
    .values({ name: 'site', value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
    .execute();

const site = async () => (await it.app.inject('/api/site')).json();
const agreement = (headers = {}) => it.app.inject({ url: '/documents/agreement.pdf', headers });

test('the public pages learn the defaults until staff set something, and then that', async () => {
  expect(await site()).toEqual(SITE_DEFAULTS);
  await set({ company_name: 'Akwaaba Safety', member_signin_open: true });
  expect(await site()).toEqual({ ...SITE_DEFAULTS, company_name: 'Akwaaba Safety', member_signin_open: true });
});

test('a phone that keeps the site as an app is given the company’s name', async () => {
  await set({ company_name: 'Akwaaba Safety' });
  const response = await it.app.inject('/manifest.webmanifest');
  expect(response.headers['content-type']).toMatch(/^application\/manifest\+json/);
  expect(response.json()).toMatchObject({ name: 'Akwaaba Safety', short_name: 'Akwaaba', display: 'standalone' });
});

test('a space before the company’s name leaves it a name below its icon', async () => {
  await set({ company_name: ' Akwaaba  Safety ' });
  const manifest = (await it.app.inject('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ name: 'Akwaaba  Safety', short_name: 'Akwaaba' });
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
