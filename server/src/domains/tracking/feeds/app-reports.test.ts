import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDevice, buildFitting } from '../../../../test/builders/devices.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { traccarEvent, traccarPosition } from '../../../../test/tracking/traccar.ts';
import { forgetPlaces } from '../positions/keep-days.ts';

let it: TestApp;
let staff: Record<string, string>;
let secret: string;
beforeAll(async () => {
  it = await startApp();
  staff = (await buildCaller(it, 'SuperAdmin')).headers;
  const made = await it.app.inject({ method: 'POST', url: '/api/feeds/secret', headers: staff });
  secret = made.json().secret;
});
afterAll(() => it.close());

type Sent = { payload?: string | object; type?: string; key?: string | null };

const send = async (path: string, { payload, type, key = secret }: Sent = {}) => {
  const answer = await it.app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: `/api/feeds/${path}`,
    headers: { ...(type !== undefined && { 'content-type': type }), ...(key !== null && { 'x-feed-secret': key }) },
    ...(payload !== undefined && { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  });
  return { status: answer.statusCode, body: answer.json() };
};
const STORED = { status: 200, body: { stored: 1, ignored: 0 } };

const carWithTracker = async () => {
  const [{ driver }, device] = [await buildDriver(it), await buildDevice(it)];
  const fitted_at = new Date(it.clock.now.getTime() - 3_600_000);
  await buildFitting(it, { device_id: device.id, driver_id: driver.id, fitted_at });
  return { ...device, driver };
};
const gradesOf = async (driverId: string) => {
  const rows = it.db.selectFrom('incidents').select('grade').where('driver_id', '=', driverId);
  return (await rows.execute()).map(({ grade }) => grade);
};
const placesOf = (deviceId: string) =>
  it.db.selectFrom('positions').selectAll().where('device_id', '=', deviceId).orderBy('latitude').execute();

test.each([
  ['application/json'],
  ['application/json; charset=utf-8'],
  ['text/plain'],
  ['application/x-www-form-urlencoded'],
])('a report in JSON is stored, called %s', async (type) => {
  const { id, imei } = await buildDevice(it);
  const coords = { latitude: 5.6, longitude: -0.18, speed: 12.5 };
  const payload = { device_id: imei, location: { coords, battery: { level: 0.5 } } };
  expect(await send('osmand', { payload, type })).toMatchObject(STORED);
  expect(await placesOf(id)).toMatchObject([{ latitude: 5.6, speed_kmh: 45, battery_percent: 50 }]);
});

test.each([
  ['application/x-www-form-urlencoded'],
  ['application/x-www-form-urlencoded; charset=UTF-8'],
  ['application/json'],
  ['text/plain'],
])('a report in a form is stored, called %s', async (type) => {
  const { id, imei } = await buildDevice(it);
  const payload = `id=${imei}&lat=5.6&lon=-0.18&speed=10&batt=50`;
  expect(await send('osmand', { payload, type })).toMatchObject(STORED);
  expect(await placesOf(id)).toMatchObject([{ latitude: 5.6, speed_kmh: 18.52, battery_percent: 50 }]);
});

test('a device’s own key counts for the name in the address, however its fields are joined', async () => {
  const [{ id, imei }, other] = [await buildDevice(it), await buildDevice(it)];
  const made = await it.app.inject({ method: 'POST', url: `/api/devices/${id}/feed_key`, headers: staff });
  const own = made.json().feed_key;
  const asked = `osmand?id=${imei}?key=${own}`;
  const later = () => {
    it.clock.now = new Date(it.clock.now.getTime() + 60_000);
  };
  expect(await send(`${asked}?lat=5.601?lon=-0.18`, { key: null })).toMatchObject(STORED);
  later();
  expect(await send(`${asked}&id=${other.imei}&lat=5.602&lon=-0.18`, { key: null })).toMatchObject(STORED);
  later();
  const payload = { device_id: other.imei, location: { coords: { latitude: 5.603, longitude: -0.18 } } };
  expect(await send(asked, { payload, type: 'application/json', key: null })).toMatchObject(STORED);
  expect((await placesOf(id)).map(({ latitude }) => latitude)).toEqual([5.601, 5.602, 5.603]);
  expect(await placesOf(other.id)).toEqual([]);
  const nameless = await send(`osmand?key=${own}`, { payload, type: 'application/json', key: null });
  expect(nameless).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
});

test('a list of locations that an app kept without network is stored, and the bad ones keep none out', async () => {
  const { id, imei } = await buildDevice(it);
  const at = (seconds: number) => new Date(it.clock.now.getTime() - seconds * 1_000).toISOString();
  const one = (seconds: number) => ({ timestamp: at(seconds), coords: { latitude: 5.6, longitude: -0.18 } });
  const payload = { device_id: imei, location: [one(40), { coords: 'none' }, one(20)] };
  const answer = await send('osmand', { payload, type: 'application/json' });
  expect(answer).toMatchObject({ status: 200, body: { stored: 2, ignored: 1 } });
  expect(await placesOf(id)).toHaveLength(2);
});

