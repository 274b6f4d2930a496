import type { IncidentBoard, IncidentRecord } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { jobServer } from '#domains/jobs';
import { type BuiltDriver, buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, OWN_PAGE, PASSWORD } from '../../../../test/builders/identity.ts';
import { buildIncident } from '../../../../test/builders/incidents.ts';
import { buildPaidMember, buildPhone } from '../../../../test/builders/phones.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { passingOn } from '../../../jobs/every-job.ts';
import { hasLeftCalls } from './queue.repo.ts';
import { takeUpLeftCalls } from './queue.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp({ PUBLIC_URL: 'http://localhost' });
});
beforeEach(async () => {
  wait(11);
  headers = (await buildCaller(it, 'SuperUser')).headers;
  await it.db.updateTable('incidents').set({ status: 'resolved', ended_at: it.clock.now, ring_at: null }).execute();
});
afterAll(() => it.close());

const wait = (minutes: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + minutes * 60_000);
};
const call = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
  (await it.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) })).json();
const board = (): Promise<IncidentBoard> => call('GET', '/incidents/board');
const recordOf = (id: string): Promise<IncidentRecord> => call('GET', `/incidents/${id}`);
const queueOf = async () => (await board()).incidents.find(({ waiting }) => waiting !== null);

/** Strangers' phones, all at one address, that call for a new car each. */
const flood = async (count: number, remoteAddress: string) => {
  const drivers: BuiltDriver[] = [];
  for (let n = 0; n < count; n += 1) {
    const { driver } = await buildDriver(it);
    await buildPhone(it, { remoteAddress }).press(driver);
    drivers.push(driver);
  }
  return drivers;
};
/** Runs the job that passes calls on, and gives what failed. */
const passOnIsRun = async (): Promise<unknown[]> => {
  const failures: unknown[] = [];
  const recurring = [passingOn({ db: it.db, now: () => it.clock.now, textsAreSent: false })];
  const onError = (_: string, error: unknown) => failures.push(error);
  await jobServer({ db: it.db, now: () => it.clock.now, recurring, onError }).runDue();
  return failures;
};
const incidentOf = (driverId: string) =>
  it.db.selectFrom('incidents').selectAll().where('driver_id', '=', driverId).executeTakeFirstOrThrow();

test('beyond a few, strangers’ calls wait in a queue that rings as one and shows them by their groups', async () => {
  await flood(5, '10.20.0.1');
  expect((await board()).incidents.map(({ waiting }) => waiting)).toEqual([null, null, null, null, null]);
  await flood(7, '10.20.0.1');
  await flood(3, '10.20.0.2');
  const { incidents } = await board();
  expect(incidents).toHaveLength(6);
  const queue = incidents.find(({ waiting }) => waiting !== null);
  expect(queue).toMatchObject({ waiting: 10, rings_here: true, is_known: false });
  const record = await recordOf(queue?.id ?? '');
  expect(record.queue.map(({ count }) => count)).toEqual([7, 3]);
  const [first] = record.queue[0]?.calls ?? [];
  expect(await recordOf(first?.id ?? '')).toMatchObject({ status: 'raised', rings_here: false });
  expect(
    await it.db
      .selectFrom('incidents')
      .select('ring_at')
      .where('id', '=', first?.id ?? '')
      .execute(),
  ).toEqual([{ ring_at: null }]);
});

test('calls of one moment make one queue', async () => {
  const drivers = await Promise.all(Array.from({ length: 30 }, async () => (await buildDriver(it)).driver));
  await Promise.all(drivers.map((driver) => buildPhone(it).press(driver)));
  expect((await board()).incidents.filter(({ waiting }) => waiting !== null)).toHaveLength(1);
});

test('a known call beside a full queue is on the board and rings, before the strangers', async () => {
  await flood(8, '10.20.0.3');
  const { headers: session, driver } = await buildPaidMember(it);
  await buildPhone(it, { headers: session, remoteAddress: '10.20.0.3' }).press();
  const [first] = (await board()).incidents;
  expect(first).toMatchObject({ driver_id: driver.id, is_known: true, rings_here: true });
});

