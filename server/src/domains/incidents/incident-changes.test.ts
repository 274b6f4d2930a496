import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller, shapeRole } from '../../../test/builders/identity.ts';
import { buildIncident } from '../../../test/builders/incidents.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

const wait = (seconds: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + seconds * 1_000);
};

/** An SOS of a new driver, by its incident's id. */
const call = async (): Promise<string> => buildIncident(it, { driverId: (await buildDriver(it)).driver.id });

const change = async (id: string, payload: object, as = headers) => {
  const response = await it.app.inject({ method: 'PATCH', url: `/api/incidents/${id}`, headers: as, payload });
  return { ...response.json(), status: response.statusCode };
};
const record = async (id: string, as = headers) =>
  (await it.app.inject({ url: `/api/incidents/${id}`, headers: as })).json();

test('a call goes from raised to acknowledged, dispatched, on scene and resolved, each with who and when', async () => {
  const id = await call();
  const { number } = await record(id);
  for (const [body, status, said] of [
    [{ change: 'acknowledge' }, 'acknowledged', 'is acknowledged. It no longer rings.'],
    [{ change: 'dispatch', reason: 'Team Osu, Kofi drives' }, 'dispatched', 'has help on the way.'],
    [{ change: 'arrive' }, 'on_scene', 'has help on scene.'],
    [{ change: 'resolve', reason: 'Driver is safe, help was given' }, 'resolved', 'is resolved.'],
  ] as const) {
    wait(30);
    expect(await change(id, body)).toMatchObject({ status: 200, message: `${number} ${said}` });
    expect(await record(id)).toMatchObject({ status });
  }
  const { acknowledged_by, ended_by, steps, status_reason, ...times } = await record(id);
  expect([acknowledged_by, ended_by].every((name) => name !== '')).toBe(true);
  const since = (at: string) => (Date.parse(at) - Date.parse(times.raised_at)) / 1_000;
  expect([times.acknowledged_at, times.dispatched_at, times.on_scene_at, times.ended_at].map(since)).toEqual([
    30, 60, 90, 120,
  ]);
  expect(status_reason).toBe('Driver is safe, help was given');
  expect(steps.map(({ words }: { words: string }) => words)).toEqual([
    'SOS · Tracker',
    'Acknowledged.',
    'Help was sent: Team Osu, Kofi drives',
    'Help is on scene.',
    'Resolved: Driver is safe, help was given',
  ]);
});

test('closing asks for an outcome, and sending help for whom', async () => {
  const id = await call();
  await change(id, { change: 'acknowledge' });
  for (const body of [{ change: 'resolve' }, { change: 'false_alarm' }, { change: 'dispatch' }]) {
    expect(await change(id, body)).toMatchObject({ status: 400, message: 'Please say in a few words what was done.' });
  }
  expect(await record(id)).toMatchObject({ status: 'acknowledged' });
});

test('a change that does not follow from the present state is refused in words', async () => {
  const id = await call();
  const { number } = await record(id);
  expect(await change(id, { change: 'arrive' })).toMatchObject({ status: 409, code: 'conflict' });
  await change(id, { change: 'false_alarm', reason: 'Pressed by mistake' });
  const again = await change(id, { change: 'resolve', reason: 'Driver is safe' });
  expect(again).toMatchObject({ status: 409, code: 'conflict' });
  expect(again.message).toContain(`${number} was ended as a false alarm`);
});

