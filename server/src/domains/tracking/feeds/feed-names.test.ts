import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFitting } from '../../../../test/builders/devices.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildFeedSecret } from '../../../../test/builders/feed-secret.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { nextImei, wrongImei } from '../../../../test/builders/tracker-lists.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { traccarEvent, traccarPosition } from '../../../../test/tracking/traccar.ts';

const SECRET = 'a secret of the feeds';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SuperAdmin'));
  await buildFeedSecret(it.db, SECRET, it.clock.now);
});
afterAll(() => it.close());

const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, more = headers) => {
  const request = { method, url: `/api${path}`, headers: more, ...(payload && { payload }) };
  const response = await it.app.inject(request);
  return { status: response.statusCode, body: response.json() };
};
const post = (path: 'positions' | 'events', payload: object) =>
  call('POST', `/feeds/traccar/${path}`, payload, { 'x-feed-secret': SECRET });

let seconds = 3_600;
/** A moment of its own, the later the later it is asked for. */
const next = (): string => {
  seconds -= 1;
  return new Date(it.clock.now.getTime() - seconds * 1_000).toISOString();
};
/** Reports from this place by a name, and gives how many were stored. */
const report = async (name: string): Promise<number> =>
  (await post('positions', traccarPosition(name, next()))).body.stored;
const placesOf = async (id: string): Promise<number> =>
  (await it.db.selectFrom('positions').select('device_id').where('device_id', '=', id).execute()).length;
const unknown = async (name: string): Promise<{ unique_id: string }[]> =>
  (await call('GET', `/unknown_trackers?${new URLSearchParams({ search: name })}`)).body;

test.each(['056789012345', '4710038911', '82000001', 'ab-12', 'Kɔfi’s taxi'])(
  'a tracker that calls itself %s is stored, calls for help, and is found by its name',
  async (name) => {
    expect(await report(name)).toBe(0);
    expect(await unknown(name)).toMatchObject([{ unique_id: name, is_imei: false }]);
    const { status, body } = await call('POST', '/unknown_trackers/adopt', { unique_id: name });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(await unknown(name)).toEqual([]);
    const { driver } = await buildDriver(it);
    const day = new Date(it.clock.now.getTime() - 86_400_000);
    await buildFitting(it, { driver_id: driver.id, device_id: body.id, fitted_at: day });
    expect(await report(name)).toBe(1);
    const panic = { type: 'alarm', attributes: { alarm: 'sos' } };
    expect((await post('events', traccarEvent(name, next(), panic))).body).toMatchObject({ stored: 1 });
    const incidents = it.db.selectFrom('incidents').select('device_id').where('driver_id', '=', driver.id);
    expect(await incidents.execute()).toEqual([{ device_id: body.id }]);
    const search = new URLSearchParams({ search: name });
    expect((await call('GET', `/devices?${search}`)).body).toMatchObject([
      { id: body.id, imei: name, feed_name: name },
    ]);
    expect((await call('GET', `/trackers?${search}`)).body.lines).toMatchObject([{ id: driver.id, imei: name }]);
  },
);

test('an app reports by a name in the feed with the key of the tracker', async () => {
  const { body } = await call('POST', '/devices', { feed_name: 'phone of Esi' });
  const { feed_key: key } = (await call('POST', `/devices/${body.id}/feed_key`)).body;
  const osmand = (given: object) =>
    call('GET', `/feeds/osmand?${new URLSearchParams({ lat: '5.6', lon: '-0.2', ...given })}`, undefined, {});
  expect((await osmand({ id: 'phone of Esi', key })).body).toMatchObject({ stored: 1 });
  expect((await osmand({ id: 'phone of', key })).status).toBe(401);
});

test('a tracker with an IMEI and a name is one tracker by either, whatever the case of the name', async () => {
  const imei = nextImei();
  const { body } = await call('POST', '/devices', { imei, feed_name: 'Van 12' });
  for (const name of [imei, 'Van 12', 'VAN 12']) expect(await report(name)).toBe(1);
  expect(await placesOf(body.id)).toBe(3);
  const together = [imei, 'Van 12'].map((name) => traccarPosition(name, next()));
  expect((await post('positions', together)).body).toMatchObject({ stored: 2 });
  await call('PATCH', `/devices/${body.id}`, { feed_name: 'Van 13' });
  expect([await report('Van 12'), await report('van 13')]).toEqual([0, 1]);
});

test('a tracker that came into stock by hand is unknown no more', async () => {
  const names = ['Lorry 9', nextImei()];
  for (const name of names) await report(name);
  await call('POST', '/devices', { imei: names[1], feed_name: 'lorry 9' });
  expect([...(await unknown('Lorry 9')), ...(await unknown(names[1] ?? ''))]).toEqual([]);
});

test('a tracker that reports by fifteen digits of which the last does not fit is adopted as its IMEI', async () => {
  const imei = wrongImei();
  await report(imei);
  const { body } = await call('POST', '/unknown_trackers/adopt', { unique_id: imei });
  expect(body.message).toBe(`The tracker ${imei} is in stock.`);
  expect((await call('GET', `/devices/${body.id}`)).body).toMatchObject({ imei, feed_name: null });
  expect(await report(imei)).toBe(1);
});

test('any text is a name or is refused with a sentence, and the report by it finds its tracker', async () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 70 }), fc.string({ unit: 'binary', maxLength: 5 }));
  await fc.assert(
    fc.asyncProperty(text, async (feed_name) => {
      const { status, body } = await call('POST', '/devices', { feed_name });
      expect([201, 400, 409, 422], feed_name).toContain(status);
      if (status !== 201) return;
      expect(await report((await call('GET', `/devices/${body.id}`)).body.imei)).toBe(1);
    }),
    { numRuns: 40 },
  );
});