test('a known phone behind a flooding address is taken, by its session or its mark', async () => {
  it.atOneServer('an address has so many calls at each server');
  const remoteAddress = '10.20.0.4';
  const { headers: session, car, driver } = await buildPaidMember(it);
  const signedIn = await it.app.inject({
    ...{ method: 'POST', url: '/api/auth/member_login', payload: { ...car, password: PASSWORD } },
    ...{ headers: OWN_PAGE, remoteAddress: '10.20.0.44' },
  });
  const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  let status = 0;
  for (let n = 0; n < 1_300 && status !== 429; n += 1)
    ({ status } = await buildPhone(it, { remoteAddress }).press({ ...car, driver_code: 'DRV999999X' }));
  expect(status).toBe(429);
  expect((await buildPhone(it, { remoteAddress }).press(car)).status, 'the first call of a car').toBe(200);
  expect((await buildPhone(it, { remoteAddress }).press(car)).status).toBe(429);
  expect((await buildPhone(it, { headers: session, remoteAddress }).press()).status).toBe(200);
  expect((await buildPhone(it, { headers: { cookie }, remoteAddress }).press(car)).status).toBe(200);
  expect(await incidentOf(driver.id)).toMatchObject({ is_known: true, signals: 3 });
});

test('known calls that ring are never cut from the board, whatever else is open', async () => {
  const rows = Array.from({ length: 240 }, (_, n) => ({
    ...{ number: `2019-${1_000 + n}`, grade: 'sos', source: 'member', status: n < 210 ? 'raised' : 'acknowledged' },
    ...{ raised_at: it.clock.now, rings_since: it.clock.now, is_known: n < 205 },
    ...{ first_signal_at: it.clock.now, last_signal_at: it.clock.now },
  }));
  await it.db
    .insertInto('incidents')
    .values(rows as never)
    .execute();
  const { incidents, is_cut } = await board();
  expect(incidents).toHaveLength(205);
  expect(incidents.every(({ status, is_known }) => status === 'raised' && is_known)).toBe(true);
  expect(is_cut).toBe(true);
});

test('an acknowledged queue rings again for new calls once it has rested', async () => {
  await flood(7, '10.20.0.5');
  const queue = await queueOf();
  await call('PATCH', `/incidents/${queue?.id}`, { change: 'acknowledge' });
  await flood(1, '10.20.0.5');
  expect(await queueOf()).toMatchObject({ status: 'acknowledged', waiting: 3 });
  wait(5);
  headers = (await buildCaller(it, 'SuperUser')).headers;
  await flood(1, '10.20.0.5');
  expect(await queueOf()).toMatchObject({ status: 'raised', rings_here: true, waiting: 4 });
});

test('a call behind an acknowledged queue makes it ring again once it has rested, though none follows', async () => {
  await flood(7, '10.20.2.1');
  const queue = await queueOf();
  await call('PATCH', `/incidents/${queue?.id}`, { change: 'acknowledge' });
  wait(2);
  await flood(1, '10.20.2.2');
  wait(2);
  await passOnIsRun();
  expect(await queueOf()).toMatchObject({ status: 'acknowledged', waiting: 3 });
  wait(1);
  headers = (await buildCaller(it, 'SuperUser')).headers;
  await passOnIsRun();
  expect(await queueOf()).toMatchObject({ status: 'raised', rings_here: true });
  await call('PATCH', `/incidents/${queue?.id}`, { change: 'acknowledge' });
  wait(6);
  headers = (await buildCaller(it, 'SuperUser')).headers;
  await passOnIsRun();
  expect(await queueOf()).toMatchObject({ status: 'acknowledged', waiting: 3 });
});

test('a waiting call that an older server takes or opens again is on the board, and known without a ring', async () => {
  await flood(6, '10.20.2.3');
  const [taken, reopened] = await flood(2, '10.20.2.3');
  const move = (driver: BuiltDriver | undefined, set: object) =>
    it.db
      .updateTable('incidents')
      .set(set)
      .where('driver_id', '=', driver?.id ?? '')
      .execute();
  await move(taken, { status: 'acknowledged', acknowledged_at: it.clock.now });
  await move(reopened, { status: 'false_alarm', ended_at: it.clock.now });
  expect((await incidentOf(reopened?.id ?? '')).queue_id).not.toBeNull();
  await move(reopened, { status: 'acknowledged', acknowledged_at: it.clock.now, ended_at: null });
  const { id } = await incidentOf(taken?.id ?? '');
  const shown = (await board()).incidents.map((one) => one.id);
  expect(shown).toEqual(expect.arrayContaining([id, (await incidentOf(reopened?.id ?? '')).id]));
  expect((await call('POST', `/incidents/${id}/known`, { reason: 'Called back' })).status).toBe(true);
  expect(await incidentOf(taken?.id ?? '')).toMatchObject({ is_known: true, ring_at: null, status: 'acknowledged' });
});

