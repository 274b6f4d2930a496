import type { FenceRuleFields } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { type Car, watchedCars } from '../../../../test/watched-cars.ts';
import { holdFences, storeFenceStates } from './fences.repo.ts';

let it: TestApp;
let cars: ReturnType<typeof watchedCars>;

beforeAll(async () => {
  it = await startApp();
  cars = watchedCars(it);
  await cars.begin();
});
afterAll(() => it.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A call by somebody who may do all, or by others; each signs in anew, as the clock moves. */
const call = async (method: Method, url: string, payload?: object, given?: Record<string, string>) => {
  const headers = given ?? (await buildCaller(it, 'SuperAdmin')).headers;
  const answer = await it.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
};

const INSIDE = { latitude: 5.6995, longitude: -0.2 };
const OUTSIDE = { latitude: 5.7005, longitude: -0.2 };
const SQUARE = {
  kind: 'polygon',
  corners: [
    [5.5, -0.3],
    [5.5, -0.1],
    [5.7, -0.1],
    [5.7, -0.3],
  ],
};
const ALWAYS: FenceRuleFields = {
  ...{ must: 'stay_in', plan: null, driver_id: null, days: [1, 2, 3, 4, 5, 6, 7] },
  ...{ from_time: '00:00', until_time: '00:00', is_active: true },
};

let serial = 0;

/** A path of its own with a shape. */
const drawnPath = async () => {
  serial += 1;
  const name = `CIRCLE ${serial}`;
  const { id } = await it.db.insertInto('paths').values({ path: name }).returning('id').executeTakeFirstOrThrow();
  const { body } = await call('PATCH', '/fences', { kind: 'path', id, version: 0, shape: SQUARE });
  return { id, name, shape_id: String(body.shape_id) };
};

/** A rule about a path of its own, for one car unless told otherwise. */
const ruleFor = async (car: Car, rule: Partial<FenceRuleFields> = {}) => {
  const path = await drawnPath();
  const body = { ...ALWAYS, driver_id: car.driver.id, ...rule, shape_id: path.shape_id };
  const answer = await call('POST', '/fence_rules', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { ...path, rule_id: String(answer.body.id) };
};

const at = async (car: Car, place: { latitude: number; longitude: number }): Promise<void> => {
  cars.later(10);
  await cars.report(car, place);
};
const wordsOf = async (car: Car) => (await cars.entries(car)).map(({ words }: { words: string }) => words);

test('a car that leaves where it must stay in is on the list once, until it leaves again', async () => {
  const car = await cars.car();
  const { name } = await ruleFor(car);
  for (const place of [INSIDE, OUTSIDE, OUTSIDE]) await at(car, place);
  expect(await wordsOf(car)).toEqual([`It left ${name}, where it must stay in.`]);
  for (const place of [INSIDE, OUTSIDE]) await at(car, place);
  expect(await wordsOf(car)).toEqual([`It left ${name}, where it must stay in. It happened 2 times.`]);
});

test('a car that enters where it must stay out is on the list, and others are not', async () => {
  const [car, other] = [await cars.car(), await cars.car()];
  const { name } = await ruleFor(car, { must: 'stay_out' });
  for (const one of [car, other]) {
    await at(one, OUTSIDE);
    await at(one, INSIDE);
  }
  expect(await wordsOf(car)).toEqual([`It entered ${name}, where it must stay out.`]);
  expect(await wordsOf(other)).toEqual([]);
});

test('a rule for a plan holds for the cars of it', async () => {
  const [standard, monthly] = [await cars.car(), await cars.car()];
  for (const [{ driver }, plan] of [
    [standard, 'standard'],
    [monthly, 'monthly'],
  ] as const) {
    await it.db.deleteFrom('driver_plans').where('driver_id', '=', driver.id).execute();
    await it.db.insertInto('driver_plans').values({ driver_id: driver.id, from_month: '2026-11-01', plan }).execute();
  }
  const { rule_id } = await ruleFor(standard, { driver_id: null, plan: 'standard' });
  for (const car of [standard, monthly]) await at(car, OUTSIDE);
  expect([await wordsOf(standard), await wordsOf(monthly)].map((words) => words.length)).toEqual([1, 0]);
  await call('DELETE', `/fence_rules/${rule_id}`);
});

test('a rule holds in its hours: who is outside as they begin is noticed then', async () => {
  const car = await cars.car();
  const clock = (minutes: number) => new Date(it.clock.now.getTime() + minutes * 60_000).toISOString().slice(11, 16);
  await ruleFor(car, { from_time: clock(10), until_time: clock(60) });
  await at(car, OUTSIDE);
  expect(await wordsOf(car)).toEqual([]);
  cars.later(11 * 60);
  await at(car, OUTSIDE);
  expect(await wordsOf(car)).toHaveLength(1);
});

test('Traccar’s word of a fence is taken in place of ours, by its name, and a repeat says nothing new', async () => {
  const car = await cars.car();
  const { name } = await ruleFor(car);
  await at(car, INSIDE);
  cars.later(10);
  for (let n = 0; n < 2; n += 1) await cars.geofence(car, 'Exit', name.toLowerCase());
  await at(car, INSIDE);
  expect(await wordsOf(car)).toEqual([`It left ${name}, where it must stay in.`]);
  cars.later(10);
  await cars.geofence(car, 'Enter', name);
  await at(car, OUTSIDE);
  expect(await wordsOf(car)).toEqual([`It left ${name}, where it must stay in.`]);
  cars.later(10);
  await cars.geofence(car, 'Exit', 'ANOTHER FENCE');
  expect(await cars.entries(car)).toHaveLength(1);
});

test('Traccar’s first word of a fence, come late, overrides nothing newer', async () => {
  const car = await cars.car();
  const { name } = await ruleFor(car);
  await at(car, INSIDE);
  await cars.geofence(car, 'Exit', name, { after: -300 });
  expect(await wordsOf(car)).toEqual([]);
  await at(car, OUTSIDE);
  expect(await wordsOf(car)).toHaveLength(1);
});

test('a late report of a place outside breaks nothing', async () => {
  const car = await cars.car();
  await ruleFor(car);
  await at(car, INSIDE);
  await cars.report(car, { after: -300, ...OUTSIDE });
  expect(await wordsOf(car)).toEqual([]);
});

test('a change of a shape waits for the reports that are held against it, and leaves nothing of before', async () => {
  const car = await cars.car();
  const { id, shape_id } = await ruleFor(car);
  const batch = await it.db.startTransaction().execute();
  await holdFences(batch);
  let isChanged = false;
  const circle = { kind: 'circle', latitude: 5.6, longitude: -0.2, radius_m: 500 };
  const changing = awaitLater(
    call('PATCH', '/fences', { kind: 'path', id, version: 1, shape: circle }).then(() => {
      isChanged = true;
    }),
  );
  await expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`
        SELECT count(*)::integer AS n FROM pg_locks WHERE NOT granted AND locktype = 'advisory'`.execute(it.db);
      return rows[0]?.n;
    })
    .toBeGreaterThan(0);
  expect(isChanged).toBe(false);
  const rule = await batch.selectFrom('fence_rules').select('id').where('shape_id', '=', shape_id).executeTakeFirst();
  const known = { is_outside: false, is_by_traccar: false, is_noted: false, changed_at: it.clock.now };
  await storeFenceStates(batch, [{ ...known, device_id: car.device.id, rule_id: rule?.id ?? '' }]);
  await batch.commit().execute();
  await changing;
  const states = it.db.selectFrom('fence_states').select('rule_id').where('device_id', '=', car.device.id);
  expect(await states.execute()).toEqual([]);
});

