import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { jobServer } from '#domains/jobs';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildIncident } from '../../../../test/builders/incidents.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { passingOn, watchOfShifts } from '../../../jobs/every-job.ts';
import { lockDueRings } from './shifts.repo.ts';

type Staff = Awaited<ReturnType<typeof buildCaller>>;

let it: TestApp;
let began: Date;
beforeAll(async () => {
  it = await startApp();
  began = it.clock.now;
});
beforeEach(async () => {
  it.clock.now = began;
  await it.db
    .updateTable('response_shifts')
    .set({ ended_at: began, started_at: began })
    .where('ended_at', 'is', null)
    .execute();
  await it.db.updateTable('incidents').set({ ring_at: null }).execute();
  await it.db.deleteFrom('outbox_messages').execute();
  await it.db.deleteFrom('jobs').execute();
  await supervisors(['024 555 0001', '024 555 0002']);
});
afterAll(() => it.close());

const wait = (seconds: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + seconds * 1_000);
};

const supervisors = async (supervisor_numbers: string[]): Promise<void> => {
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const { versions } = (await it.app.inject({ url: '/api/site/settings', headers })).json();
  const payload = { supervisor_numbers, versions: { supervisor_numbers: versions.supervisor_numbers } };
  const answer = await it.app.inject({ method: 'PATCH', url: '/api/site/settings', headers, payload });
  expect(answer.statusCode).toBe(200);
};

const post = async (url: string, { headers }: Pick<Staff, 'headers'>, payload: object = {}) =>
  it.app.inject({ method: 'POST', url: `/api${url}`, headers, payload });

/** A person on shift whose page shows the board. */
const onShift = async (): Promise<Staff> => {
  const person = await buildCaller(it, 'SuperUser');
  expect((await post('/response_shifts', person)).statusCode).toBe(200);
  wait(0.001);
  return person;
};

const watch = async (...people: Staff[]): Promise<void> => {
  for (const person of people) await post('/response_shifts/watching', person);
};

const passOnIsRun = (textsAreSent = true): Promise<void> =>
  jobServer({
    db: it.db,
    now: () => it.clock.now,
    recurring: [passingOn({ db: it.db, now: () => it.clock.now, textsAreSent })],
    onError: (_, error) => expect.unreachable(String(error)),
  }).runDue();

/** An SOS of a new driver. */
const call = async (given: { isDrill?: boolean } = {}) =>
  buildIncident(it, { driverId: (await buildDriver(it)).driver.id, ...given });

const ringsHere = async (person: Staff, id: string): Promise<boolean> => {
  const { incidents } = (await it.app.inject({ url: '/api/incidents/board', headers: person.headers })).json();
  return incidents.find((one: { id: string }) => one.id === id)?.rings_here;
};
const incident = (id: string) =>
  it.db.selectFrom('incidents').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const texts = () =>
  it.db
    .selectFrom('outbox_messages')
    .select(['recipient', 'body', 'priority'])
    .where('priority', '=', -1)
    .orderBy('id')
    .execute();

test('a call rings at one person on shift first, and the next call at another', async () => {
  const [ama, kofi] = [await onShift(), await onShift()];
  const first = await call();
  expect([await ringsHere(ama, first), await ringsHere(kofi, first)]).toEqual([true, false]);
  const second = await call();
  expect([await ringsHere(ama, second), await ringsHere(kofi, second)]).toEqual([false, true]);
});

test('unacknowledged it goes to the next person on shift, then by text message to the supervisors', async () => {
  const [ama, kofi] = [await onShift(), await onShift()];
  const id = await call();
  wait(44);
  await watch(ama, kofi);
  await passOnIsRun();
  expect(await ringsHere(kofi, id)).toBe(false);
  wait(1);
  await passOnIsRun();
  expect([await ringsHere(ama, id), await ringsHere(kofi, id)]).toEqual([true, true]);
  expect(await texts()).toEqual([]);
  wait(45);
  await watch(ama, kofi);
  await passOnIsRun();
  const { number } = await incident(id);
  expect(await texts()).toEqual([
    { recipient: '+233245550001', body: expect.stringContaining(`SOS ${number}`), priority: -1 },
    { recipient: '+233245550002', body: expect.stringContaining(number), priority: -1 },
  ]);
  const { incidents } = (await it.app.inject({ url: '/api/incidents/board', headers: ama.headers })).json();
  expect(incidents.find((one: { id: string }) => one.id === id)).toMatchObject({
    rung: [{ name: expect.any(String) }, { name: expect.any(String) }],
    supervisors_told_at: it.clock.now.toISOString(),
  });
});

