import { randomBytes } from 'node:crypto';
import { UNKNOWN_CALLER } from '@banbo/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextCarNumber, sendCar } from '../../../../test/builders/cars.ts';
import { buildCaller, buildMember, OWN_PAGE, signIn } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const newSecret = (): string => randomBytes(32).toString('base64url');
const minutes = (count: number): Date => new Date(it.clock.now.getTime() + count * 60_000);
const at = (count = 0): string => minutes(count).toISOString();
/** The next minute, in which limits count anew. */
const wait = (count = 1): void => {
  it.clock.now = minutes(count);
};

type Call = Record<string, unknown>;
type Sender = { headers?: Record<string, string>; remoteAddress?: string };

let address = 0;
const anAddress = (): string => {
  address += 1;
  return `10.9.${address >> 8}.${address & 255}`;
};

const post = async (url: string, payload: Call, { headers = OWN_PAGE, remoteAddress = anAddress() }: Sender = {}) => {
  const answer = await it.app.inject({ method: 'POST', url: `/api${url}`, payload, headers, remoteAddress });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
};
const call = (more: Call = {}, sender: Sender = {}) =>
  post('/sos', { secret: newSecret(), pressed_at: at(), ...more }, sender);
const follow = (secret: string, more: Call = {}) => post('/sos/follow', { secret, ...more });

const PLACE = { latitude: 5.6037, longitude: -0.187, accuracy_m: 14 };
const placeAt = (count = 0, more: Call = {}) => ({ ...PLACE, at: at(count), ...more });

/** A member with what a phone that is not signed in sends of them. */
const newMember = async () => {
  const driver = await buildMember(it);
  const { driver_code, car_number } = driver;
  return { driver, car: { driver_code, car_number } };
};

const incidentsOf = (driverId: string) =>
  it.db.selectFrom('incidents').selectAll().where('driver_id', '=', driverId).orderBy('id').execute();
const stepsOf = async (driverId: string) => {
  const [incident] = await incidentsOf(driverId);
  const rows = await it.db
    .selectFrom('incident_steps')
    .select('words')
    .where('incident_id', '=', incident?.id ?? '')
    .where('what', '=', 'signal')
    .orderBy('id')
    .execute();
  return rows.map(({ words }) => words);
};
const placesOf = async (driverId: string) => {
  const [incident] = await incidentsOf(driverId);
  return it.db
    .selectFrom('incident_places')
    .select(['latitude', 'accuracy_m', 'at', 'source'])
    .where('incident_id', '=', incident?.id ?? '')
    .orderBy('at')
    .execute();
};

test('a member who is signed in calls by the secret alone', async () => {
  const { driver, car } = await newMember();
  const headers = await signIn(it, 'member_login', car);
  const secret = newSecret();
  const answer = await call({ secret, place: placeAt(), battery_percent: 41 }, { headers });
  expect(answer).toMatchObject({ status: 200, body: { status: 'asked', raised_at: at(), placed_at: at() } });
  expect(await incidentsOf(driver.id)).toMatchObject([{ grade: 'sos', source: 'member', signals: 1 }]);
  expect((await follow(secret)).body).toEqual(answer.body);
});

test('a member of several cars calls for the one whose code the phone gives, and else for the own one', async () => {
  const { driver, car } = await newMember();
  const office = (await buildCaller(it, 'SuperAdmin')).headers;
  const { body } = await sendCar(it, office, driver.id, { car_number: nextCarNumber() });
  const other: { id: string; driver_code: string } = { id: body.id, driver_code: body.driver.driver_code };
  const headers = await signIn(it, 'member_login', car);
  await call({ driver_code: other.driver_code.toLowerCase() }, { headers });
  expect(await incidentsOf(other.id)).toHaveLength(1);
  expect(await incidentsOf(driver.id)).toEqual([]);
  await call({}, { headers });
  expect(await incidentsOf(driver.id)).toHaveLength(1);
});

test('a member whose session has ended calls by car number and code, as they type them', async () => {
  const { driver, car } = await newMember();
  const typed = {
    driver_code: ` ${car.driver_code.toLowerCase()} `,
    car_number: car.car_number.toLowerCase().replaceAll(/[ -]/g, ''),
  };
  const forged = { ...OWN_PAGE, authorization: 'Bearer of.an.old' };
  expect((await call(typed, { headers: forged })).status).toBe(200);
  expect(await incidentsOf(driver.id)).toHaveLength(1);
});