test('a call that cannot be taken up stops no other from being passed on', async () => {
  await flood(6, '10.20.2.4');
  const id = (await queueOf())?.id ?? '';
  await it.db
    .updateTable('incidents')
    .set({ status: 'resolved', ended_at: it.clock.now, ring_at: null })
    .where('id', '=', id)
    .execute();
  const [left] = await it.db.selectFrom('incidents').select('number').where('queue_id', '=', id).execute();
  await sql`ALTER TABLE incidents ADD CONSTRAINT kept CHECK (queue_id = ${sql.lit(id)} OR number <> ${sql.lit(left?.number)}) NOT VALID`.execute(
    it.db,
  );
  const { driver } = await buildDriver(it);
  await buildIncident(it, { driverId: driver.id });
  wait(1);
  expect(await passOnIsRun()).toHaveLength(1);
  await sql`ALTER TABLE incidents DROP CONSTRAINT kept`.execute(it.db);
  expect(await incidentOf(driver.id)).toMatchObject({ supervisor_texts: 1 });
});

test('the office ends a group with one reason, and the queue only once none waits in it', async () => {
  await flood(9, '10.20.0.6');
  const id = (await queueOf())?.id ?? '';
  const end = { change: 'false_alarm', reason: 'A flood' };
  expect((await call('PATCH', `/incidents/${id}`, end)).message).toBe('4 calls wait in it. Please see to them first.');
  const [{ key, last_id } = { key: '', last_id: '' }] = (await recordOf(id)).queue;
  const { message } = await call('POST', `/incidents/${id}/queue/end`, { key, last_id, reason: 'A flood' });
  expect(message).toBe('4 calls are ended as false alarms.');
  expect((await call('POST', `/incidents/${id}/queue/end`, { key, last_id, reason: 'A flood' })).status).toBe(false);
  expect((await recordOf(id)).queue).toEqual([]);
  expect((await call('PATCH', `/incidents/${id}`, end)).status).toBe(true);
});

test('a call back makes a caller known, who leaves the queue and rings', async () => {
  await flood(6, '10.20.0.7');
  const { driver } = await buildDriver(it);
  await buildPhone(it).press(driver);
  const { id } = await incidentOf(driver.id);
  expect((await board()).incidents.map((one) => one.id)).not.toContain(id);
  const known = await call('POST', `/incidents/${id}/known`, { reason: 'Called 024 400 0001 back: he is in danger' });
  expect(known.status).toBe(true);
  expect((await board()).incidents[0]).toMatchObject({ id, is_known: true, rings_here: true });
  expect((await call('POST', `/incidents/${id}/known`, { reason: 'Twice' })).status).toBe(false);
});

test('a waiting call whose tracker presses rings at once', async () => {
  await flood(6, '10.20.0.8');
  const { driver } = await buildDriver(it);
  await buildPhone(it).press(driver);
  const id = await buildIncident(it, { driverId: driver.id });
  expect((await board()).incidents[0]).toMatchObject({ id, is_known: true, rings_here: true, signals: 2 });
});

test('a queue counts once among the open emergencies and in the figures of the day', async () => {
  const before = await board();
  await flood(9, '10.20.0.9');
  const { id = '' } = (await queueOf()) ?? {};
  const [{ key, last_id } = { key: '', last_id: '' }] = (await recordOf(id)).queue;
  await call('POST', `/incidents/${id}/queue/end`, { key, last_id, reason: 'A flood' });
  const { today } = await board();
  expect(today.raised - before.today.raised).toBe(6);
  expect(today.false_alarms).toBe(before.today.false_alarms);
});

