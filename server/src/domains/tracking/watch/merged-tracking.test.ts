import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFitting } from '../../../../test/builders/devices.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { callDriver, SAME_PERSON } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { watchedCars } from '../../../../test/watched-cars.ts';
import { TWO_DECLARATIONS } from './merged-tracking.ts';
import { noticeSilence } from './watch-silence.ts';

let it: TestApp;
let cars: ReturnType<typeof watchedCars>;
beforeAll(async () => {
  it = await startApp();
  cars = watchedCars(it);
  await cars.begin();
  await it.db.updateTable('payment_types').set({ due_from: '2030-01-01' }).execute();
});
afterAll(() => it.close());

const look = () => noticeSilence(it.db, it.clock.now);
const send = async (path: string, payload: object) => {
  const { headers } = await buildCaller(it, 'SuperAdmin');
  return callDriver(it, headers, 'POST', path, payload);
};
const merge = (id: string, into: string) =>
  send(`${id}/merge`, { into, reason: 'Registered twice.', same_person: SAME_PERSON });

/** A car that fell silent ten minutes ago and is on the list, and another record of its owner. */
const silentTwice = async () => {
  const car = await cars.car({ silent_minutes: 10 });
  await cars.report(car, { kmh: 0 });
  cars.later(11 * 60);
  await look();
  const { driver: kept } = await buildDriver(it);
  return { car, kept };
};

test('what is on the list follows a merge and is not found a second time, nor after it is taken back', async () => {
  const { car, kept } = await silentTwice();
  expect(await merge(car.driver.id, kept.id)).toMatchObject({ status: 200 });
  cars.later(60);
  await look();
  const ofMerged = await cars.entries(car);
  expect(ofMerged).toMatchObject([{ kind: 'silent', times: 1, driver_id: kept.id }]);
  expect((await send(`${car.driver.id}/merge/take_back`, {})).status).toBe(200);
  cars.later(60);
  await look();
  expect(await cars.entries(car)).toMatchObject([{ id: ofMerged[0].id, driver_id: car.driver.id }]);
});

test('what was found since a merge goes back with its tracker', async () => {
  const car = await cars.car({ silent_minutes: 10 });
  const { driver: kept } = await buildDriver(it);
  expect(await merge(car.driver.id, kept.id)).toMatchObject({ status: 200 });
  cars.later(11 * 60);
  await look();
  expect((await send(`${car.driver.id}/merge/take_back`, {})).status).toBe(200);
  cars.later(60);
  await look();
  expect(await cars.entries(car)).toMatchObject([{ kind: 'silent', driver_id: car.driver.id }]);
});

test('a silence that is open for either record stays open once for each', async () => {
  const { car, kept } = await silentTwice();
  const { id: device_id } = car.device;
  await it.db
    .updateTable('device_fittings')
    .set({ removed_at: it.clock.now })
    .where('device_id', '=', device_id)
    .execute();
  await buildFitting(it, { device_id, driver_id: kept.id });
  cars.later(11 * 60);
  await look();
  expect(await cars.entries(car, 'open')).toHaveLength(2);
  expect(await merge(car.driver.id, kept.id)).toMatchObject({ status: 200 });
  expect(await cars.entries(car, 'open')).toHaveLength(2);
});

test('two records that are both declared stolen are not merged until one search ends', async () => {
  const [{ driver: one }, { driver: other }] = [await buildDriver(it), await buildDriver(it)];
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const call = (method: 'POST' | 'PATCH', path: string, payload: object) =>
    it.app.inject({ method, url: `/api/stolen_cars${path}`, headers, payload });
  const declare = async (driver_id: string) =>
    (await call('POST', '', { driver_id, last_seen: 'Nima, near the market.' })).json().stolen_car_id;
  const id = await declare(one.id);
  await declare(other.id);
  expect(await merge(one.id, other.id)).toMatchObject({ status: 409, body: { message: TWO_DECLARATIONS } });
  await call('PATCH', `/${id}`, { change: 'end', reason: 'Found in Tema.' });
  expect(await merge(one.id, other.id)).toMatchObject({ status: 200 });
});