test('whoever does not know a car with its code is refused in the same words and raises nothing', async () => {
  const [one, two] = [await newMember(), await newMember()];
  const refused = [
    { car_number: one.car.car_number },
    { driver_code: one.car.driver_code },
    { ...one.car, car_number: two.car.car_number },
    { ...one.car, driver_code: 'DRV999999X' },
    {},
  ];
  for (const body of refused) {
    const answer = await call(body);
    expect(answer).toMatchObject({ status: 404, body: { message: UNKNOWN_CALLER } });
  }
  for (const { driver } of [one, two]) expect(await incidentsOf(driver.id)).toEqual([]);
  expect((await follow(newSecret())).status).toBe(404);
});

test('the same secret again is the same call, also sent by page and worker at once, and adds its place', async () => {
  const { driver, car } = await newMember();
  const secret = newSecret();
  const pressed_at = at();
  const answers = await Promise.all(Array.from({ length: 6 }, () => call({ ...car, secret, pressed_at })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  wait(40);
  await call({ ...car, secret, pressed_at, place: placeAt(-1) });
  expect(await incidentsOf(driver.id)).toMatchObject([{ signals: 1 }]);
  expect(await stepsOf(driver.id)).toHaveLength(1);
  expect(await placesOf(driver.id)).toMatchObject([{ latitude: 5.6037, accuracy_m: 14, at: minutes(-1) }]);
});

test('a known secret that names another car by now raises nothing and adds no place', async () => {
  const [own, other] = [await newMember(), await newMember()];
  const secret = newSecret();
  await call({ ...own.car, secret });
  const { status, body } = await call({ ...other.car, secret, place: placeAt() });
  expect([status, body.status]).toEqual([200, 'asked']);
  expect(await placesOf(own.driver.id)).toEqual([]);
  expect(await incidentsOf(other.driver.id)).toEqual([]);
});

test('a phone gives newer places and its battery while it follows, until the call has ended', async () => {
  const { driver, car } = await newMember();
  const secret = newSecret();
  await call({ ...car, secret });
  await follow(secret, { place: placeAt(-2, { accuracy_m: 900 }), battery_percent: 40 });
  const better = placeAt(-1);
  expect((await follow(secret, { place: better, battery_percent: 39 })).body).toMatchObject({ placed_at: at(-1) });
  expect((await follow(secret, { place: better })).status).toBe(200);
  expect(await placesOf(driver.id)).toMatchObject([{ accuracy_m: 900 }, { accuracy_m: 14, source: 'member' }]);
  const [incident] = await incidentsOf(driver.id);
  const signals = it.db.selectFrom('incident_signals').select('battery_percent');
  expect(await signals.where('incident_id', '=', incident?.id ?? '').execute()).toEqual([{ battery_percent: 39 }]);
  await it.db
    .updateTable('incidents')
    .set({ status: 'resolved', ended_at: it.clock.now, ring_at: null })
    .where('id', '=', incident?.id ?? '')
    .execute();
  const ended = await follow(secret, { place: placeAt(0) });
  expect(ended.body).toMatchObject({ status: 'ended', ended_at: at() });
  expect(await placesOf(driver.id)).toHaveLength(2);
});

test('the word of safety is noted once and ends nothing', async () => {
  const { driver, car } = await newMember();
  const secret = newSecret();
  await call({ ...car, secret });
  for (let n = 0; n < 2; n += 1)
    expect((await follow(secret, { is_safe: true })).body).toMatchObject({ is_safe_noted: true, status: 'asked' });
  expect((await stepsOf(driver.id)).filter((words) => /safe/.test(words))).toEqual([
    'Phone 1 (not known) says to be safe.',
  ]);
  expect(await incidentsOf(driver.id)).toMatchObject([{ status: 'raised', ended_at: null }]);
});

test('the answer holds nothing of person or car', async () => {
  const { car } = await newMember();
  const { body } = await call({ ...car, place: placeAt() });
  expect(Object.keys(body).sort()).toEqual(
    [
      ...['at', 'ended_at', 'is_drill', 'is_safe_noted', 'placed_at', 'raised_at'],
      ...['seen_at', 'sent_at', 'status', 'there_at'],
    ].sort(),
  );
});

test('two hundred calls of one car are one incident, whatever their phones’ clocks say', async () => {
  const { driver, car } = await newMember();
  for (let n = 0; n < 200; n += 1) {
    // Each from an address of its own, so that no limit stands between the calls and the board.
    const { status } = await call({ ...car, pressed_at: at(-((n * 37) % 1_430)) });
    expect(status).toBe(200);
  }
  expect(await incidentsOf(driver.id)).toMatchObject([{ signals: 200 }]);
});

test('an address that calls too often is told when to try again', async () => {
  it.atOneServer('an address has so many calls at each server');
  const { driver } = await newMember();
  const remoteAddress = anAddress();
  const answers = [];
  for (let n = 0; n < 121; n += 1) answers.push(await call({ car_number: driver.car_number }, { remoteAddress }));
  expect(answers.slice(0, 120).every(({ status }) => status === 404)).toBe(true);
  expect(answers[120]).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
});

test('a call that was pressed an hour ago without network is raised now, and says so', async () => {
  const { driver, car } = await newMember();
  expect((await call({ ...car, pressed_at: at(-60) })).body).toMatchObject({ status: 'asked', raised_at: at() });
  expect(await incidentsOf(driver.id)).toMatchObject([{ raised_at: it.clock.now, first_signal_at: minutes(-60) }]);
  expect(await stepsOf(driver.id)).toEqual([expect.stringMatching(/sent 60 minutes before it came$/)]);
});

test.each([
  ['ahead', 125],
  ['days behind', -3 * 1_440],
])('a phone whose clock is %s calls now', async (_, count) => {
  const { driver, car } = await newMember();
  const answer = await call({ ...car, pressed_at: at(count), place: placeAt(count) });
  expect(answer.body).toMatchObject({ raised_at: at(), placed_at: at() });
  expect(await incidentsOf(driver.id)).toMatchObject([{ first_signal_at: it.clock.now }]);
});

test('a new press after the end rings, though the phone’s clock is some minutes slow', async () => {
  const { driver, car } = await newMember();
  await call(car);
  const [incident] = await incidentsOf(driver.id);
  wait(5);
  await it.db
    .updateTable('incidents')
    .set({ status: 'resolved', ended_at: it.clock.now, ring_at: null })
    .where('id', '=', incident?.id ?? '')
    .execute();
  wait(2);
  // Of long before the end, it is what the office knew of.
  expect((await call({ ...car, pressed_at: at(-7) })).body).toMatchObject({ status: 'ended' });
  expect((await call({ ...car, pressed_at: at(-4) })).body).toMatchObject({ status: 'asked', ended_at: null });
  expect(await incidentsOf(driver.id)).toMatchObject([{ status: 'resolved', signals: 2 }, { status: 'raised' }]);
});

test('a caller reads where the call rang meanwhile, without a name, until it is seen', async () => {
  const { driver, car } = await newMember();
  await buildPayment(it, submissionOf(driver), 'cleared');
  const { headers } = await buildCaller(it, 'SuperUser');
  await it.app.inject({ method: 'POST', url: '/api/response_shifts', headers, payload: {} });
  const secret = newSecret();
  const { body } = await call({ secret }, { headers: await signIn(it, 'member_login', car) });
  expect(body.tried).toEqual([{ at: expect.any(String), words: 'It rings at one of us in the office.' }]);
  const [incident] = await incidentsOf(driver.id);
  const seen = { method: 'PATCH', url: `/api/incidents/${incident?.id}`, headers } as const;
  await it.app.inject({ ...seen, payload: { change: 'acknowledge' } });
  expect((await follow(secret)).body.tried).toBeUndefined();
});

const signalsOf = (driverId: string) =>
  it.db
    .selectFrom('incident_signals')
    .select('battery_percent')
    .where('incident_id', 'in', it.db.selectFrom('incidents').select('id').where('driver_id', '=', driverId))
    .execute();

test.each([
  ['87.5', 87.5, 88],
  ['a text', '87', 87],
  ['more than all', 140, null],
  ['a share or a percent', 0.87, null],
  ['null', null, null],
])('a battery of %s loses no call', async (_, battery_percent, kept) => {
  const { driver, car } = await newMember();
  expect((await call({ ...car, battery_percent })).status).toBe(200);
  expect(await signalsOf(driver.id)).toEqual([{ battery_percent: kept }]);
});

type Kept = { accuracy_m: number | null; ago: number };
const SOON = { accuracy_m: 14, ago: 0 };

test.each<[string, () => unknown, Kept | null]>([
  ['with fields of its own', () => placeAt(-1, { speed: 3, altitude: 61 }), { accuracy_m: 14, ago: 1 }],
  ['without accuracy', () => placeAt(-1, { accuracy_m: undefined }), { accuracy_m: null, ago: 1 }],
  ['with an odd accuracy', () => placeAt(-1, { accuracy_m: -1 }), { accuracy_m: null, ago: 1 }],
  ['in another zone', () => placeAt(0, { at: at(-1).replace('Z', '+00:00') }), { accuracy_m: 14, ago: 1 }],
  ['in milliseconds', () => placeAt(0, { at: minutes(-1).getTime() }), { accuracy_m: 14, ago: 1 }],
  ['of no moment', () => placeAt(0, { at: 'just now' }), SOON],
  ['as texts', () => ({ latitude: '5,6037', longitude: ' -0.187 ', accuracy_m: '14' }), SOON],
  ['that is almost 0,0', () => placeAt(-1, { latitude: 0, longitude: -5e-324 }), null],
  ['with a tiny accuracy', () => placeAt(-1, { accuracy_m: 5e-324 }), { accuracy_m: 0, ago: 1 }],
  ['of a phone without a fix', () => placeAt(0, { latitude: 0, longitude: 0 }), null],
  ['beyond the pole', () => placeAt(0, { latitude: 91 }), null],
  ['as a word', () => 'Circle, by the bridge', null],
  ['that is null', () => null, null],
])('a place %s loses no call', async (_, placed, kept) => {
  const { driver, car } = await newMember();
  expect((await call({ ...car, place: placed() })).status).toBe(200);
  expect(await incidentsOf(driver.id)).toHaveLength(1);
  const stored = kept ? [{ latitude: 5.6037, accuracy_m: kept.accuracy_m, at: minutes(-kept.ago) }] : [];
  expect(await placesOf(driver.id)).toMatchObject(stored);
});

test('a call with unknown fields, an odd moment or a longer address is taken', async () => {
  const { driver, car } = await newMember();
  for (const more of [{ app: '3.1', os: { name: 'x' } }, { pressed_at: undefined }, { pressed_at: 'now' }])
    expect((await call({ ...car, ...more })).status).toBe(200);
  expect((await post('/sos?utm_source=sms&x=%00', { secret: newSecret(), ...car })).status).toBe(200);
  const [letters, digits] = [car.driver_code.slice(0, 3), car.driver_code.slice(3)];
  expect((await call({ ...car, driver_code: `${letters} ${digits}\u200b` })).status).toBe(200);
  expect(await incidentsOf(driver.id)).toMatchObject([{ signals: 5 }]);
});

test('a member whose code names no car calls for the own one', async () => {
  const { driver, car } = await newMember();
  const headers = await signIn(it, 'member_login', car);
  for (const driver_code of ['x'.repeat(30), 'DRV999999X', 7, null])
    expect((await call({ driver_code, car_number: 'GR 1-09' }, { headers })).status).toBe(200);
  expect(await incidentsOf(driver.id)).toMatchObject([{ signals: 4 }]);
});

test('a phone that follows is heard whatever else it sends', async () => {
  const { driver, car } = await newMember();
  const secret = newSecret();
  await call({ ...car, secret });
  const odd = { place: { latitude: 'x' }, battery_percent: 'full', is_safe: 'yes', wants_code: 1, app: 3 };
  expect(await follow(secret, odd)).toMatchObject({ status: 200, body: { is_safe_noted: false } });
  expect((await follow(secret, { ...odd, is_safe: true, battery_percent: 12.4 })).body.is_safe_noted).toBe(true);
  expect(await signalsOf(driver.id)).toEqual([{ battery_percent: 12 }]);
});

test('nothing beside the secret and the car has a call refused, nor a phone that follows', async () => {
  const { driver, car } = await newMember();
  const secret = newSecret();
  await call({ ...car, secret });
  const odd = fc.record({
    ...{ pressed_at: fc.anything(), place: fc.anything(), battery_percent: fc.anything(), app: fc.anything() },
  });
  const place = fc.record({
    ...{ latitude: fc.oneof(fc.double(), fc.string()), longitude: fc.oneof(fc.double(), fc.string()) },
    ...{ accuracy_m: fc.anything(), at: fc.oneof(fc.string(), fc.double(), fc.date()) },
  });
  // Fastify refuses a body with the key `__proto__`, which no phone sends.
  const jsonOf = (value: object): Call =>
    JSON.parse(
      JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)).replaceAll(
        '"__proto__":',
        '"proto":',
      ),
    );
  await fc.assert(
    fc.asyncProperty(fc.oneof(odd, fc.record({ place })), async (more) => {
      expect((await call({ ...jsonOf(more), ...car })).status).toBe(200);
      expect((await follow(secret, jsonOf(more))).status).toBe(200);
    }),
    { numRuns: 40 },
  );
  expect(await incidentsOf(driver.id)).toMatchObject([{ status: 'raised' }]);
});
