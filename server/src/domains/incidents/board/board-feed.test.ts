import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOARD_WAIT, openBoard, twoServers } from '../../../../test/boards.ts';
import { buildFitting } from '../../../../test/builders/devices.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildFeedSecret } from '../../../../test/builders/feed-secret.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildIncident, buildSignal } from '../../../../test/builders/incidents.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { traccarEvent } from '../../../../test/tracking/traccar.ts';
import { raise } from '../raising/raise.ts';

const SECRET = 'a secret of the feeds';

let it: TestApp;
let staff: Record<string, string>;
let servers: Awaited<ReturnType<typeof twoServers>>;
beforeAll(async () => {
  it = await startApp();
  staff = (await buildCaller(it, 'SuperUser')).headers;
  await buildFeedSecret(it.db, SECRET, it.clock.now);
  servers = await twoServers(it);
});
afterAll(async () => {
  await servers.end();
  await it.close();
});

/** Pages at the first server and at the other one. */
const openHere = () => openBoard(servers.address, staff);
const openThere = () => openBoard(servers.other, staff);

test('an SOS at one server rings on the page of another, and is quiet on both once it is acknowledged', async () => {
  const { driver } = await buildDriver(it);
  const { device_id } = await buildFitting(it, { driver_id: driver.id, fitted_at: new Date(0) });
  const { imei } = await it.db
    .selectFrom('devices')
    .select('imei')
    .where('id', '=', device_id)
    .executeTakeFirstOrThrow();
  const [here, there] = [await openHere(), await openThere()];
  await expect.poll(there.ringing, BOARD_WAIT).toEqual([]);
  const event = traccarEvent(imei, it.clock.now.toISOString(), { type: 'alarm', attributes: { alarm: 'sos' } });
  await it.app.inject({
    method: 'POST',
    url: '/api/feeds/traccar/events',
    headers: { 'content-type': 'application/json', 'x-feed-secret': SECRET },
    payload: JSON.stringify(event),
  });
  await expect.poll(there.ringing, BOARD_WAIT).toHaveLength(1);
  expect(there.cars()).toEqual([driver.car_number]);
  const [id = ''] = there.ringing() ?? [];
  await expect.poll(here.ringing, BOARD_WAIT).toEqual([id]);
  const payload = { change: 'acknowledge' };
  await it.app.inject({ method: 'PATCH', url: `/api/incidents/${id}`, headers: staff, payload });
  await expect.poll(there.ringing, BOARD_WAIT).toEqual([]);
  await expect.poll(here.ringing, BOARD_WAIT).toEqual([]);
});

test('a page that comes back hears at once of a call that came meanwhile', async () => {
  const first = await openHere();
  first.live.leave();
  const id = await buildIncident(it, { driverId: (await buildDriver(it)).driver.id });
  const again = await openHere();
  await expect.poll(again.ringing, BOARD_WAIT).toContain(id);
});

test('a call of which no server was told, since the one that stored it died, rings within seconds', async () => {
  const page = await openHere();
  await expect.poll(page.ringing, BOARD_WAIT).toBeDefined();
  const id = await buildIncident(it, { driverId: (await buildDriver(it)).driver.id });
  await expect.poll(page.ringing, BOARD_WAIT).toContain(id);
});

test('a page hears every few seconds that its server can read calls for help, and nothing once it cannot', async () => {
  const page = await openHere();
  await page.live.until('beat');
  const beats = () => page.live.events.filter(({ name }) => name === 'beat').length;
  const [since, heard] = [performance.now(), beats()];
  await expect.poll(() => beats() >= heard + 2, BOARD_WAIT).toBe(true);
  expect(performance.now() - since).toBeLessThan(2 * 3_000);
  await it.db.schema.alterTable('incidents').renameTo('incidents_away').execute();
  const before = beats();
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  expect(beats() - before).toBeLessThanOrEqual(1);
  await it.db.schema.alterTable('incidents_away').renameTo('incidents').execute();
  await expect.poll(() => beats() > before + 1, BOARD_WAIT).toBe(true);
});

test('while the notifications of PostgreSQL are cut off, a call rings within three seconds', async () => {
  const page = await openThere();
  await expect.poll(page.ringing, BOARD_WAIT).toBeDefined();
  const cut = await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'banbo live' AND datname = current_database()`.execute(it.db);
  expect(cut.rows.length).toBeGreaterThan(0);
  const at = performance.now();
  const id = await buildIncident(it, { driverId: (await buildDriver(it)).driver.id });
  await expect.poll(page.ringing, BOARD_WAIT).toContain(id);
  expect(performance.now() - at).toBeLessThan(3_000);
});

test('a new SOS rings beside however many calls are open', async () => {
  const rows = Array.from({ length: 250 }, (_, n) => ({
    ...{ number: `2020-${1_000 + n}`, grade: 'jamming', source: 'tracker', status: 'acknowledged' },
    ...{ raised_at: it.clock.now, rings_since: it.clock.now },
    ...{ first_signal_at: it.clock.now, last_signal_at: it.clock.now },
  }));
  await it.db
    .insertInto('incidents')
    .values(rows as never)
    .execute();
  const page = await openHere();
  const id = await buildIncident(it, { driverId: (await buildDriver(it)).driver.id });
  await expect.poll(page.ringing, BOARD_WAIT).toContain(id);
});

test('each of twenty known calls rings on every page beside a flood of strangers’', async () => {
  const pages = [await openHere(), await openThere()];
  const flood = Array.from({ length: 60 }, () => buildSignal(it, { source: 'member', knownBy: null }));
  await it.db.transaction().execute((tx) => raise(tx, flood, { now: it.clock.now }));
  const known: string[] = [];
  for (let n = 0; n < 20; n += 1) known.push(await buildIncident(it, { driverId: (await buildDriver(it)).driver.id }));
  for (const page of pages) await expect.poll(page.ringing, BOARD_WAIT).toEqual(expect.arrayContaining(known));
});

test('an outage of the feeds is told to a board that is open', async () => {
  const page = await openHere();
  await page.live.until('beat');
  const told = () => page.live.events.filter(({ name }) => name === 'board').length;
  const before = told();
  const outage = { since: it.clock.now, noticed_at: it.clock.now, cause: 'wrong_secret' } as const;
  await it.db.insertInto('feed_outages').values(outage).execute();
  await expect.poll(told, BOARD_WAIT).toBe(before + 1);
});

test('a sign of a team that is sent is told to the board, which would show it as late', async () => {
  const id = await buildIncident(it, { driverId: (await buildDriver(it)).driver.id });
  const post = async (url: string, payload: object, headers = staff) =>
    (await it.app.inject({ method: 'POST', url: `/api${url}`, headers, payload })).json();
  const fields = { phone: '024 600 0001', vehicle: '', people: [], area: null, is_active: true };
  const { team_id } = await post('/response_teams', { name: 'Team Osu', ...fields });
  const { token } = await post(`/incidents/${id}/dispatches`, { team_id, check_in_minutes: 15, words: '' });
  const page = await openHere();
  await expect.poll(page.ringing, BOARD_WAIT).toBeDefined();
  const told = () => page.live.events.filter(({ name }) => name === 'board').length;
  const before = told();
  it.clock.now = new Date(it.clock.now.getTime() + 3_000);
  await page.live.until('beat');
  const quiet = told();
  it.clock.now = new Date(it.clock.now.getTime() + 120_000);
  await post('/team_call', { token, phone: 'p'.repeat(43) }, {});
  await expect.poll(told, BOARD_WAIT).toBeGreaterThan(quiet);
  expect(quiet).toBe(before);
});