test('of two who acknowledge at once one is told who was first', async () => {
  const other = (await buildCaller(it, 'SuperUser')).headers;
  const id = await call();
  const answers = await Promise.all([
    change(id, { change: 'acknowledge' }),
    change(id, { change: 'acknowledge' }, other),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { acknowledged_by, number } = await record(id);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused.message).toContain(`${number} was acknowledged by ${acknowledged_by} on `);
});

test('acknowledging twice, as a slow network does, is no error', async () => {
  const id = await call();
  await change(id, { change: 'acknowledge' });
  expect(await change(id, { change: 'acknowledge' })).toMatchObject({
    status: 200,
    message: expect.stringContaining('is acknowledged since'),
  });
  const { steps } = await record(id);
  expect(steps.filter(({ what }: { what: string }) => what === 'change')).toHaveLength(1);
});

test('a duplicate names the incident that it repeats, which is another and no duplicate itself', async () => {
  const [first, second, third] = [await call(), await call(), await call()];
  const [one, two] = [await record(first), await record(second)];
  const duplicate = (of: string) => ({ change: 'duplicate', reason: 'Called too', duplicate_of: of });
  expect(await change(first, duplicate(one.number))).toMatchObject({
    status: 409,
    message: 'An incident does not repeat itself.',
  });
  expect(await change(second, duplicate('2020-9999'))).toMatchObject({
    status: 404,
    message: 'There is no incident 2020-9999.',
  });
  expect(await change(second, { change: 'duplicate', reason: 'Called too' })).toMatchObject({ status: 400 });
  expect(await change(second, duplicate(one.number))).toMatchObject({ status: 200 });
  expect(await record(second)).toMatchObject({ status: 'duplicate', duplicate_of: { id: first, number: one.number } });
  expect((await change(third, duplicate(two.number))).message).toBe(
    `${two.number} is a duplicate itself. Please give the first one.`,
  );
});

test('an ended call can be opened again, with a reason', async () => {
  const id = await call();
  await change(id, { change: 'false_alarm', reason: 'Pressed by mistake' });
  expect(await change(id, { change: 'reopen' })).toMatchObject({ status: 400 });
  expect(await change(id, { change: 'reopen', reason: 'They called back' })).toMatchObject({ status: 200 });
  expect(await record(id)).toMatchObject({ status: 'acknowledged', ended_at: null, ended_by: null });
});

test('a note stands on the time line as it was written, also after the end', async () => {
  const id = await call();
  await change(id, { change: 'false_alarm', reason: 'Pressed by mistake' });
  const words = '<img src=x onerror=alert(1)> says “help”';
  const response = await it.app.inject({
    method: 'POST',
    url: `/api/incidents/${id}/notes`,
    headers,
    payload: { words },
  });
  expect(response.statusCode).toBe(201);
  expect((await record(id)).steps.at(-1)).toMatchObject({ what: 'note', words, actor: expect.stringMatching(/./) });
});

test('a call that staff write down is acknowledged by them, and joins the open one of its car', async () => {
  const { driver } = await buildDriver(it);
  const body = {
    grade: 'sos',
    driver_id: driver.id,
    caller_name: 'Esi',
    caller_phone: '024 123 4567',
    place: 'Tema, Community 1',
  };
  const post = async (payload: object) =>
    (await it.app.inject({ method: 'POST', url: '/api/incidents', headers, payload })).json();
  const { incident_id, message } = await post(body);
  const made = await record(incident_id);
  expect(message).toBe(`The call is incident ${made.number}.`);
  expect(made).toMatchObject({
    ...{ status: 'acknowledged', source: 'call', place: 'Tema, Community 1', caller_phone: '+233241234567' },
    driver_code: driver.driver_code,
  });
  expect(await post({ ...body, place: 'Tema, harbour' })).toMatchObject({
    incident_id,
    message: `The call joins the open incident ${made.number}.`,
  });
  expect((await record(incident_id)).steps.filter(({ what }: { what: string }) => what === 'signal')).toHaveLength(2);
  const nobody = await post({ grade: 'sos', caller_name: '', caller_phone: '', place: '' });
  expect(nobody).toMatchObject({ status: false, message: 'Please give the driver, the caller or the place.' });
});

test('places and kin come only with the permission to see them, and each look is on record', async () => {
  const { driver } = await buildDriver(it);
  const id = await buildIncident(it, { driverId: driver.id });
  expect((await record(id)).private.kin.name).not.toBe('');
  const looks = () => it.db.selectFrom('driver_looks').selectAll().where('driver_id', '=', driver.id).execute();
  const before = (await looks()).length;
  expect(before).toBeGreaterThan(0);
  await shapeRole(it, 'SuperUser', { 'incidents.private': false });
  const { headers: other } = await buildCaller(it, 'SuperUser');
  const seen = await record(id, other);
  expect(seen.private).toBeNull();
  expect(JSON.stringify(seen)).not.toContain('kin_mobile');
  expect(await looks()).toHaveLength(before);
  await shapeRole(it, 'SuperUser', {});
});

test('members, tenants and strangers see no incident', async () => {
  const id = await call();
  for (const url of ['/api/incidents', '/api/incidents/board', `/api/incidents/${id}`, '/api/incidents/live']) {
    expect((await it.app.inject({ url })).statusCode).toBe(401);
    for (const role of ['Member', 'Tenant', 'Operations'] as const) {
      const { headers: as } = await buildCaller(it, role);
      expect((await it.app.inject({ url, headers: as })).statusCode).toBe(403);
    }
  }
});

test('the erasure of a person leaves times and states of their calls, and neither words nor places', async () => {
  const { driver } = await buildDriver(it);
  const id = await buildIncident(it, { driverId: driver.id });
  await it.db
    .insertInto('incident_places')
    .values({
      incident_id: id,
      source: 'member',
      at: it.clock.now,
      received_at: it.clock.now,
      latitude: 5.6,
      longitude: -0.2,
    })
    .execute();
  await change(id, { change: 'false_alarm', reason: 'Her sister Esi pressed it' });
  const { headers: admin } = await buildCaller(it, 'SuperAdmin');
  const reason = 'The person asked for it.';
  await it.app.inject({ method: 'DELETE', url: `/api/drivers/${driver.id}`, headers: admin, payload: { reason } });
  const url = `/api/drivers/${driver.id}/erase`;
  const erased = await it.app.inject({ method: 'POST', url, headers: admin, payload: { reason } });
  expect(erased.json()).toMatchObject({ status: true });
  const seen = await record(id, admin);
  expect(seen).toMatchObject({ status: 'false_alarm', status_reason: 'ERASED', private: { kin: null, places: [] } });
  expect(JSON.stringify(seen)).not.toContain('Esi');
});

test('of two calls, each ended as a duplicate of the other at once, one stays open', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [await call(), await call()];
    const numbers = [(await record(one)).number, (await record(two)).number];
    const duplicate = (id: string, of: string) => change(id, { change: 'duplicate', reason: 'Same', duplicate_of: of });
    await Promise.all([duplicate(one, numbers[1]), duplicate(two, numbers[0])]);
    expect([(await record(one)).status, (await record(two)).status].sort()).toEqual(['duplicate', 'raised']);
  }
});