test('a rule that is switched off holds for none, and one that is deleted leaves its entries', async () => {
  const car = await cars.car();
  const { rule_id } = await ruleFor(car);
  const whom = { ...ALWAYS, driver_id: car.driver.id };
  expect((await call('PATCH', `/fence_rules/${rule_id}`, { ...whom, is_active: false })).status).toBe(200);
  await at(car, OUTSIDE);
  expect(await wordsOf(car)).toEqual([]);
  await call('PATCH', `/fence_rules/${rule_id}`, whom);
  await at(car, OUTSIDE);
  expect(await wordsOf(car)).toHaveLength(1);
  expect((await call('DELETE', `/fence_rules/${rule_id}`)).status).toBe(200);
  expect(await wordsOf(car)).toHaveLength(1);
  await at(car, OUTSIDE);
});

test('of two who change a shape at once the later is told, and a shape goes with its rules', async () => {
  const car = await cars.car();
  const { id, shape_id } = await ruleFor(car, { is_active: false });
  const circle = { kind: 'circle', latitude: 5.6, longitude: -0.2, radius_m: 500 };
  const change = { kind: 'path', id, version: 1, shape: circle };
  expect((await call('PATCH', '/fences', change)).body).toMatchObject({ shape_id, version: 2 });
  const late = await call('PATCH', '/fences', change);
  expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(/^Somebody else changed the shape of/)]);
  expect((await call('PATCH', '/fences', { ...change, version: 0 })).status).toBe(409);
  const fence = async () =>
    (await call('GET', '/fences')).body.find(
      (one: { kind: string; id: string }) => one.kind === 'path' && one.id === id,
    );
  expect(await fence()).toMatchObject({ version: 2, shape: circle, rules: [{ car_number: car.driver.car_number }] });
  expect((await call('DELETE', `/fences/${shape_id}`)).status).toBe(200);
  expect(await fence()).toMatchObject({ version: 0, shape: null, rules: [] });
});

test('only those who may change tracking draw, and all who see the map see it', async () => {
  const { id } = await drawnPath();
  const { headers } = await buildCaller(it, 'SuperUser');
  expect((await call('GET', '/fences', undefined, headers)).status).toBe(200);
  expect((await call('PATCH', '/fences', { kind: 'path', id, version: 1, shape: SQUARE }, headers)).status).toBe(403);
});
