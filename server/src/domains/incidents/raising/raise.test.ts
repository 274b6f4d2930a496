import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDevice, buildFitting } from '../../../../test/builders/devices.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildFeedSecret } from '../../../../test/builders/feed-secret.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildIncident, buildSignal } from '../../../../test/builders/incidents.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { traccarEvent, traccarPosition } from '../../../../test/tracking/traccar.ts';
import { raise } from './raise.ts';

const SECRET = 'a secret of the feeds';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
  await buildFeedSecret(it.db, SECRET, it.clock.now);
});
afterAll(() => it.close());

/** Somebody who may answer, signed in by now's clock. */
const staff = async () => (await buildCaller(it, 'SuperAdmin')).headers;

const wait = (minutes: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + minutes * 60_000);
};
const at = (seconds: number): string => new Date(it.clock.now.getTime() + seconds * 1_000).toISOString();

const post = (path: 'positions' | 'events', payload: unknown) =>
  it.app.inject({
    method: 'POST',
    url: `/api/feeds/traccar/${path}`,
    headers: { 'content-type': 'application/json', 'x-feed-secret': SECRET },
    payload: JSON.stringify(payload),
  });

const newDriver = async () => (await buildDriver(it)).driver;

/** A driver with a tracker in the car. */
const carWithTracker = async () => {
  const driver = await newDriver();
  const { id, imei } = await buildDevice(it);
  await buildFitting(it, {
    driver_id: driver.id,
    device_id: id,
    fitted_at: new Date(it.clock.now.getTime() - 86_400_000),
  });
  return { driver, device: id, imei };
};

const incidentsOf = (column: 'driver_id' | 'device_id', id: string) =>
  it.db.selectFrom('incidents').selectAll().where(column, '=', id).orderBy('id').execute();
const stepsOf = (incidentId: string) =>
  it.db.selectFrom('incident_steps').selectAll().where('incident_id', '=', incidentId).orderBy('id').execute();

const sos = (imei: string, when: string) => traccarEvent(imei, when, { type: 'alarm', attributes: { alarm: 'sos' } });

test('a panic button that Traccar tells of is an incident with its car, place and number', async () => {
  const { driver, device, imei } = await carWithTracker();
  expect((await post('events', sos(imei, at(-3)))).statusCode).toBe(200);
  const [incident, ...others] = await incidentsOf('driver_id', driver.id);
  expect(others).toEqual([]);
  expect(incident).toMatchObject({
    ...{ grade: 'sos', source: 'tracker', status: 'raised', is_drill: false, signals: 1, device_id: device },
    number: expect.stringMatching(/^\d{4}-\d{4}$/),
    raised_at: it.clock.now,
    first_signal_at: new Date(at(-3)),
  });
  const places = await it.db
    .selectFrom('incident_places')
    .select(['latitude', 'longitude', 'source'])
    .where('incident_id', '=', incident?.id ?? '')
    .execute();
  expect(places).toEqual([{ latitude: 5.6037, longitude: -0.187, source: 'tracker' }]);
});

test('an SOS with a fix that is not sure is at the last sure place, and its own stands last', async () => {
  const { driver, imei } = await carWithTracker();
  await post('positions', traccarPosition(imei, at(-10)));
  const panic = { type: 'alarm', attributes: { alarm: 'sos' } };
  await post('events', traccarEvent(imei, at(-5), panic, { latitude: 9.4, longitude: -0.85, valid: false }));
  await post('events', traccarEvent(imei, at(-3), panic, { latitude: 48.85, longitude: 2.35 }));
  const [incident] = await incidentsOf('driver_id', driver.id);
  const shown = await it.app.inject({ url: `/api/incidents/${incident?.id}`, headers: await staff() });
  expect(shown.json().private.places).toMatchObject([
    { latitude: 5.6037, is_unsure: false },
    { latitude: 48.85, is_unsure: true },
    { latitude: 9.4, is_unsure: true },
  ]);
  const alarms = it.db.selectFrom('tracker_alarms').select(['latitude', 'longitude']);
  expect(await alarms.where('driver_id', '=', driver.id).execute()).toEqual(
    [1, 2].map(() => ({ latitude: null, longitude: null })),
  );
});

