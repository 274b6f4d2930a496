import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildUser, signIn } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { forgetLooks, noteLook } from './looks.ts';

let it: TestApp;
type Clerk = { username: string; headers: Record<string, string> };
let admin: Clerk;
let clerk: Clerk;

const clerkOf = async (role: 'SuperAdmin' | 'SuperUser'): Promise<Clerk> => {
  const { username } = await buildUser(it, { role });
  return { username, headers: await signIn(it, 'login', { username }) };
};

beforeAll(async () => {
  it = await startApp();
  admin = await clerkOf('SuperAdmin');
  clerk = await clerkOf('SuperUser');
});
afterAll(() => it.close());

const HOUR = 3_600_000;
const open = (id: string, { headers }: { headers: Record<string, string> } = clerk) =>
  it.app.inject({ url: `/api/drivers/${id}`, headers });
const looks = async (query: string) => {
  const response = await it.app.inject({ url: `/api/driver_looks?${query}`, headers: admin.headers });
  return response.json() as { actor: string; looked_at: string; driver_code: string; fullname: string }[];
};
test('who opened whose page can be read, once an hour of each, by driver and by person', async () => {
  const { driver } = await buildDriver(it, { first_name: 'Ama', last_name: 'Mensah' });
  const first = it.clock.now.toISOString();
  await Promise.all([open(driver.id), open(driver.id), open(driver.id, admin)]);
  const later = new Date(it.clock.now.getTime() + HOUR);
  await noteLook(it.db, { login: clerk.username }, driver.id, later);
  const seen = await looks(`driver_code=${driver.driver_code.toLowerCase()}`);
  expect(seen.map(({ actor, looked_at }) => [actor, looked_at]).sort()).toEqual(
    [
      [admin.username, first],
      [clerk.username, first],
      [clerk.username, later.toISOString()],
    ].sort(),
  );
  expect(seen[0]).toMatchObject({ driver_code: driver.driver_code, fullname: 'AMA MENSAH' });
  expect((await looks(`actor=${admin.username}`)).map(({ driver_code }) => driver_code)).toEqual([driver.driver_code]);
  expect(await looks('driver_code=DRV999999Z')).toEqual([]);
});

test('a page that is not there was not looked at', async () => {
  const before = (await looks('')).length;
  expect((await open('999999')).statusCode).toBe(404);
  expect(await looks('')).toHaveLength(before);
});

test('the looks are for those who look after people’s data', async () => {
  const response = await it.app.inject({ url: '/api/driver_looks', headers: clerk.headers });
  expect(response.statusCode).toBe(403);
});

test('looks are kept for two years', async () => {
  const { driver } = await buildDriver(it);
  await open(driver.id);
  const asked = `driver_code=${driver.driver_code}`;
  await forgetLooks(it.db, new Date(it.clock.now.getTime() + 730 * 24 * HOUR));
  expect(await looks(asked)).toHaveLength(1);
  await forgetLooks(it.db, new Date(it.clock.now.getTime() + 730 * 24 * HOUR + 1));
  expect(await looks(asked)).toEqual([]);
});
