import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { type Car, watchedCars } from '../../../../test/watched-cars.ts';

let it: TestApp;
let cars: ReturnType<typeof watchedCars>;
let headers: Record<string, string>;

beforeAll(async () => {
  it = await startApp();
  cars = watchedCars(it);
  await cars.begin();
  headers = (await buildCaller(it, 'SuperAdmin')).headers;
});
afterAll(() => it.close());

const HOME = { latitude: 5.6, longitude: -0.2 };
const PARIS = { latitude: 48.85, longitude: 2.35 };

const get = async (path: string) => (await it.app.inject({ url: `/api${path}`, headers })).json();
const placeOf = async ({ driver }: Car) => (await get(`/trackers/${driver.id}`)).place;
const trailOf = async ({ driver }: Car) =>
  (await get(`/trackers/${driver.id}/trail?day=${it.clock.now.toISOString().slice(0, 10)}`)).places;

/** A car that reported from home just now. */
const carAtHome = async (): Promise<Car> => {
  const car = await cars.car();
  cars.later(1);
  await cars.report(car, HOME);
  return car;
};

/** Reports so many seconds after the last one. */
const report = async (car: Car, after: number, says: Parameters<typeof cars.report>[1]): Promise<void> => {
  cars.later(after);
  await cars.report(car, says);
};

test('a fix 6,400 km off is held apart, while the tracker is heard of and its power is known', async () => {
  const car = await carAtHome();
  await report(car, 1, { ...PARIS, charge: false });
  expect(await placeOf(car)).toMatchObject({ ...HOME, received_at: it.clock.now.toISOString(), has_power: false });
  await report(car, 10, HOME);
  expect(await placeOf(car)).toMatchObject({ ...HOME, fix_at: it.clock.now.toISOString() });
  expect((await trailOf(car)).map(({ latitude }: { latitude: number }) => latitude)).toEqual([5.6, 5.6]);
});

test('a second fix that agrees moves the car, and the first one counts from then on', async () => {
  const car = await carAtHome();
  for (let n = 0; n < 3; n += 1) await report(car, 10, { ...PARIS, kmh: 0 });
  expect(await placeOf(car)).toMatchObject(PARIS);
  expect(await trailOf(car)).toHaveLength(4);
  await report(car, 10, { latitude: -33.9, longitude: 18.4 });
  await report(car, 10, { latitude: 51.5, longitude: -0.1 });
  expect(await placeOf(car)).toMatchObject(PARIS);
});

test('the same strange fix again, also at once, is no second one', async () => {
  const car = await carAtHome();
  cars.later(1);
  await Promise.all([1, 2, 3].map(() => cars.report(car, PARIS)));
  await cars.report(car, PARIS);
  expect(await placeOf(car)).toMatchObject(HOME);
  expect(await trailOf(car)).toHaveLength(1);
});

test('fixes that say that they are not valid are never a place, however many agree', async () => {
  const car = await cars.car();
  await report(car, 1, { ...PARIS, valid: false });
  expect(await placeOf(car)).toBeNull();
  await report(car, 10, HOME);
  for (let n = 0; n < 3; n += 1) await report(car, 10, { latitude: 5.601, longitude: -0.2, valid: false });
  expect(await placeOf(car)).toMatchObject({ ...HOME, received_at: it.clock.now.toISOString() });
  expect(await trailOf(car)).toHaveLength(1);
});

test('a late fix from where no car can have come back shows nowhere', async () => {
  const car = await carAtHome();
  await report(car, 10, { ...PARIS, after: -15 });
  await report(car, 10, { latitude: 5.6005, longitude: -0.2, after: -13 });
  expect(await trailOf(car)).toHaveLength(2);
});

test('an unsure fix breaks no fence, and neither does Traccar’s word of one', async () => {
  const shape = { kind: 'circle', ...HOME, radius_m: 500 };
  const path = { path: 'UNSURE CIRCLE' };
  const { id } = await it.db.insertInto('paths').values(path).returning('id').executeTakeFirstOrThrow();
  const send = (method: 'PATCH' | 'POST', url: string, payload: object) =>
    it.app.inject({ method, url: `/api${url}`, headers, payload });
  const drawn = (await send('PATCH', '/fences', { kind: 'path', id, version: 0, shape })).json();
  const car = await carAtHome();
  const always = { days: [1, 2, 3, 4, 5, 6, 7], from_time: '00:00', until_time: '00:00', is_active: true };
  const of = { shape_id: String(drawn.shape_id), driver_id: car.driver.id, plan: null, must: 'stay_in' };
  expect((await send('POST', '/fence_rules', { ...always, ...of })).statusCode).toBe(201);
  await report(car, 1, { latitude: -33.9, longitude: 18.4 });
  await report(car, 10, { latitude: 5.7, longitude: -0.2, valid: false });
  await cars.geofence(car, 'Exit', path.path, { says: { latitude: 5.7, longitude: -0.2, valid: false } });
  await cars.geofence(car, 'Exit', path.path, { says: PARIS });
  expect(await cars.entries(car)).toEqual([]);
  await report(car, 600, { latitude: 5.7, longitude: -0.2 });
  expect(await cars.entries(car)).toHaveLength(1);
});
