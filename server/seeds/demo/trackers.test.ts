import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticeSilence } from '#domains/tracking';
import { buildDriver } from '../../test/builders/drivers.ts';
import { buildCaller } from '../../test/builders/identity.ts';
import { passwords, startApp, type TestApp } from '../../test/harness.ts';
import { DEMO_SILENT, DEMO_STOLEN } from './demo-cars.ts';
import { seedDemoFences } from './fences.ts';
import { seedDemoStaff } from './people.ts';
import { prepareDemoPlaces, seedDemoPlaces } from './places.ts';
import { seedDemoStolen } from './stolen.ts';
import { DEMO_FITTED, seedDemoTrackers } from './trackers.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('the demo has trackers in 40 cars with trails of two days, of which one is silent and one stolen, and others in no car', async () => {
  const drivers: { id: string; registered_at: Date }[] = [];
  const { now } = it.clock;
  it.clock.now = new Date('2026-08-01T08:00:00Z');
  for (let n = 0; n <= DEMO_FITTED; n += 1) drivers.push((await buildDriver(it)).driver);
  it.clock.now = now;
  await seedDemoStaff(it.db, { passwords, now });
  await prepareDemoPlaces(it.db, now);
  await it.db.transaction().execute(async (tx) => {
    const deviceIds = await seedDemoTrackers(tx, { drivers, now });
    await seedDemoPlaces(tx, deviceIds, now);
    await seedDemoFences(tx, now);
    await seedDemoStolen(tx, drivers[DEMO_STOLEN]?.id ?? '', now);
  });
  await noticeSilence(it.db, now);
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const counts = await it.app.inject({ url: '/api/devices/counts', headers });
  expect(counts.json()).toEqual([
    { status: 'in_stock', count: 12 },
    { status: 'fitted', count: 40 },
    { status: 'faulty', count: 3 },
    { status: 'returned', count: 1 },
    { status: 'lost', count: 1 },
  ]);
  const read = async (path: string) => (await it.app.inject({ url: `/api${path}`, headers })).json();
  for (const day of ['2026-11-19', '2026-11-20']) {
    const trail = await read(`/trackers/${drivers[3]?.id}/trail?day=${day}`);
    expect(trail.distance_m).toBeGreaterThan(20_000);
  }
  const [{ id: silentId } = { id: '' }] = drivers.slice(DEMO_SILENT);
  expect(await read('/tracker_watch?kind=silent')).toMatchObject([
    { kind: 'silent', driver_id: silentId, status: 'open' },
  ]);
  expect(await read('/stolen_cars')).toMatchObject([{ status: 'open', open_links: 1 }]);
  expect((await read('/fences')).map(({ rules }: { rules: unknown[] }) => rules.length)).toContain(1);
});
