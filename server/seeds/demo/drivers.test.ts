import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/harness.ts';
import { seedDemoDrivers } from './drivers.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('the demo has 60 drivers with photos, registered over the months before now', async () => {
  const { now } = it.clock;
  const drivers = await it.db.transaction().execute((tx) => seedDemoDrivers(tx, { files: it.files, now }));
  expect(drivers).toHaveLength(60);
  expect(it.files.stored.size).toBe(60);
  expect(new Set(drivers.map((driver) => driver.photo)).size).toBe(60);
  const times = drivers.map((driver) => driver.registered_at.getTime());
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(Math.max(...times)).toBeLessThan(now.getTime());
  expect(new Set(drivers.map((driver) => driver.gender)).size).toBe(2);
});