test('a panic button of an OsmAnd app is an incident too', async () => {
  const { driver, imei } = await carWithTracker();
  const timestamp = String(Math.floor(it.clock.now.getTime() / 1_000) - 2);
  const query = new URLSearchParams({
    id: imei,
    lat: '5.55',
    lon: '-0.2',
    timestamp,
    alarm: 'sos',
    key: SECRET,
  });
  const answer = await it.app.inject({ url: `/api/feeds/osmand?${query}` });
  expect(answer.statusCode).toBe(200);
  expect(await incidentsOf('driver_id', driver.id)).toMatchObject([{ grade: 'sos', source: 'tracker' }]);
});

test('the same alarm sent again changes nothing, and another of the car within half an hour joins its incident', async () => {
  const { driver, imei } = await carWithTracker();
  const first = sos(imei, at(-3));
  await post('events', first);
  await post('events', first);
  await post('positions', traccarPosition(imei, at(-1), { attributes: { alarm: 'sos' } }));
  wait(20);
  await post('events', sos(imei, at(-1)));
  const [incident, ...others] = await incidentsOf('driver_id', driver.id);
  expect(others).toEqual([]);
  expect(incident?.signals).toBeGreaterThanOrEqual(2);
  expect((await stepsOf(incident?.id ?? '')).filter(({ what }) => what === 'signal')).toHaveLength(
    incident?.signals ?? 0,
  );
  wait(31);
  await post('events', sos(imei, at(-1)));
  expect(await incidentsOf('driver_id', driver.id)).toHaveLength(2);
});

test('a thousand alarms of one device are one incident', async () => {
  const driver = await newDriver();
  const signals = Array.from({ length: 1_000 }, (_, n) =>
    buildSignal(it, { driverId: driver.id, at: new Date(it.clock.now.getTime() - n) }),
  );
  await it.db.transaction().execute((tx) => raise(tx, signals, { now: it.clock.now }));
  expect(await incidentsOf('driver_id', driver.id)).toMatchObject([{ signals: 1_000 }]);
});

test('signals of one car that several servers hear at once are one incident', async () => {
  const driver = await newDriver();
  await Promise.all(Array.from({ length: 12 }, () => buildIncident(it, { driverId: driver.id })));
  expect(await incidentsOf('driver_id', driver.id)).toMatchObject([{ signals: 12 }]);
});

test('numbers of incidents made at once have no gap and no repeat', async () => {
  const drivers = await Promise.all(Array.from({ length: 12 }, newDriver));
  const before = await it.db
    .selectFrom('incidents')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  await Promise.all(drivers.map(({ id }) => buildIncident(it, { driverId: id })));
  const rows = await it.db
    .selectFrom('incidents')
    .select('number')
    .where('is_drill', '=', false)
    .orderBy('id')
    .execute();
  const numbers = rows.map(({ number }) => Number(number.slice(5))).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, n) => n + 1));
  expect(numbers).toHaveLength(Number(before.n) + 12);
});

test('a tracker in no car raises an incident without a driver', async () => {
  const { id, imei } = await buildDevice(it);
  await post('events', sos(imei, at(-1)));
  expect(await incidentsOf('device_id', id)).toMatchObject([{ driver_id: null, grade: 'sos', status: 'raised' }]);
});

test('a car whose driver is removed, and a tracker that was taken out, still call for help', async () => {
  const { driver, imei } = await carWithTracker();
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', driver.id).execute();
  await post('events', sos(imei, at(-1)));
  expect(await incidentsOf('driver_id', driver.id)).toHaveLength(1);
  const former = await newDriver();
  const { id, imei: other } = await buildDevice(it);
  const hour = 3_600_000;
  const [fitted_at, removed_at] = [
    new Date(it.clock.now.getTime() - 2 * hour),
    new Date(it.clock.now.getTime() - hour),
  ];
  await buildFitting(it, { driver_id: former.id, device_id: id, fitted_at, removed_at });
  await post('events', sos(other, at(-1)));
  expect(await incidentsOf('driver_id', former.id)).toEqual([]);
  expect(await incidentsOf('device_id', id)).toHaveLength(1);
});

