import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { type Car, watchedCars } from '../../../../test/watched-cars.ts';
import { checkFeeds } from '../../../doctor/check-database.ts';
import { watchFeeds } from './watch-feeds.ts';

let it: TestApp;
let cars: ReturnType<typeof watchedCars>;

beforeAll(async () => {
  it = await startApp();
  cars = watchedCars(it);
  await cars.begin();
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const { versions } = (await it.app.inject({ url: '/api/site/settings', headers })).json();
  const payload = {
    supervisor_numbers: ['024 400 0001'],
    versions: { supervisor_numbers: versions.supervisor_numbers },
  };
  const answer = await it.app.inject({ method: 'PATCH', url: '/api/site/settings', headers, payload });
  expect(answer.statusCode, answer.body).toBe(200);
});
afterAll(() => it.close());

const get = async (path: string) => {
  const { headers } = await buildCaller(it, 'SuperAdmin');
  return (await it.app.inject({ url: `/api${path}`, headers })).json();
};
const WRONG = { 'x-feed-secret': 'the former one' };
const refuse = async (remoteAddress = '127.0.0.1'): Promise<void> => {
  await it.app.inject({
    ...{ method: 'POST', url: '/api/feeds/traccar/positions', headers: WRONG, payload: {}, remoteAddress },
  });
};
const textsSent = async () =>
  (await it.db.selectFrom('outbox_messages').select('id').where('recipient', '=', '+233244000001').execute()).length;

/** Passes so many minutes, in each of which the feeds are looked at, by two servers at once. */
const minutes = async (count: number, each: () => Promise<unknown> = async () => undefined): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    cars.later(60);
    await each();
    await Promise.all([watchFeeds(it.db, it.clock.now), watchFeeds(it.db, it.clock.now)]);
  }
};

test('reports that are refused for eight minutes are told everywhere with the cause, by one text', async () => {
  const car = await cars.car();
  await minutes(3, () => cars.report(car));
  const last = it.clock.now.toISOString();
  expect(await get('/incidents/board')).toMatchObject({ feeds: null });
  await minutes(8, refuse);
  const outage = { since: last, cause: 'wrong_secret', silent: null };
  expect(await get('/incidents/board')).toMatchObject({ feeds: outage });
  expect(await get('/dashboard')).toMatchObject({ feeds: outage });
  const look = { db: it.db, config: {} as never, now: it.clock.now };
  expect(await checkFeeds(look)).toMatchObject({ grade: 'bad', says: expect.stringContaining('with a wrong secret') });
  expect(await textsSent()).toBe(1);
  await minutes(1, () => cars.report(car));
  expect(await get('/incidents/board')).toMatchObject({ feeds: null });
  expect((await get('/dashboard')).feeds).toBeUndefined();
});

test('refused calls of strangers are no outage; one that names a tracker on record counts', async () => {
  const car = await cars.car();
  await minutes(1, () => cars.report(car));
  const name = (id: string) => () => {
    const query = new URLSearchParams({ id, key: 'a guess' });
    return it.app.inject({ url: `/api/feeds/osmand?${query}`, remoteAddress: '10.9.9.9' });
  };
  await minutes(8, () => refuse('10.9.9.9'));
  await minutes(1, name('356938035643809'));
  expect(await get('/incidents/board')).toMatchObject({ feeds: null });
  await minutes(2, name(car.device.imei));
  expect(await get('/incidents/board')).toMatchObject({ feeds: { cause: 'wrong_secret' } });
  await minutes(1, () => cars.report(car));
});

test('a night that is as quiet as the week before is no outage, and twice as long is one', async () => {
  const car = await cars.car();
  await minutes(1, () => cars.report(car));
  const [open, week] = [await it.db.selectFrom('feed_outages').selectAll().execute(), 7 * 86_400];
  for (let hour = -1; hour < 3; hour += 1) {
    const at = new Date(it.clock.now.getTime() + (hour * 3_600 - week) * 1_000);
    at.setUTCMinutes(0, 0, 0);
    await it.db.insertInto('feed_gaps').values({ hour: at, seconds: 1_200 }).execute();
  }
  await minutes(39);
  expect(await get('/incidents/board')).toMatchObject({ feeds: null });
  await minutes(3);
  expect(await get('/incidents/board')).toMatchObject({ feeds: { cause: null } });
  expect(await it.db.selectFrom('feed_outages').selectAll().execute()).toHaveLength(open.length + 1);
  await minutes(1, () => cars.report(car, { kmh: 0 }));
});

test('most of the cars that drive fall silent together, while others report', async () => {
  const driving: Car[] = [];
  for (let n = 0; n < 7; n += 1) driving.push(await cars.car());
  const report = async (some: readonly Car[]): Promise<void> => {
    for (const car of some) await cars.report(car);
  };
  await minutes(2, () => report(driving));
  await minutes(4, () => report(driving.slice(0, 2)));
  expect(await get('/incidents/board')).toMatchObject({ feeds: null });
  await minutes(2, () => report(driving.slice(0, 2)));
  expect(await get('/incidents/board')).toMatchObject({ feeds: { silent: 5, driving: expect.any(Number) } });
});