test('supervisors get three text messages about a call at most, five minutes apart', async () => {
  const id = await call();
  for (let minute = 0; minute < 30; minute += 1) {
    await passOnIsRun();
    wait(60);
  }
  expect(await texts()).toHaveLength(6);
  expect((await incident(id)).supervisor_texts).toBe(3);
});

test('with nobody on shift it rings at every page, and supervisors are told at once', async () => {
  const reader = await buildCaller(it, 'SuperUser');
  const id = await call();
  expect(await ringsHere(reader, id)).toBe(true);
  await passOnIsRun();
  expect(await texts()).toHaveLength(2);
});

test('who is on shift without an open page is passed over, and what rang there rings at all', async () => {
  const [ama, kofi] = [await onShift(), await onShift()];
  const id = await call();
  wait(16);
  await watch(kofi);
  expect([await ringsHere(ama, id), await ringsHere(kofi, id)]).toEqual([true, true]);
  const next = await call();
  expect(
    await it.db.selectFrom('incident_rings').select('shift_id').where('incident_id', '=', next).execute(),
  ).toHaveLength(1);
  expect([await ringsHere(ama, next), await ringsHere(kofi, next)]).toEqual([false, true]);
});

test('supervisors are told of few strangers’ calls an hour, and of every known one', async () => {
  const raised: string[] = [];
  for (let n = 0; n < 9; n += 1) raised.push(await call());
  await it.db.updateTable('incidents').set({ is_known: false }).where('id', 'in', raised).execute();
  const known = await call();
  await passOnIsRun();
  expect(await texts()).toHaveLength(2 * (6 + 1));
  const told = await it.db
    .selectFrom('incidents')
    .select('id')
    .where('supervisors_told_at', '=', it.clock.now)
    .execute();
  expect(told.map(({ id }) => id)).toContain(known);
});

test('known calls are passed on before those of strangers', async () => {
  const strangers = [await call(), await call()];
  await it.db.updateTable('incidents').set({ is_known: false }).where('id', 'in', strangers).execute();
  const known = await call();
  const due = await it.db.transaction().execute((tx) => lockDueRings(tx, it.clock.now, 2));
  expect(due.map(({ id }) => id)).toEqual([known, strangers[0]]);
});

test('an acknowledged call rings nowhere and is not passed on', async () => {
  const ama = await onShift();
  const id = await call();
  const payload = { change: 'acknowledge' };
  const answer = await it.app.inject({ method: 'PATCH', url: `/api/incidents/${id}`, headers: ama.headers, payload });
  expect(answer.json().message).toMatch(/is acknowledged\. It no longer rings\.$/);
  expect(await ringsHere(ama, id)).toBe(false);
  wait(600);
  await passOnIsRun();
  expect(await texts()).toEqual([]);
});

test('a drill rings the same, and texts nobody', async () => {
  const ama = await onShift();
  const id = await call({ isDrill: true });
  expect(await ringsHere(ama, id)).toBe(true);
  wait(45);
  await watch(ama);
  await passOnIsRun();
  expect(await texts()).toEqual([]);
  expect((await incident(id)).rings_everywhere).toBe(true);
});

test('a stranger’s call that supervisors were not told of is passed on anew once it is known', async () => {
  const { driver } = await buildDriver(it);
  const id = await buildIncident(it, { driverId: driver.id });
  // As after six of this hour.
  const untold = { is_known: false, ring_at: null, supervisor_texts: 3, rings_everywhere: true };
  await it.db.updateTable('incidents').set(untold).where('id', '=', id).execute();
  expect(await buildIncident(it, { driverId: driver.id })).toBe(id);
  expect(await incident(id)).toMatchObject({ is_known: true, supervisor_texts: 0, ring_at: expect.any(Date) });
  await it.db.updateTable('incidents').set(untold).where('id', '=', id).execute();
  const office = await buildCaller(it, 'SuperUser');
  expect((await post(`/incidents/${id}/known`, office, { reason: 'Called back' })).statusCode).toBe(200);
  await passOnIsRun();
  expect(await texts()).toHaveLength(2);
});

test('without a service for text messages, or without supervisors, the board says that nobody was told', async () => {
  for (const textsAreSent of [false, true]) {
    if (textsAreSent) await supervisors([]);
    const id = await call();
    await passOnIsRun(textsAreSent);
    wait(5);
    const steps = await it.db.selectFrom('incident_steps').select('words').where('incident_id', '=', id).execute();
    expect(steps.at(-1)?.words).toBe('No supervisor can be told by text message. It rings at every page.');
    expect((await incident(id)).supervisors_told_at).toBeNull();
  }
  expect(await texts()).toEqual([]);
});