test('accident, tampering and jamming raise their own grade, and other alarms raise none', async () => {
  for (const [alarm, grade] of [
    ['accident', 'accident'],
    ['tampering', 'tampering'],
    ['removing', 'tampering'],
    ['jamming', 'jamming'],
  ] as const) {
    const { driver, imei } = await carWithTracker();
    await post('events', traccarEvent(imei, at(-1), { type: 'alarm', attributes: { alarm } }));
    expect(await incidentsOf('driver_id', driver.id)).toMatchObject([{ grade }]);
  }
  const { driver, imei } = await carWithTracker();
  for (const alarm of ['overspeed', 'lowBattery', 'geofenceExit']) {
    await post('events', traccarEvent(imei, at(-1), { type: 'alarm', attributes: { alarm } }));
  }
  expect(await incidentsOf('driver_id', driver.id)).toEqual([]);
});

test('a power cut raises its grade while the car drives, and none while it stands', async () => {
  const cut = (imei: string, motion: boolean) =>
    traccarEvent(
      imei,
      at(-1),
      { type: 'alarm', attributes: { alarm: 'powerCut' } },
      { attributes: { motion }, speed: motion ? 20 : 0 },
    );
  const driving = await carWithTracker();
  await post('events', cut(driving.imei, true));
  expect(await incidentsOf('driver_id', driving.driver.id)).toMatchObject([{ grade: 'power_cut', ring_at: null }]);
  const standing = await carWithTracker();
  await post('events', cut(standing.imei, false));
  expect(await incidentsOf('driver_id', standing.driver.id)).toEqual([]);
});

test('a graver signal of an incident that is acknowledged makes it ring again', async () => {
  const driver = await newDriver();
  const id = await buildIncident(it, { driverId: driver.id, grade: 'jamming' });
  const acknowledge = {
    method: 'PATCH',
    url: `/api/incidents/${id}`,
    headers: await staff(),
    payload: { change: 'acknowledge' },
  } as const;
  expect((await it.app.inject(acknowledge)).statusCode).toBe(200);
  expect(await incidentsOf('driver_id', driver.id)).toMatchObject([{ status: 'acknowledged', grade: 'jamming' }]);
  await buildIncident(it, { driverId: driver.id, grade: 'sos' });
  expect(await incidentsOf('driver_id', driver.id)).toMatchObject([{ status: 'raised', grade: 'sos', signals: 2 }]);
});

test('after the end of an incident a new signal raises another, and a late one of before joins the ended', async () => {
  const driver = await newDriver();
  const id = await buildIncident(it, { driverId: driver.id });
  const pressed = it.clock.now;
  wait(2);
  const payload = { change: 'false_alarm', reason: 'Pressed by mistake' };
  expect(
    (await it.app.inject({ method: 'PATCH', url: `/api/incidents/${id}`, headers: await staff(), payload })).statusCode,
  ).toBe(200);
  wait(1);
  const late = buildSignal(it, { driverId: driver.id, at: pressed });
  const fresh = buildSignal(it, { driverId: driver.id });
  const raised = await it.db.transaction().execute((tx) => raise(tx, [late, fresh], { now: it.clock.now }));
  expect(raised.get(late)).toBe(id);
  expect(raised.get(fresh)).not.toBe(id);
  expect(await incidentsOf('driver_id', driver.id)).toMatchObject([{ status: 'false_alarm' }, { status: 'raised' }]);
});

test('a signal calls for help up to a day after it was sent, and nobody later', async () => {
  const [driver, other] = [await newDriver(), await newDriver()];
  const late = buildSignal(it, { driverId: driver.id, at: new Date(at(-86_400)) });
  const old = buildSignal(it, { driverId: other.id, at: new Date(at(-86_401)) });
  const raised = await it.db.transaction().execute((tx) => raise(tx, [late, old], { now: it.clock.now }));
  expect([...raised.keys()]).toEqual([late]);
  expect(await incidentsOf('driver_id', driver.id)).toMatchObject([{ grade: 'sos', status: 'raised' }]);
  expect(await incidentsOf('driver_id', other.id)).toEqual([]);
});