test('an address that makes many groups is one group, beside which another’s call is seen and stays', async () => {
  await flood(5, '10.20.4.1');
  const drivers = await flood(7, '10.20.4.1');
  await flood(1, '10.20.4.2');
  // As for drivers that registered in different hours.
  for (const [n, { id }] of drivers.entries()) {
    const rest = String(n).padStart(16, '0');
    const group_key = sql<string>`left(group_key, 16) || ${rest}`;
    await it.db.updateTable('incidents').set({ group_key }).where('driver_id', '=', id).execute();
  }
  const id = (await queueOf())?.id ?? '';
  const { queue } = await recordOf(id);
  expect(queue).toMatchObject([
    { count: 7, is_site: true },
    { count: 1, is_site: false },
  ]);
  const [{ key, last_id } = { key: '', last_id: '' }] = queue;
  await call('POST', `/incidents/${id}/queue/end`, { key, last_id, reason: 'A flood' });
  expect((await recordOf(id)).queue).toMatchObject([{ count: 1 }]);
});

test('what comes after a group was looked at is not ended with it', async () => {
  await flood(8, '10.20.1.1');
  const id = (await queueOf())?.id ?? '';
  const [{ key, last_id } = { key: '', last_id: '' }] = (await recordOf(id)).queue;
  await flood(1, '10.20.1.1');
  await call('POST', `/incidents/${id}/queue/end`, { key, last_id, reason: 'A flood' });
  expect(await queueOf()).toMatchObject({ waiting: 1 });
});

test('another sender for a car whose first call waits is not ended with its group', async () => {
  await flood(5, '10.20.1.2');
  const [driver] = await flood(2, '10.20.1.2');
  await buildPhone(it, { remoteAddress: '10.20.1.3' }).press(driver);
  const { queue } = await recordOf((await queueOf())?.id ?? '');
  expect(queue).toMatchObject([{ count: 1 }, { count: 1 }]);
});

test('another sender for a car whose first call is answered rings', async () => {
  const [driver] = await flood(1, '10.20.1.6');
  await it.db
    .updateTable('incidents')
    .set({ status: 'acknowledged', ring_at: null })
    .where('status', '=', 'raised')
    .execute();
  await buildPhone(it, { remoteAddress: '10.20.1.7' }).press(driver);
  const own = it.db
    .selectFrom('incidents')
    .select(['status', 'queue_id'])
    .where('driver_id', '=', driver?.id ?? '');
  expect(await own.orderBy('id').execute()).toEqual([
    { status: 'acknowledged', queue_id: null },
    { status: 'raised', queue_id: null },
  ]);
});

test('a call that came as its queue ended is taken up, and rings', async () => {
  await flood(6, '10.20.1.4');
  const id = (await queueOf())?.id ?? '';
  // As a server of the version before ends a queue.
  const ended = { status: 'resolved', ended_at: it.clock.now, ring_at: null } as const;
  await it.db
    .updateTable('incidents')
    .set(ended)
    .where((eb) => eb.or([eb('queue_id', 'is', null), eb('id', '=', id)]))
    .execute();
  expect((await board()).incidents).toEqual([]);
  expect(await hasLeftCalls(it.db)).toBe(true);
  await takeUpLeftCalls(it.db, it.clock.now);
  expect((await board()).incidents).toMatchObject([{ status: 'raised', waiting: null, rings_here: true }]);
  expect(await hasLeftCalls(it.db)).toBe(false);
});

test('a queue is neither sent help to nor opened again', async () => {
  await flood(6, '10.20.1.5');
  const id = (await queueOf())?.id ?? '';
  const move = (change: string) => call('PATCH', `/incidents/${id}`, { change, reason: 'A flood' });
  expect((await move('dispatch')).message).toMatch(/is a queue of calls\. Please open the call that it is about\.$/);
  const [{ key, last_id } = { key: '', last_id: '' }] = (await recordOf(id)).queue;
  await call('POST', `/incidents/${id}/queue/end`, { key, last_id, reason: 'A flood' });
  await move('false_alarm');
  await flood(2, '10.20.1.5');
  expect((await move('reopen')).message).toMatch(/was a queue\. Calls of strangers that come now make another one\.$/);
});
