import type { AnswerOf, listTrackerPlaces, listTrackers, showTracker, TrackersMoved } from '@banbo/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildFitting } from '../../../../test/builders/devices.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, shapeRole } from '../../../../test/builders/identity.ts';
import { buildIncident } from '../../../../test/builders/incidents.ts';
import { startApp, type TestApp, TOKEN_SECRET } from '../../../../test/harness.ts';
import { buildApp } from '../../../app.ts';
import { readConfig } from '../../../config.ts';

let it: TestApp;
let address: string;
let headers: Record<string, string>;

const listen = (app: FastifyInstance): Promise<string> => app.listen({ port: 0, host: '127.0.0.1' });

beforeAll(async () => {
  it = await startApp();
  address = await listen(it.app);
  ({ headers } = await buildCaller(it, 'SuperUser'));
});
afterAll(() => it.close());

const ACCRA = { west: -0.4, south: 5.4, east: 0.1, north: 5.8 };
const queryOf = (query: object) => new URLSearchParams(query as Record<string, string>).toString();

type Given = {
  latitude?: number;
  longitude?: number;
  is_moving?: boolean;
  alarm?: string | null;
  /** Minutes before now. */
  ago?: number;
};

/** Writes a tracker's newest place. */
const report = async (device: string, { latitude = 5.6, longitude = -0.2, ago = 0, ...given }: Given = {}) => {
  const at = new Date(it.clock.now.getTime() - ago * 60_000);
  const { is_moving = true, alarm = null } = given;
  await sql`INSERT INTO device_places (device_id, fix_at, received_at, latitude, longitude, speed_kmh, course, is_moving, alarm, alarm_at)
    VALUES (${device}, ${at}, ${at}, ${latitude}, ${longitude}, 30, 90, ${is_moving}, ${alarm}, ${alarm === null ? null : at})
    ON CONFLICT (device_id) DO UPDATE SET fix_at = excluded.fix_at, received_at = excluded.received_at,
      latitude = excluded.latitude, longitude = excluded.longitude, is_moving = excluded.is_moving,
      alarm = excluded.alarm, alarm_at = excluded.alarm_at`.execute(it.db);
};

const DAY = 86_400_000;

/** A driver's car with a tracker, which has reported unless told otherwise. */
const buildTracked = async (given: Given | null = {}) => {
  const { driver } = await buildDriver(it);
  const { device_id } = await buildFitting(it, {
    driver_id: driver.id,
    fitted_at: new Date(it.clock.now.getTime() - DAY),
  });
  if (given) await report(device_id, given);
  return { driver, id: driver.id, device: device_id };
};

const tick = () => {
  it.clock.now = new Date(it.clock.now.getTime() + 1_000);
};

const ask = async <T>(path: string): Promise<T> => {
  const { statusCode, body } = await it.app.inject({ url: `/api/trackers${path}`, headers });
  expect([path, statusCode]).toEqual([path, 200]);
  return JSON.parse(body) as T;
};
type List = AnswerOf<typeof listTrackers>;
const list = (query: object = {}) => ask<List>(`?${queryOf(query)}`);

const listed = async (id: string, query: object) => {
  const found = (await list(query)).lines.find((line) => line.id === id);
  expect(found).toBeDefined();
  return found;
};

type Opened = { messages: { at: number; moved: TrackersMoved }[]; ended: Promise<void>; leave: () => void };