test('a drill has a number of its own and never mixes with the real', async () => {
  const driver = await newDriver();
  await buildIncident(it, { driverId: driver.id, isDrill: true });
  await buildIncident(it, { driverId: driver.id });
  expect(await incidentsOf('driver_id', driver.id)).toMatchObject([
    { is_drill: true, number: expect.stringMatching(/^\d{4}-D\d{3}$/), signals: 1 },
    { is_drill: false, signals: 1 },
  ]);
});

test('an SOS that joins a jamming which still rings is passed on from then', async () => {
  const driver = await newDriver();
  await buildIncident(it, { driverId: driver.id, grade: 'jamming' });
  expect(await incidentsOf('driver_id', driver.id)).toMatchObject([{ ring_at: null }]);
  wait(1);
  await buildIncident(it, { driverId: driver.id, grade: 'sos' });
  const [incident] = await incidentsOf('driver_id', driver.id);
  expect(incident).toMatchObject({ status: 'raised', grade: 'sos', ring_at: expect.any(Date) });
  const ringAt = incident?.ring_at;
  wait(1);
  await buildIncident(it, { driverId: driver.id, grade: 'sos' });
  expect(await incidentsOf('driver_id', driver.id)).toMatchObject([{ ring_at: ringAt, signals: 3 }]);
});

test('an SOS that was sent before a jamming ended, and comes after it, rings', async () => {
  const driver = await newDriver();
  const id = await buildIncident(it, { driverId: driver.id, grade: 'jamming' });
  const pressed = it.clock.now;
  wait(2);
  const payload = { change: 'false_alarm', reason: 'Under a bridge' };
  await it.app.inject({ method: 'PATCH', url: `/api/incidents/${id}`, headers: await staff(), payload });
  wait(1);
  const late = buildSignal(it, { driverId: driver.id, source: 'member', at: pressed });
  await it.db.transaction().execute((tx) => raise(tx, [late], { now: it.clock.now }));
  expect(await incidentsOf('driver_id', driver.id)).toMatchObject([
    { grade: 'jamming', status: 'false_alarm', signals: 1 },
    { grade: 'sos', status: 'raised' },
  ]);
});

test('a time line shows what was done, however often the device calls', async () => {
  const driver = await newDriver();
  const id = await buildIncident(it, { driverId: driver.id });
  const headers = await staff();
  const payload = { change: 'acknowledge' };
  await it.app.inject({ method: 'PATCH', url: `/api/incidents/${id}`, headers, payload });
  const signals = Array.from({ length: 600 }, () => buildSignal(it, { driverId: driver.id }));
  await it.db.transaction().execute((tx) => raise(tx, signals, { now: it.clock.now }));
  const { steps } = (await it.app.inject({ url: `/api/incidents/${id}`, headers })).json();
  expect(steps.map(({ words }: { words: string }) => words)).toContain('Acknowledged.');
});

test('an SOS of a tracker whose clock cannot be true is of when it was heard', async () => {
  const { driver, imei } = await carWithTracker();
  const last = '2007-04-12T09:00:00Z';
  await post('positions', traccarPosition(imei, last, { attributes: { alarm: 'sos' } }));
  await post('positions', traccarPosition(imei, last, { attributes: { alarm: 'overspeed' } }));
  expect(await incidentsOf('driver_id', driver.id)).toMatchObject([{ grade: 'sos', status: 'raised', signals: 1 }]);
  const other = await carWithTracker();
  await post('events', sos(other.imei, at(3 * 86_400)));
  expect(await incidentsOf('driver_id', other.driver.id)).toMatchObject([{ grade: 'sos', status: 'raised' }]);
});

test('an SOS comes through beside a device’s backlog of places', async () => {
  const { driver, imei } = await carWithTracker();
  for (let sent = 0; sent < 700; sent += 100) {
    const backlog = Array.from({ length: 100 }, (_, n) => traccarPosition(imei, at(sent + n - 900)));
    expect((await post('positions', backlog)).statusCode).toBe(200);
  }
  const answer = await post('positions', traccarPosition(imei, at(-1), { attributes: { alarm: 'sos' } }));
  expect(answer.statusCode).toBe(200);
  expect(await incidentsOf('driver_id', driver.id)).toMatchObject([{ grade: 'sos' }]);
});