test('what is no report is refused, and says what it needs', async () => {
  for (const payload of ['{', '{}', '[]', 'x', '{"device_id":"a","location":{}}'])
    expect(await send('osmand', { payload, type: 'application/json' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', message: expect.stringContaining('it needs id, lat, lon') },
    });
});

test.each<[string, (imei: string, now: string) => Promise<{ status: number }>]>([
  ['an address without a place', (imei) => send(`osmand?id=${imei}&alarm=SOS&lat=x&lon=`)],
  ['an address with an endless word', (imei) => send(`osmand?id=${imei}&alarm=sos&altitude=${'1'.repeat(99)}`)],
  [
    'JSON without a moment',
    (imei) =>
      send('osmand', {
        payload: { device_id: imei, location: { timestamp: 'x', extras: { alarm: 'Sos' } } },
        type: 'application/json',
      }),
  ],
  [
    'a position of Traccar without a place',
    (imei, now) => {
      const sent = traccarPosition(imei, now, { latitude: null, longitude: 'x', attributes: { alarm: 'SOS' } });
      return send('traccar/positions', { payload: sent, type: 'application/json' });
    },
  ],
  [
    'a position of Traccar without a time',
    (imei, now) => {
      const sent = traccarPosition(imei, now, { fixTime: null, deviceTime: null, attributes: { alarm: 'sos' } });
      return send('traccar/positions', { payload: sent, type: 'application/json' });
    },
  ],
  [
    'an event of Traccar without a time',
    (imei, now) => {
      const { event, device } = traccarEvent(imei, now, { type: 'alarm', attributes: { alarm: 'sos' } });
      const sent = { event: { ...event, eventTime: null }, device };
      return send('traccar/events', { payload: sent, type: 'application/json' });
    },
  ],
])('a panic in %s calls for help', async (_, panic) => {
  const { driver, imei } = await carWithTracker();
  expect((await panic(imei, it.clock.now.toISOString())).status).toBe(200);
  expect(await gradesOf(driver.id)).toEqual(['sos']);
});

test('the place of a panic has the accuracy that its tracker gave', async () => {
  const { driver, imei } = await carWithTracker();
  await send(`osmand?id=${imei}&alarm=panic&lat=5.6&lon=-0.18&accuracy=35`);
  const places = it.db.selectFrom('incident_places').innerJoin('incidents', 'incidents.id', 'incident_id');
  const told = places.select('accuracy_m').where('driver_id', '=', driver.id);
  expect(await told.execute()).toEqual([{ accuracy_m: 35 }]);
});

/** The counts by a session that has not ended while the clock went on. */
const refusals = async () => {
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const { rejected } = (await it.app.inject({ url: '/api/feeds', headers })).json();
  const rows: { cause: string; reports: number; last_name: string; last_at: string }[] = rejected;
  return Object.fromEntries(rows.map(({ cause, ...row }) => [cause, row]));
};

test('what is refused or says nothing is counted by cause, for seven days, and what is stored is not', async () => {
  it.clock.now = new Date(it.clock.now.getTime() + 8 * 86_400_000);
  expect(await refusals()).toEqual({});
  const { imei } = await buildDevice(it);
  const place = 'lat=5.6&lon=-0.18';
  const now = it.clock.now.toISOString();
  const json = 'application/json';
  await send(`osmand?id=${imei}&${place}`);
  await send(`osmand?id=${imei}&${place}`);
  await send(`osmand?id=not-in-stock&${place}`);
  expect(await refusals()).toEqual({});
  await Promise.all([send(`osmand?id=a&${place}`, { key: null }), send(`osmand?id=a&${place}`, { key: null })]);
  await send(`osmand?id=b&${place}&key=guess`, { key: null });
  await send('osmand', { payload: '{', type: json });
  await send('traccar/positions', { payload: {}, type: json });
  await send('traccar/positions', { payload: [traccarPosition(imei, now), null, {}], type: json });
  await send(`osmand?${place}`);
  await send(`osmand?id=${imei}&lat=0&lon=0`);
  await send('traccar/positions', { payload: [traccarPosition('c', now, { latitude: 91 })], type: json });
  await send(`osmand?id=${imei}&${place}&timestamp=1`);
  await send(`osmand?id=d&${place}&timestamp=soon`);
  const counted = await refusals();
  expect(counted).toMatchObject({
    ...{ no_secret: { reports: 2, last_name: 'a' }, wrong_secret: { reports: 1, last_name: 'b' } },
    ...{ unreadable: { reports: 4, last_name: '' }, no_name: { reports: 1, last_name: '' } },
    ...{ no_place: { reports: 2, last_name: 'c' }, bad_time: { reports: 2, last_name: 'd' } },
  });
  expect(counted.no_secret?.last_at).toBe(now);
  it.clock.now = new Date(it.clock.now.getTime() + 6 * 86_400_000);
  await send(`osmand?${place}`);
  expect(await refusals()).toMatchObject({ no_secret: { reports: 2 }, no_name: { reports: 2 } });
  it.clock.now = new Date(it.clock.now.getTime() + 86_400_000);
  expect(Object.keys(await refusals())).toEqual(['no_name']);
  it.clock.now = new Date(it.clock.now.getTime() + 30 * 86_400_000);
  await forgetPlaces(it.db, it.clock.now);
  expect(await it.db.selectFrom('feed_rejections').selectAll().execute()).toEqual([]);
});

test('a tracker that sends too many is counted for each that was left out', async () => {
  it.atOneServer('each server bounds what a device sends it');
  const { imei } = await buildDevice(it);
  const moment = (n: number) => new Date(it.clock.now.getTime() - 1_000 - n).toISOString();
  const reports = Array.from({ length: 605 }, (_, n) => traccarPosition(imei, moment(n)));
  for (let from = 0; from < reports.length; from += 200) {
    const payload = reports.slice(from, from + 200);
    expect((await send('traccar/positions', { payload, type: 'application/json' })).status).toBe(200);
  }
  expect((await send(`osmand?id=${imei}&lat=5.6&lon=-0.18`)).status).toBe(429);
  expect(await refusals()).toMatchObject({ too_many: { reports: 6, last_name: imei } });
});