const openMap = async (query: object = ACCRA, at = address, as = headers): Promise<Opened> => {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const response = await fetch(`${at}/api/trackers/live?${queryOf(query)}`, { headers: as, signal: leaving.signal });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const messages: Opened['messages'] = [];
  const begun = Promise.withResolvers<void>();
  const read = async (): Promise<void> => {
    let text = '';
    for await (const part of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
      const whole = (text + part).split('\n\n');
      text = whole.pop() ?? '';
      for (const event of whole) {
        const [, name, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
        if (name === 'begun') begun.resolve();
        if (name === 'places') messages.push({ at: performance.now(), moved: JSON.parse(data) });
      }
    }
  };
  const ended = read().catch(() => {});
  await begun.promise;
  return { messages, ended, leave: () => leaving.abort() };
};

const idsOf = ({ messages }: Opened) => messages.flatMap(({ moved }) => moved.id);

describe('the list', () => {
  test('a car is found by number, code, name and IMEI, with its state and age, and without its place', async () => {
    const { id, driver } = await buildTracked({ ago: 2 });
    await listed(id, { search: driver.driver_code });
    const { imei } = (await list({ search: driver.driver_code })).lines[0] ?? {};
    for (const search of [driver.car_number, driver.car_number.toLowerCase(), driver.last_name, imei]) {
      expect((await listed(id, { search }))?.state).toBe('moving');
    }
    const line = (await list({ search: driver.driver_code })).lines[0];
    expect(line).toMatchObject({ car_number: driver.car_number, alarm: null });
    expect(Object.keys(line ?? {})).not.toContain('place');
    expect(line?.received_at).toBe(new Date(it.clock.now.getTime() - 120_000).toISOString());
  });

  test('counts by state are those of the search, and a state shows its own, alarms first', async () => {
    const built = [
      await buildTracked(null),
      await buildTracked({ ago: 400 }),
      await buildTracked({ is_moving: false }),
      await buildTracked({ alarm: 'powerCut', ago: 5 }),
    ];
    for (const { id, driver } of built) await listed(id, { search: driver.driver_code });
    const { lines, counts, found } = await list();
    expect(lines[0]).toMatchObject({ state: 'alarm', alarm: 'powerCut' });
    expect(found).toBe(Object.values(counts).reduce((sum, one) => sum + one, 0));
    for (const state of ['alarm', 'parked', 'silent', 'unreported'] as const) {
      const only = await list({ state });
      expect([state, only.found, only.lines.every((line) => line.state === state)]).toEqual([
        state,
        counts[state],
        true,
      ]);
    }
    const one = built[3];
    const named = await list({ search: one?.driver.driver_code });
    expect([named.found, named.counts.alarm]).toEqual([1, 1]);
  });

  test('a device’s own minutes of silence go before the company’s', async () => {
    const { id, device } = await buildTracked({ ago: 20 });
    await sql`UPDATE devices SET silent_minutes = 15 WHERE id = ${device}`.execute(it.db);
    expect(await ask(`/${id}`)).toMatchObject({ state: 'silent', silent_minutes: 15 });
  });

  test('a car without a tracker is not there', async () => {
    const { driver } = await buildDriver(it);
    expect((await it.app.inject({ url: `/api/trackers/${driver.id}`, headers })).statusCode).toBe(404);
  });
});

test('the dots of a view are those within it, rounded to a metre', async () => {
  const inside = await buildTracked({ latitude: 5.1234567, longitude: -1.2345678, is_moving: false, ago: 1 });
  const outside = await buildTracked({ latitude: 5.3, longitude: -1.2 });
  const box = { west: -1.3, south: 5, east: -1.1, north: 5.2 };
  const dots = await ask<AnswerOf<typeof listTrackerPlaces>>(`/places?${queryOf(box)}`);
  expect(dots).toMatchObject({ id: [inside.id], lat: [5.12346], lon: [-1.23457], moving: [0], age: [60] });
  expect(dots.id).not.toContain(outside.id);
});

describe('an emergency', () => {
  const alarmed = async () => {
    const car = await buildTracked({ alarm: 'sos,lowBattery', ago: 2 });
    const incident = await buildIncident(it, { driverId: car.driver.id });
    const change = async (body: object) => {
      const answer = await it.app.inject({
        method: 'PATCH',
        url: `/api/incidents/${incident}`,
        headers,
        payload: body,
      });
      expect(answer.statusCode, answer.body).toBe(200);
    };
    const end = () => change({ change: 'false_alarm', reason: 'Pressed by mistake' });
    return { ...car, incident, change, end };
  };
  type Shown = AnswerOf<typeof showTracker>;

  test('that ended is not red on the map, and the car’s card leads to it', async () => {
    const { id, driver, incident, end } = await alarmed();
    expect(await ask<Shown>(`/${id}`)).toMatchObject({ state: 'alarm', incident: { id: incident, is_open: true } });
    await end();
    const shown = await ask<Shown>(`/${id}`);
    expect(shown).toMatchObject({ incident: { id: incident, is_open: false }, place: { alarm: 'lowBattery' } });
    expect(await listed(id, { search: driver.driver_code })).toMatchObject({ alarm: 'lowBattery' });
    const dots = await ask<AnswerOf<typeof listTrackerPlaces>>(`/places?${queryOf(ACCRA)}`);
    expect(dots.alarms.filter(([n]) => dots.id[n] === id)).toMatchObject([[expect.any(Number), 'lowBattery', 120]]);
    await shapeRole(it, 'SuperUser', { 'incidents.read': false });
    expect(await ask<Shown>(`/${id}`)).toMatchObject({ incident: null, place: { alarm: 'lowBattery' } });
    await shapeRole(it, 'SuperUser', {});
  });

  test('that ended is told to pages that are open, and red again with a later alarm or once it is opened again', async () => {
    const { id, device, change, end } = await alarmed();
    const map = await openMap();
    await expect.poll(() => idsOf(map)).toContain(id);
    const alarmNow = () => {
      const of = map.messages.findLast(({ moved }) => moved.id.includes(id))?.moved;
      return of?.alarms.find(([n]) => of.id[n] === id)?.[1];
    };
    expect(alarmNow()).toBe('sos');
    await end();
    await expect.poll(alarmNow).toBe('lowBattery');
    await change({ change: 'reopen', reason: 'The caller is not safe' });
    await expect.poll(alarmNow).toBe('sos');
    await end();
    await expect.poll(alarmNow).toBe('lowBattery');
    tick();
    await report(device, { alarm: 'sos' });
    await expect.poll(alarmNow).toBe('sos');
  });
});

describe('the stream', () => {
  test('has what moves in the view, and a followed car wherever it is', async () => {
    const inside = await buildTracked();
    const outside = await buildTracked({ latitude: 9.4, longitude: -0.84 });
    const followed = await buildTracked({ latitude: 9.4, longitude: -0.84 });
    const map = await openMap({ ...ACCRA, follow: followed.id });
    await expect.poll(() => idsOf(map)).toContain(inside.id);
    tick();
    await report(outside.device, { latitude: 9.5, longitude: -0.84 });
    await report(followed.device, { latitude: 9.5, longitude: -0.84 });
    await report(inside.device, { latitude: 5.61 });
    await expect.poll(() => map.messages.at(-1)?.moved.lat).toEqual(expect.arrayContaining([5.61, 9.5]));
    expect(map.messages.at(-1)?.moved.followed).toMatchObject([{ id: followed.id, place: { latitude: 9.5 } }]);
    expect(idsOf(map)).not.toContain(outside.id);
  });

  test('tells of a car that leaves the view, once', async () => {
    const leaving = await buildTracked();
    const staying = await buildTracked();
    const map = await openMap();
    await expect.poll(() => idsOf(map)).toContain(leaving.id);
    tick();
    await report(leaving.device, { latitude: 9.4, longitude: -0.84 });
    const lastOf = () => map.messages.filter(({ moved }) => moved.id.includes(leaving.id)).at(-1)?.moved;
    await expect.poll(() => lastOf()?.lat).toContain(9.4);
    const times = map.messages.length;
    tick();
    await report(leaving.device, { latitude: 9.5, longitude: -0.84 });
    await report(staying.device, { latitude: 5.67 });
    await expect.poll(() => map.messages.at(-1)?.moved.lat).toContain(5.67);
    expect(map.messages.slice(times).flatMap(({ moved }) => moved.id)).not.toContain(leaving.id);
  });

  test('sends a page at most one message a second, whatever moves, and misses no last place', async () => {
    const cars = [await buildTracked(), await buildTracked(), await buildTracked()];
    const map = await openMap();
    await expect.poll(() => idsOf(map)).toEqual(expect.arrayContaining(cars.map(({ id }) => id)));
    const began = performance.now();
    // A metre north each time, so that no machine is quick enough to drive them out of the view.
    let n = 0;
    while (performance.now() - began < 2_500) {
      n += 1;
      it.clock.now = new Date(it.clock.now.getTime() + 10);
      for (const { device } of cars) await report(device, { latitude: 5.6 + n * 1e-5 });
    }
    const last = Math.round((5.6 + n * 1e-5) * 1e5) / 1e5;
    // The last places may come in two messages, where one was due between their reports.
    const placed = () =>
      new Map(map.messages.flatMap(({ moved }) => moved.id.map((id, at) => [id, moved.lat[at]] as const)));
    const lasts = () => cars.map(({ id }) => placed().get(id));
    await expect.poll(lasts, { timeout: 20_000 }).toEqual(cars.map(() => last));
    // One at the beginning, and one for each second since, however slow the machine is.
    const seconds = (performance.now() - began) / 1_000;
    expect(map.messages.length).toBeLessThanOrEqual(seconds + 2);
  });

  test('a tracker that moved to another car shows nothing there until it reports from it', async () => {
    const former = await buildTracked();
    await it.db
      .updateTable('device_fittings')
      .set({ removed_at: it.clock.now })
      .where('driver_id', '=', former.id)
      .execute();
    tick();
    const { driver } = await buildDriver(it);
    await buildFitting(it, { driver_id: driver.id, device_id: former.device });
    expect(await listed(driver.id, { search: driver.driver_code })).toMatchObject({ state: 'unreported' });
    const dots = await ask<AnswerOf<typeof listTrackerPlaces>>(`/places?${queryOf(ACCRA)}`);
    expect(dots.id).not.toContain(driver.id);
    expect(await ask(`/${driver.id}`)).toMatchObject({ place: null });
    tick();
    await report(former.device);
    expect(await listed(driver.id, { search: driver.driver_code })).toMatchObject({ state: 'moving' });
  });

  test('begins with what changed since the page read', async () => {
    const before = await buildTracked({ ago: 10 });
    const { at: since, id } = await ask<AnswerOf<typeof listTrackerPlaces>>(`/places?${queryOf(ACCRA)}`);
    expect(id).toContain(before.id);
    tick();
    const after = await buildTracked();
    const map = await openMap({ ...ACCRA, since });
    await expect.poll(() => idsOf(map)).toContain(after.id);
    expect(idsOf(map)).not.toContain(before.id);
  });

  test('has what another server stored', async () => {
    const { db, channel, close } = it.another();
    const config = readConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test', TOKEN_SECRET });
    const other = await buildApp({ config, db, channel, files: it.files, now: () => it.clock.now });
    const car = await buildTracked();
    const map = await openMap(ACCRA, await listen(other));
    await expect.poll(() => idsOf(map)).toContain(car.id);
    tick();
    await report(car.device, { latitude: 5.66 });
    await expect.poll(() => map.messages.at(-1)?.moved.lat).toContain(5.66);
    await other.close();
    await map.ended;
    await close();
  });

  test('ends with the session', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const leaver = await buildCaller(it, 'SuperUser');
    const map = await openMap(ACCRA, address, leaver.headers);
    const left = await it.app.inject({ method: 'POST', url: '/api/auth/logout_all', headers: leaver.headers });
    expect(left.statusCode).toBe(200);
    vi.advanceTimersByTime(30_000);
    await map.ended;
  });

  test('is for who may see where cars are, and has places for twelve pages of a person', async () => {
    for (const role of ['Accounts', 'Member'] as const) {
      const other = await buildCaller(it, role);
      const url = `/api/trackers/live?${queryOf(ACCRA)}`;
      expect((await it.app.inject({ url, headers: other.headers })).statusCode).toBe(403);
    }
    const busy = await buildCaller(it, 'SuperUser');
    for (let n = 0; n < 12; n += 1) await openMap(ACCRA, address, busy.headers);
    const refused = await it.app.inject({ url: `/api/trackers/live?${queryOf(ACCRA)}`, headers: busy.headers });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30']);
  });
});

test('a view that is none is refused', async () => {
  for (const query of [
    { ...ACCRA, north: 91 },
    { ...ACCRA, west: 'x' },
    { ...ACCRA, follow: '1,2,3,4,5,6' },
    { west: 1 },
  ]) {
    const { statusCode } = await it.app.inject({ url: `/api/trackers/live?${queryOf(query)}`, headers });
    expect([query, statusCode]).toEqual([query, 400]);
  }
});
