import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDevice, buildFitting } from '../../../test/builders/devices.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { TWO_TRACKERS } from './fit-device.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SuperAdmin'));
});
afterAll(() => it.close());

const PERSON = { last_name: 'Boateng', first_name: 'Adwoa', date_of_birth: '1988-03-01' };

/** Two records of one person, of whom neither owes anything yet. */
const twice = async () => {
  const [{ driver: duplicate }, { driver: kept }] = [await buildDriver(it, PERSON), await buildDriver(it, PERSON)];
  await it.db.updateTable('payment_types').set({ due_from: '2030-01-01' }).execute();
  return { duplicate, kept };
};

const send = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const response = await it.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};

const merge = (id: string, into: string) => send('POST', `/drivers/${id}/merge`, { into, reason: 'Registered twice.' });

const trackersOf = async (driverId: string): Promise<string[]> =>
  (await send('GET', `/devices/of_driver?driver_id=${driverId}`)).body.map(({ id }: { id: string }) => id);

test('fittings follow a merge to the record that is kept, and go back when it is taken back', async () => {
  const { duplicate, kept } = await twice();
  const at = it.clock.now;
  const former = await buildFitting(it, { driver_id: duplicate.id, removed_at: at });
  const own = await buildFitting(it, { driver_id: kept.id, removed_at: at });
  const current = await buildFitting(it, { driver_id: duplicate.id });
  expect(await merge(duplicate.id, kept.id)).toMatchObject({ status: 200 });
  expect((await trackersOf(kept.id)).toSorted()).toEqual([former.id, own.id, current.id].toSorted());
  expect(await trackersOf(duplicate.id)).toEqual([]);
  expect((await send('POST', `/drivers/${duplicate.id}/merge/take_back`)).status).toBe(200);
  expect((await trackersOf(duplicate.id)).toSorted()).toEqual([former.id, current.id].toSorted());
  expect(await trackersOf(kept.id)).toEqual([own.id]);
});

test('two records with a tracker each are not merged until one is taken out, as the preview says', async () => {
  const { duplicate, kept } = await twice();
  const { device_id } = await buildFitting(it, { driver_id: duplicate.id });
  await buildFitting(it, { driver_id: kept.id });
  expect((await send('GET', `/drivers/${duplicate.id}/merge?into=${kept.id}`)).body.obstacles).toEqual([TWO_TRACKERS]);
  expect(await merge(duplicate.id, kept.id)).toMatchObject({ status: 409, body: { message: TWO_TRACKERS } });
  const removal = { becomes: 'in_stock', reason: 'One car, two records.' };
  expect((await send('POST', `/devices/${device_id}/removal`, removal)).status).toBe(200);
  expect((await merge(duplicate.id, kept.id)).status).toBe(200);
});

test('a removed driver keeps the tracker, and its page says that the driver was removed', async () => {
  const { driver } = await buildDriver(it);
  const { id } = await buildDevice(it);
  await buildFitting(it, { device_id: id, driver_id: driver.id });
  const removed = await send('DELETE', `/drivers/${driver.id}`, { reason: 'Left the company.' });
  expect(removed.status, JSON.stringify(removed.body)).toBe(200);
  expect((await send('GET', `/devices/${id}`)).body).toMatchObject({ status: 'fitted', is_driver_removed: true });
});
