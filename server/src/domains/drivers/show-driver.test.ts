import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { photoJpeg } from '../../../test/builders/photos.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SuperAdmin')).headers;
});
afterAll(() => it.close());

const get = (path: string, extra: Record<string, string> = {}) =>
  it.app.inject({ url: `/api/drivers/${path}`, headers: { ...headers, ...extra } });

test('staff see everything of a driver but what is only the server’s', async () => {
  const { driver } = await buildDriver(it, {
    spouse_mobile_number: '',
    date_issued: '2020-02-29',
    expiry_date: '2030-02-28',
    plan: 'standard',
  });
  const response = await get(driver.id);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({
    id: driver.id,
    driver_code: driver.driver_code,
    nationality: 'GHANAIAN',
    date_issued: '2020-02-29',
    expiry_date: '2030-02-28',
    spouse_mobile_number: '',
    plans: [{ plan: 'standard', from: '2026-11' }],
    photo: null,
    removed_at: null,
    removal_reason: '',
    removed_by: null,
  });
  for (const hidden of ['account_id', 'car_key', 'id_key', 'unpaid_since']) {
    expect(response.json()).not.toHaveProperty(hidden);
  }
});

test('a removed driver is shown as one: money of theirs may still come', async () => {
  const { driver } = await buildDriver(it, { file: await photoJpeg() });
  const removed = { removed_at: it.clock.now, removal_reason: 'Sold the car.' };
  await it.db.updateTable('drivers').set(removed).where('id', '=', driver.id).execute();
  expect((await get(driver.id)).json()).toMatchObject({
    removed_at: it.clock.now.toISOString(),
    removal_reason: 'Sold the car.',
  });
  expect((await get(`${driver.id}/photo`)).statusCode).toBe(200);
});

test('a driver that is not there is not found', async () => {
  for (const path of ['999999', '9223372036854775807', '999999/photo']) {
    const response = await get(path);
    expect([path, response.statusCode]).toEqual([path, 404]);
    expect(response.json()).toMatchObject({ code: 'not_found', message: 'There is no such driver.' });
  }
});

test('what is no record number is refused', async () => {
  for (const wrong of ['0', 'x', '-1', '9223372036854775808']) expect((await get(wrong)).statusCode).toBe(400);
});

test('a photo is served as a JPEG that can do nothing else', async () => {
  const { driver } = await buildDriver(it, { file: await photoJpeg() });
  const response = await get(`${driver.id}/photo`);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'content-disposition': 'inline; filename="photo.jpg"',
    'cache-control': 'private, no-cache',
  });
  expect((await sharp(response.rawPayload).metadata()).format).toBe('jpeg');
});

test('a browser that has the photo is told so without its bytes, if it still may', async () => {
  const { driver } = await buildDriver(it, { file: await photoJpeg() });
  const { etag } = (await get(`${driver.id}/photo`)).headers;
  const again = await get(`${driver.id}/photo`, { 'if-none-match': String(etag) });
  expect(again.statusCode).toBe(304);
  expect(again.rawPayload).toHaveLength(0);
  const stranger = await it.app.inject({
    url: `/api/drivers/${driver.id}/photo`,
    headers: { 'if-none-match': String(etag) },
  });
  expect(stranger.statusCode).toBe(401);
});

test('a driver without a photo, or whose file is gone, has none', async () => {
  const { driver: without } = await buildDriver(it);
  const { driver: lost } = await buildDriver(it, { file: await photoJpeg() });
  await it.files.remove(`drivers/${lost.photo}`);
  for (const { id } of [without, lost]) {
    const response = await get(`${id}/photo`);
    expect(response.statusCode).toBe(404);
    expect(response.json().message).toBe('This driver has no photo.');
  }
});

test('only staff who may read drivers see drivers and photos', async () => {
  const { driver } = await buildDriver(it, { file: await photoJpeg() });
  for (const role of ['Member', 'Tenant', 'SystemUser', 'Legal'] as const) {
    const caller = await buildCaller(it, role);
    for (const path of ['', `/${driver.id}`, `/${driver.id}/photo`]) {
      const response = await it.app.inject({ url: `/api/drivers${path}`, headers: caller.headers });
      expect([role, path, response.statusCode]).toEqual([role, path, 403]);
    }
  }
});