test('a call that joins an incident keeps who called and where from, beside what was known', async () => {
  const { driver } = await buildDriver(it);
  const id = await buildIncident(it, { driverId: driver.id });
  const write = (payload: object) =>
    it.app.inject({
      method: 'POST',
      url: '/api/incidents',
      headers,
      payload: { grade: 'sos', driver_id: driver.id, ...payload },
    });
  const esi = { caller_name: 'Esi', caller_phone: '024 555 0101', place: 'Behind Tema station' };
  expect((await write(esi)).json().incident_id).toBe(id);
  await write({ caller_name: '', caller_phone: '024 555 0102', place: 'At the old toll booth' });
  const { caller_name, caller_phone, place, steps } = await record(id);
  expect({ caller_name, caller_phone, place }).toEqual({ ...esi, caller_phone: '+233245550101' });
  expect(steps.filter(({ what }: { what: string }) => what === 'note')).toMatchObject([
    { words: expect.stringMatching(/^The caller: Esi · .*0101 · Behind Tema station$/) },
    { words: expect.stringMatching(/^The caller: .*0102 · At the old toll booth$/) },
  ]);
});

test('a call for help is no duplicate of a drill', async () => {
  const id = await call();
  const drill = await buildIncident(it, { driverId: (await buildDriver(it)).driver.id, isDrill: true });
  const { number } = await record(drill);
  expect(await change(id, { change: 'duplicate', reason: 'Same', duplicate_of: number })).toMatchObject({
    status: 409,
    message: 'A call for help does not repeat a drill, nor a drill a call.',
  });
  expect(await record(id)).toMatchObject({ status: 'raised' });
});