test('a call that rings at every page goes on doing so when it is passed on to who came on shift', async () => {
  const reader = await buildCaller(it, 'SuperUser');
  const id = await call();
  await passOnIsRun();
  const ama = await onShift();
  wait(300);
  await watch(ama);
  await passOnIsRun();
  expect([await ringsHere(ama, id), await ringsHere(reader, id)]).toEqual([true, true]);
});

test('calls are passed on beside others that are raised, though each holds the shifts of both', async () => {
  const [ama, kofi] = [await onShift(), await onShift()];
  const [first, second] = [await call(), await call()];
  wait(46);
  await watch(ama, kofi);
  const { id: shift } = await it.db
    .selectFrom('response_shifts')
    .select('id')
    .where('account_id', '=', ama.id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  const { passing } = await it.db.transaction().execute(async (tx) => {
    const shifts = tx.updateTable('response_shifts').set({ rung_at: it.clock.now }).where('ended_at', 'is', null);
    await shifts.where('id', '=', shift).execute();
    const begun = passOnIsRun();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await shifts.where('id', '>', shift).execute();
    return { passing: begun };
  });
  await passing;
  expect([await ringsHere(kofi, first), await ringsHere(ama, second)]).toEqual([true, true]);
});

test('two servers pass a call on once', async () => {
  const id = await call();
  await Promise.all([passOnIsRun(), passOnIsRun(), passOnIsRun()]);
  expect(await texts()).toHaveLength(2);
  expect((await incident(id)).supervisor_texts).toBe(1);
});

const absenceIsWatched = (): Promise<void> =>
  jobServer({
    db: it.db,
    now: () => it.clock.now,
    recurring: [watchOfShifts({ db: it.db, now: () => it.clock.now })],
    onError: (_, error) => expect.unreachable(String(error)),
  }).runDue();

test('when nobody has looked at the board for ten minutes, supervisors are told once, until somebody comes back', async () => {
  await it.db.deleteFrom('incident_rings').execute();
  await it.db.deleteFrom('response_shifts').execute();
  await onShift();
  wait(9 * 60);
  await absenceIsWatched();
  expect(await texts()).toEqual([]);
  wait(60);
  await Promise.all([absenceIsWatched(), absenceIsWatched()]);
  wait(60);
  await absenceIsWatched();
  expect(await texts()).toMatchObject([
    { recipient: '+233245550001', body: expect.stringContaining('for 10 minutes'), priority: -1 },
    { recipient: '+233245550002' },
  ]);
  await onShift();
  wait(11 * 60);
  await absenceIsWatched();
  expect(await texts()).toHaveLength(4);
});

test('an office that has not used the board for a day is told nothing', async () => {
  await onShift();
  wait(25 * 3_600);
  await absenceIsWatched();
  expect(await texts()).toEqual([]);
});

test('the dashboard counts what is not acknowledged and who looks at the board', async () => {
  const ama = await onShift();
  const emergencies = async () =>
    (await it.app.inject({ url: '/api/dashboard', headers: ama.headers })).json().emergencies;
  const before = await emergencies();
  expect(before.watching).toBe(1);
  await call();
  await call({ isDrill: true });
  expect(await emergencies()).toEqual({ ...before, open: before.open + 1, unacknowledged: before.unacknowledged + 1 });
  wait(16);
  expect(await emergencies()).toMatchObject({ watching: 0 });
});

test('a shift is begun once, and its end leaves a word for those who come next', async () => {
  const ama = await onShift();
  expect((await post('/response_shifts', ama)).json().message).toBe(
    'You are on shift. Calls for help ring at this page.',
  );
  const open = await it.db.selectFrom('response_shifts').select('id').where('account_id', '=', ama.id).execute();
  expect(open).toHaveLength(1);
  const handover = 'Mr Owusu of 2026-0001 waits for a call at six.';
  expect((await post('/response_shifts/end', ama, { handover })).statusCode).toBe(200);
  expect((await post('/response_shifts/end', ama, { handover })).json()).toMatchObject({
    code: 'conflict',
    message: 'You are not on shift.',
  });
  const [shift] = await it.db.selectFrom('response_shifts').selectAll().where('account_id', '=', ama.id).execute();
  expect(shift).toMatchObject({ handover, ended_at: it.clock.now });
  const { handovers } = (await it.app.inject({ url: '/api/incidents/board', headers: ama.headers })).json();
  expect(handovers[0]).toMatchObject({ words: handover, ended_at: it.clock.now.toISOString() });
});
