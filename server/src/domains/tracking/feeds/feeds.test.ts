import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDevice, buildFitting } from '../../../../test/builders/devices.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { nextImei } from '../../../../test/builders/tracker-lists.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { traccarEvent, traccarPosition } from '../../../../test/tracking/traccar.ts';
import { daysThere, dropDay } from '../positions/days.repo.ts';
import { lacksDayAhead, makeDaysAhead } from '../positions/keep-days.ts';

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

/** ISO text as Traccar writes it, so many seconds from the app's clock. */
const at = (seconds: number): string =>
  new Date(it.clock.now.getTime() + seconds * 1_000).toISOString().replace('Z', '+00:00');

const post = async (path: string, payload: unknown, headers: Record<string, string> = { 'x-feed-secret': secret }) => {
  const response = await it.app.inject({
    method: 'POST',
    url: `/api/feeds/traccar/${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  });
  return { status: response.statusCode, body: response.json() };
};
const osmand = async (query: Record<string, string>, method: 'GET' | 'POST' = 'GET') => {
  const response = await it.app.inject({ method, url: `/api/feeds/osmand?${new URLSearchParams(query)}` });
  return { status: response.statusCode, body: response.json() };
};

const placesOf = (deviceId: string) =>
  it.db.selectFrom('positions').selectAll().where('device_id', '=', deviceId).orderBy('fix_at').execute();
const newestOf = (deviceId: string) =>
  it.db.selectFrom('device_places').selectAll().where('device_id', '=', deviceId).executeTakeFirst();
const alarmsOf = (deviceId: string) =>
  it.db.selectFrom('tracker_alarms').selectAll().where('device_id', '=', deviceId).orderBy('at').execute();

test('a position of Traccar is stored in km/h, and is the newest place of its device', async () => {
  const { id, imei } = await buildDevice(it);
  const answer = await post('positions', traccarPosition(imei, at(-5)));
  expect(answer).toEqual({
    status: 200,
    body: { status: true, message: 'The reports are stored.', stored: 1, repeated: 0, ignored: 0 },
  });
  const place = {
    ...{ device_id: id, latitude: 5.6037, longitude: -0.187, speed_kmh: 37.04, course: 271, accuracy_m: null },
    ...{ has_ignition: true, has_power: true, battery_percent: 87 },
    fix_at: new Date(it.clock.now.getTime() - 5_000),
    received_at: it.clock.now,
  };
  expect(await placesOf(id)).toEqual([{ ...place, alarm: null, is_unsure: false }]);
  expect(await newestOf(id)).toMatchObject({ ...place, is_moving: true, still_since: null, alarm: null });
});

test('the secret is taken as a bearer too; without it, or with another, nothing is stored', async () => {
  const { id, imei } = await buildDevice(it);
  const report = traccarPosition(imei, at(-5));
  expect(await post('positions', report, {})).toMatchObject({ status: 400, body: { code: 'missing_credentials' } });
  const wrong = await post('positions', report, { authorization: 'Bearer wrong' });
  expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  expect(await placesOf(id)).toEqual([]);
  expect((await post('positions', report, { authorization: `Bearer ${secret}` })).status).toBe(200);
});

test('wrong secrets are refused with 429 after 120 of an address in a minute, and the right one beside them is taken', async () => {
  it.atOneServer('an address has so many calls at each server');
  const { id, imei } = await buildDevice(it);
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
  const report = traccarPosition(imei, at(-5));
  const wrong = async () => (await post('positions', report, { 'x-feed-secret': 'guess' })).status;
  const statuses = await Promise.all(Array.from({ length: 200 }, wrong));
  expect(statuses.sort()).toEqual([...Array(120).fill(401), ...Array(80).fill(429)]);
  expect(await placesOf(id)).toEqual([]);
  expect((await post('positions', report)).body).toMatchObject({ stored: 1 });
  const payload = JSON.stringify(report);
  const headers = { 'content-type': 'application/json', 'x-feed-secret': 'guess' };
  const elsewhere = { method: 'POST', url: '/api/feeds/traccar/positions', headers, payload } as const;
  expect((await it.app.inject({ ...elsewhere, remoteAddress: '41.66.9.9' })).statusCode).toBe(401);
  expect(await wrong()).toBe(429);
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
  expect(await wrong()).toBe(401);
});

test('the same report a hundred times at once is stored once', async () => {
  const { id, imei } = await buildDevice(it);
  const report = traccarPosition(imei, at(-5), { attributes: { alarm: 'sos' } });
  const answers = await Promise.all(Array.from({ length: 100 }, () => post('positions', report)));
  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
  expect(answers.reduce((sum, { body }) => sum + body.stored, 0)).toBe(1);
  expect([(await placesOf(id)).length, (await alarmsOf(id)).length]).toEqual([1, 1]);
});

test('reports out of order and late ones are stored, and the newest place stays the newest', async () => {
  const { id, imei } = await buildDevice(it);
  const list = [-10, -30, -20, -86_400 * 3].map((s) => traccarPosition(imei, at(s), { speed: s === -10 ? 0 : 30 }));
  expect((await post('positions', list)).body).toMatchObject({ stored: 4 });
  const moment = new Date(it.clock.now.getTime() - 10_000);
  expect(await newestOf(id)).toMatchObject({ fix_at: moment, is_moving: false, still_since: moment });
  it.clock.now = new Date(it.clock.now.getTime() + 20_000);
  await post('positions', traccarPosition(imei, at(-45)));
  expect(await newestOf(id)).toMatchObject({ fix_at: moment, received_at: it.clock.now, is_moving: false });
});

test('fixes some way ahead have the time at which they were heard, each its own, and repeats meet', async () => {
  const { id, imei } = await buildDevice(it);
  const ahead = [3_600, 3_601, 3_601.5].map((s) => traccarPosition(imei, at(s), { serverTime: at(-2) }));
  expect((await post('positions', ahead)).body).toMatchObject({ stored: 3 });
  const heard = it.clock.now.getTime() - 2_000;
  for (const { fix_at } of await placesOf(id)) {
    expect(fix_at.getTime()).toBeLessThanOrEqual(heard);
    expect(fix_at.getTime()).toBeGreaterThan(heard - 2_000);
  }
  it.clock.now = new Date(it.clock.now.getTime() + 30_000);
  expect((await post('positions', ahead)).body).toMatchObject({ stored: 0, repeated: 3 });
});

test('a fix of the server’s future is of now, and one of another year is ignored', async () => {
  const { id, imei } = await buildDevice(it);
  await post('positions', traccarPosition(imei, at(3_600)));
  const [near] = await placesOf(id);
  expect(it.clock.now.getTime() - (near?.fix_at.getTime() ?? 0)).toBeLessThan(2_000);
  const odd = ['1970-01-01T00:00:00.000+00:00', '2099-01-01T00:00:00.000+00:00', at(-91 * 86_400), 'soon', ''];
  const answer = await post(
    'positions',
    odd.map((time) => traccarPosition(imei, time)),
  );
  expect(answer.body).toMatchObject({ stored: 0, ignored: odd.length });
  expect(await placesOf(id)).toHaveLength(1);
});

test('one bad report keeps no other of its list out', async () => {
  const { id, imei } = await buildDevice(it);
  const bad = [
    ...[
      { latitude: 0, longitude: 0 },
      { latitude: 91 },
      { longitude: -180.5 },
      { latitude: '5.6' },
      { latitude: null },
    ],
  ].map((given) => traccarPosition(imei, at(-20), given));
  const odd = traccarPosition(imei, at(-10), { speed: 'fast', course: 1e9, accuracy: -1, attributes: { alarm: 5 } });
  const list = [...bad, null, 'report', {}, { position: {}, device: {} }, odd, traccarPosition(imei, at(-5))];
  expect((await post('positions', list)).body).toMatchObject({ stored: 2, ignored: 9 });
  expect(await placesOf(id)).toMatchObject([{ speed_kmh: 0, course: null, accuracy_m: null, alarm: null }, {}]);
});

test('a list with a report that fails for a passing reason is refused, so that it comes again', async () => {
  const [good, held] = [await buildDevice(it), await buildDevice(it)];
  await sql`CREATE FUNCTION be_busy() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'held' USING ERRCODE = '40P01'; END $$`.execute(it.db);
  await sql`CREATE TRIGGER be_busy BEFORE INSERT ON device_places FOR EACH ROW
    WHEN (NEW.device_id = ${sql.lit(Number(held.id))}) EXECUTE FUNCTION be_busy()`.execute(it.db);
  const list = [traccarPosition(good.imei, at(-5)), traccarPosition(held.imei, at(-5))];
  expect((await post('positions', list)).status).toBe(503);
  expect([(await placesOf(good.id)).length, (await placesOf(held.id)).length]).toEqual([1, 0]);
  await sql`DROP TRIGGER be_busy ON device_places`.execute(it.db);
  expect((await post('positions', list)).body).toMatchObject({ stored: 1, repeated: 1 });
});

test('one report that is none of Traccar’s is refused, and says why', async () => {
  const answer = await post('positions', { position: {}, device: { uniqueId: '1' } });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect(answer.body.message).toMatch(/^This is not a position of Traccar/);
  const large = await post('positions', { position: 'x'.repeat(10_000_000) });
  expect(large).toMatchObject({ status: 413, body: { code: 'too_large' } });
});

test('a panic is noted once from either feed, and shows on the newest place', async () => {
  const { id, imei } = await buildDevice(it);
  const alarm = { attributes: { alarm: 'sos,lowBattery' } };
  await Promise.all([
    post('events', traccarEvent(imei, at(-5), { type: 'alarm', attributes: { alarm: 'sos' } }, alarm)),
    post('positions', traccarPosition(imei, at(-5), alarm)),
  ]);
  expect((await alarmsOf(id)).map(({ kind }) => kind).sort()).toEqual(['lowBattery', 'sos']);
  expect((await newestOf(id))?.alarm).toContain('sos');
  await post('positions', traccarPosition(imei, at(-1), { attributes: { alarm: 'lowBattery' } }));
  expect((await newestOf(id))?.alarm).toContain('sos');
  const panic = traccarEvent(imei, at(-2), { type: 'alarm', attributes: { alarm: 'sos' } }, null);
  expect((await post('events', panic)).body).toMatchObject({ stored: 1 });
  expect(await alarmsOf(id)).toHaveLength(4);
});

test('a late report belongs to the car that had the tracker then', async () => {
  const [one, another] = [await buildDriver(it), await buildDriver(it)];
  const { id, imei } = await buildDevice(it);
  const hour = (hours: number) => new Date(it.clock.now.getTime() - hours * 3_600_000);
  const first = { device_id: id, driver_id: one.driver.id, fitted_at: hour(9), removed_at: hour(5) };
  await buildFitting(it, first);
  await buildFitting(it, { device_id: id, driver_id: another.driver.id, fitted_at: hour(2) });
  const alarm = { attributes: { alarm: 'sos' } };
  await post(
    'positions',
    [8, 4, 1].map((h) => traccarPosition(imei, at(-h * 3_600), alarm)),
  );
  expect((await alarmsOf(id)).map(({ driver_id }) => driver_id)).toEqual([one.driver.id, null, another.driver.id]);
});

test('a tracker in another car begins fresh there: no alarm, rest or power of the former car', async () => {
  const [one, another] = [await buildDriver(it), await buildDriver(it)];
  const { id, imei } = await buildDevice(it);
  const ago = (minutes: number) => new Date(it.clock.now.getTime() - minutes * 60_000);
  const cut = { speed: 0, attributes: { alarm: 'sos', power: 0, batteryLevel: 12 } };
  const silent = { speed: 0, attributes: { power: undefined, batteryLevel: undefined, ignition: undefined } };
  await buildFitting(it, { device_id: id, driver_id: one.driver.id, fitted_at: ago(60), removed_at: ago(30) });
  await post('positions', traccarPosition(imei, at(-45 * 60), cut));
  expect(await newestOf(id)).toMatchObject({ alarm: 'sos', has_power: false, battery_percent: 12 });
  await buildFitting(it, { device_id: id, driver_id: another.driver.id, fitted_at: ago(20) });
  const low = traccarEvent(imei, at(-19 * 60), { type: 'alarm', attributes: { alarm: 'lowBattery' } }, null);
  await post('events', low);
  await post('positions', traccarPosition(imei, at(-10 * 60), silent));
  const fresh = { still_since: ago(10), has_power: null, battery_percent: null, has_ignition: null };
  expect(await newestOf(id)).toMatchObject({ ...fresh, alarm: 'lowBattery', alarm_at: ago(19) });
  const late = traccarEvent(imei, at(-40 * 60), { type: 'alarm', attributes: { alarm: 'sos' } }, null);
  await post('events', late);
  expect(await newestOf(id)).toMatchObject({ alarm: 'lowBattery' });
});

test('an app reports by the OsmAnd protocol with its own key, by GET and by POST', async () => {
  const { id, imei } = await buildDevice(it);
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const made = await it.app.inject({ method: 'POST', url: `/api/devices/${id}/feed_key`, headers });
  const key = made.json().feed_key;
  const fix = Math.floor(it.clock.now.getTime() / 1_000);
  const seen = {
    lat: '5.55',
    lon: '-0.21',
    speed: '10',
    bearing: '361.5',
    altitude: '61',
    accuracy: '12',
    batt: '55.4',
  };
  expect((await osmand({ id: imei, timestamp: String(fix - 30), key, ...seen, hdop: '1' })).body).toMatchObject({
    stored: 1,
  });
  const ms = { deviceid: imei, timestamp: String((fix - 20) * 1_000), key, lat: '5.56', lon: '-0.21', heading: '90' };
  expect((await osmand(ms, 'POST')).body).toMatchObject({ stored: 1 });
  const iso = { id: imei, timestamp: at(-10), key: secret, lat: '5.57', lon: '-0.21', alarm: 'sos' };
  expect((await osmand(iso)).body).toMatchObject({ stored: 1 });
  const atTema = { id: imei, key: secret, lat: '5.67' };
  expect((await osmand({ ...atTema, timestamp: at(-5), lon: '-2.5E-4' })).body).toMatchObject({ stored: 1 });
  const lon = '0.00025000000000000001234567';
  expect((await osmand({ ...atTema, timestamp: at(-4), lon })).body).toMatchObject({ stored: 1 });
  expect(await placesOf(id)).toMatchObject([
    { latitude: 5.55, speed_kmh: 18.52, course: 2, accuracy_m: 12, battery_percent: 55 },
    { latitude: 5.56, speed_kmh: 0, course: 90, accuracy_m: null, battery_percent: null },
    { latitude: 5.57, alarm: 'sos' },
    { latitude: 5.67, longitude: -0.00025 },
    { latitude: 5.67, longitude: 0.00025 },
  ]);
  expect((await osmand({ ...ms, key: `${key}x` })).status).toBe(401);
  const other = await buildDevice(it);
  expect((await osmand({ ...ms, deviceid: other.imei })).status).toBe(401);
  for (const wrong of [{ lat: 'NaN' }, { lat: '' }, { timestamp: 'yesterday' }, { deviceid: '' }]) {
    expect((await osmand({ ...ms, key: secret, ...wrong })).status).toBe(400);
  }
  expect((await osmand({ ...ms, lat: '0', lon: '0' })).body).toMatchObject({ stored: 0, ignored: 1 });
});

test('a new key ends the former one at once, and a new secret within seconds', async () => {
  const { id, imei } = await buildDevice(it);
  const key = async () =>
    (await it.app.inject({ method: 'POST', url: `/api/devices/${id}/feed_key`, headers: staff })).json().feed_key;
  const [former, present] = [await key(), await key()];
  const report = { id: imei, lat: '5.5', lon: '-0.2' };
  expect((await osmand({ ...report, key: former })).status).toBe(401);
  expect((await osmand({ ...report, key: present })).status).toBe(200);
  const before = secret;
  const made = await it.app.inject({ method: 'POST', url: '/api/feeds/secret', headers: staff });
  secret = made.json().secret;
  it.clock.now = new Date(it.clock.now.getTime() + 5_000);
  expect((await osmand({ ...report, key: before })).status).toBe(401);
  expect((await osmand({ ...report, key: secret })).status).toBe(200);
  const logged = await it.db.selectFrom('audit_log').selectAll().where('action', '=', 'feeds.secret').execute();
  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toContain(secret);
});

test('a device that sends far too many is bounded, and the others are not', async () => {
  it.atOneServer('each server bounds what a device sends it');
  const [loud, quiet] = [await buildDevice(it), await buildDevice(it)];
  const flood = Array.from({ length: 1_000 }, (_, n) => traccarPosition(loud.imei, at(-1 - n / 1_000)));
  const [answer, other] = await Promise.all([
    post('positions', flood.slice(0, 200)).then(async (first) => {
      const rest = await Promise.all([1, 2, 3, 4].map((n) => post('positions', flood.slice(n * 200, n * 200 + 200))));
      return [first, ...rest].reduce((sum, { body }) => sum + body.stored, 0);
    }),
    post('positions', traccarPosition(quiet.imei, at(-1))),
  ]);
  expect(answer).toBe(600);
  expect(other.body).toMatchObject({ stored: 1 });
  expect((await post('positions', traccarPosition(loud.imei, at(-3)))).status).toBe(429);
  it.clock.now = new Date(it.clock.now.getTime() + 1_000);
  expect((await post('positions', traccarPosition(loud.imei, at(-1.5)))).status).toBe(200);
});

test('a device that is not in stock waits on a list, and is adopted in one step', async () => {
  const imei = nextImei();
  const send = (seconds: number) => post('positions', traccarPosition(imei, at(seconds)));
  expect((await send(-9)).body).toMatchObject({ stored: 0, ignored: 1 });
  await send(-5);
  await post('positions', traccarPosition('not an imei', at(-5)));
  const listed = async () =>
    (await it.app.inject({ url: `/api/unknown_trackers?search=${imei}`, headers: staff })).json();
  expect(await listed()).toMatchObject([
    { unique_id: imei, is_imei: true, feed: 'traccar', reports: 2, latitude: 5.6037 },
  ]);
  const adopt = (unique_id: string) =>
    it.app.inject({
      method: 'POST',
      url: '/api/unknown_trackers/adopt',
      headers: { ...staff, 'idempotency-key': `adopt ${unique_id}`.padEnd(24, '0').replaceAll(' ', '-') },
      payload: { unique_id },
    });
  const adopted = await adopt(imei);
  expect(adopted.statusCode, adopted.body).toBe(201);
  expect(await listed()).toEqual([]);
  expect((await send(-1)).body).toMatchObject({ stored: 1 });
  expect((await adopt(nextImei())).statusCode).toBe(404);
});

/** How many places of a device each partition has. */
const partitionsOf = async (deviceId: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{ name: string; count: number }>`
    SELECT tableoid::regclass::text AS name, count(*)::integer AS count FROM positions
    WHERE device_id = ${deviceId} GROUP BY tableoid ORDER BY 1`.execute(it.db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
};

test('a day passes at midnight in Accra: each report is in its own day, made ahead, and the job goes on', async () => {
  const { id, imei } = await buildDevice(it);
  it.clock.now = new Date('2026-12-30T12:00:00Z');
  await makeDaysAhead(it.db, it.clock.now);
  const before = await daysThere(it.db);
  expect([before.includes('2026-12-31'), before.at(-1)]).toEqual([true, '2027-01-06']);
  it.clock.now = new Date('2026-12-31T23:59:59.900Z');
  expect((await post('positions', traccarPosition(imei, '2026-12-31T23:59:59.000+00:00'))).body.stored).toBe(1);
  it.clock.now = new Date('2027-01-01T00:00:05Z');
  // A queue that waited spans the midnight, and others report at the same moment.
  const queue = [-8, -7, -5, -4, -1].map((seconds) => traccarPosition(imei, at(seconds)));
  const others = await Promise.all(Array.from({ length: 10 }, () => buildDevice(it)));
  const answers = await Promise.all([
    post('positions', queue),
    ...others.map((other) => post('positions', traccarPosition(other.imei, at(-1)))),
  ]);
  expect(answers.map(({ status, body }) => [status, body.stored])).toEqual([[200, 5], ...others.map(() => [200, 1])]);
  expect(await partitionsOf(id)).toEqual({ positions_2026_12_31: 3, positions_2027_01_01: 3 });
  expect(await daysThere(it.db)).toEqual(before);
  expect(await lacksDayAhead(it.db, it.clock.now)).toBe(true);
  await makeDaysAhead(it.db, it.clock.now);
  expect(await lacksDayAhead(it.db, it.clock.now)).toBe(false);
  expect((await daysThere(it.db)).at(-1)).toBe('2027-01-08');
});

test('after a stop of a week, and of longer than days are made ahead, no report is refused', async () => {
  const { id, imei } = await buildDevice(it);
  it.clock.now = new Date('2027-02-01T10:00:00Z');
  await makeDaysAhead(it.db, it.clock.now);
  const ahead = await daysThere(it.db);
  // Nobody makes days meanwhile, and the first report comes before the job.
  it.clock.now = new Date('2027-02-08T10:00:00Z');
  expect((await post('positions', traccarPosition(imei, at(-5)))).body).toMatchObject({ stored: 1 });
  expect(await daysThere(it.db)).toEqual(ahead);
  it.clock.now = new Date('2027-02-20T10:00:00Z');
  const waited = [-12, -5, -1, 0].map((days) => traccarPosition(imei, at(days * 86_400 - 1)));
  expect((await post('positions', waited)).body).toMatchObject({ stored: 4, ignored: 0 });
  expect(await partitionsOf(id)).toEqual({
    ...{ positions_2027_02_08: 2, positions_2027_02_15: 1, positions_2027_02_19: 1, positions_2027_02_20: 1 },
  });
  // As another server drops it, once the company keeps places for fewer days.
  await dropDay(it.db, '2027-02-20');
  expect((await post('positions', traccarPosition(imei, at(-60)))).body).toMatchObject({ stored: 1 });
});
