import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, shapeRole } from '../../../../test/builders/identity.ts';
import { buildIncident } from '../../../../test/builders/incidents.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp({
    PUBLIC_URL: 'http://localhost',
    SMS_URL: 'https://sms.example/send',
    SMS_TOKEN: 'a token',
  });
});
afterAll(() => it.close());

const wait = (minutes: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + minutes * 60_000);
};
const at = (minutes: number): string => new Date(it.clock.now.getTime() + minutes * 60_000).toISOString();

/** Somebody of the office, signed in by now's clock. */
const office = async (role: 'SuperUser' | 'SuperAdmin' = 'SuperUser') => (await buildCaller(it, role)).headers;

const call = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { body, as }: { body?: object; as?: Record<string, string> } = {},
) => {
  const headers = as ?? (await office());
  const response = await it.app.inject({ method, url: `/api${path}`, headers, ...(body && { payload: body }) });
  return { ...response.json(), http: response.statusCode };
};

let teams = 0;
const fields = (given: object = {}) => {
  teams += 1;
  const people = [{ name: 'Kofi Annor', phone: '' }];
  const own = { name: `Team ${teams}`, phone: `024 600 ${String(teams).padStart(4, '0')}`, vehicle: 'Toyota, GR 1-26' };
  return { ...own, people, area: null, is_active: true, ...given };
};
const newTeam = async (given: object = {}): Promise<{ id: string; name: string; phone: string }> => {
  const body = fields(given);
  return { id: (await call('POST', '/response_teams', { body })).team_id, name: body.name, phone: body.phone };
};

/** An SOS of a new driver. */
const sos = async (given: { isDrill?: boolean } = {}): Promise<string> =>
  buildIncident(it, { driverId: (await buildDriver(it)).driver.id, ...given });

const send = (id: string, team_id: string, given: object = {}) =>
  call('POST', `/incidents/${id}/dispatches`, { body: { team_id, check_in_minutes: 15, words: '', ...given } });

const PHONE = 'p'.repeat(43);
const open = async (token: string, given: object = {}) =>
  call('POST', '/team_call', { body: { token, phone: PHONE, ...given }, as: {} });
const move = async (token: string, change: string, given: object = {}) =>
  call('POST', '/team_call/change', { body: { token, phone: PHONE, change, ...given }, as: {} });

const textsTo = async (phone: string) => {
  const recipient = `+233${phone.replaceAll(' ', '').slice(1)}`;
  return it.db.selectFrom('outbox_messages').select(['body', 'priority']).where('recipient', '=', recipient).execute();
};

test('a team is added, changed and listed with who is on duty now and next', async () => {
  const team = await newTeam();
  expect(await call('POST', '/response_teams', { body: fields({ name: team.name.toUpperCase() }) })).toMatchObject({
    ...{
      http: 409,
      message: `There is a team ${team.name.toUpperCase()} already.`,
    },
  });
  const duty = (from: number, until: number) =>
    call('POST', `/response_teams/${team.id}/duties`, { body: { starts_at: at(from), ends_at: at(until) } });
  expect((await duty(-60, 60)).http).toBe(201);
  expect((await duty(60, 300)).http).toBe(201);
  expect((await duty(30, 90)).message).toBe(`${team.name} is on duty in a part of these hours already.`);
  expect((await duty(500, 400)).http).toBe(400);
  expect((await call('PATCH', `/response_teams/${team.id}`, { body: { vehicle: 'Nissan' } })).http).toBe(200);
  const found = async () =>
    (await call('GET', '/response_teams')).teams.find(({ id }: { id: string }) => id === team.id);
  const shown = await found();
  expect(shown).toMatchObject({
    ...{ vehicle: 'Nissan', people: [{ name: 'Kofi Annor', phone: '' }], sent_to: null },
    ...{ duty_now: { ends_at: at(60) }, duty_next: { starts_at: at(60) } },
  });
  expect((await call('DELETE', `/response_duties/${shown.duty_now.id}`)).http).toBe(200);
  expect(await found()).toMatchObject({ duty_now: null });
});

test('a team that is sent gets one urgent text message with a link, and the incident has help on the way', async () => {
  const team = await newTeam();
  const id = await sos();
  const sent = await send(id, team.id, { words: 'Blue gate' });
  expect(sent).toMatchObject({ http: 201, message: `${team.name} gets a text message with the link.` });
  const [text, ...others] = await textsTo(team.phone);
  expect(others).toEqual([]);
  expect(text).toEqual({
    body: expect.stringContaining(`http://localhost/team_call#${sent.token}`),
    priority: -1,
  });
  const record = await call('GET', `/incidents/${id}`);
  expect(record).toMatchObject({
    status: 'dispatched',
    teams: [{ team: team.name, status: 'sent', check_in_at: at(15) }],
    dispatches: [{ team: team.name, status: 'sent', opened_at: null }],
  });
  expect(record.steps.at(-1).words).toBe(`Help was sent: ${team.name}`);
  expect((await send(id, team.id)).message).toBe(`${team.name} is sent to ${record.number} already.`);
  const stored = await it.db
    .selectFrom('dispatches')
    .selectAll()
    .where('incident_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(stored)).not.toContain(sent.token);
});

test('the link shows the call to the first phone that opens it, and to no other', async () => {
  const team = await newTeam();
  const { driver } = await buildDriver(it);
  const id = await buildIncident(it, { driverId: driver.id });
  const { token } = await send(id, team.id, { words: 'Blue gate' });
  expect(await open(token)).toMatchObject({
    ...{ http: 200, team: team.name, status: 'sent', words: 'Blue gate', is_drill: false },
    driver: { mobile_number: driver.mobile_number, car_number: driver.car_number },
  });
  const forwarded = await call('POST', '/team_call', { body: { token, phone: 'q'.repeat(43) }, as: {} });
  expect(forwarded).toMatchObject({
    http: 409,
    message: 'This link is open on another phone. Please ask the office to send it again.',
  });
  expect(forwarded.driver).toBeUndefined();
  const guessed = await open('x'.repeat(43));
  expect(guessed).toMatchObject({ http: 404, message: 'This link has ended. Please call the office.' });
});

test('of two phones that open a link at once one has it', async () => {
  const { token } = await send(await sos(), (await newTeam()).id);
  const both = ['a', 'b'].map((letter) =>
    call('POST', '/team_call', { body: { token, phone: letter.repeat(43) }, as: {} }),
  );
  expect((await Promise.all(both)).map(({ http }) => http).sort()).toEqual([200, 409]);
});

test('a team accepts, is on scene and done; the incident and its time line follow, and the link is dead', async () => {
  const team = await newTeam();
  const id = await sos();
  const { token } = await send(id, team.id);
  await open(token);
  expect(await move(token, 'accept')).toMatchObject({ http: 200, status: 'accepted' });
  expect(await move(token, 'accept')).toMatchObject({ http: 200, status: 'accepted' });
  wait(10);
  expect(
    await move(token, 'arrive', { place: { latitude: 5.6, longitude: -0.2, accuracy_m: 9, at: at(0) } }),
  ).toMatchObject({
    status: 'on_scene',
  });
  expect(await call('GET', `/incidents/${id}`)).toMatchObject({
    ...{ status: 'on_scene', on_scene_at: it.clock.now.toISOString() },
    dispatches: [{ status: 'on_scene', place: { latitude: 5.6, longitude: -0.2, accuracy_m: 9 }, check_in_at: at(15) }],
  });
  expect(await move(token, 'finish', { words: 'Handed over to the police' })).toMatchObject({ status: 'done' });
  expect(await open(token)).toMatchObject({ http: 404 });
  const { steps, teams: out } = await call('GET', `/incidents/${id}`);
  expect(out).toEqual([]);
  expect(steps.map(({ words }: { words: string }) => words)).toEqual(
    expect.arrayContaining([
      `${team.name} is on the way.`,
      `${team.name} is on scene.`,
      `${team.name} is done: Handed over to the police`,
    ]),
  );
});

test('a link is dead once its incident ends or the office calls the team back', async () => {
  const [one, two] = [await newTeam(), await newTeam()];
  const id = await sos();
  const first = await send(id, one.id);
  const second = await send(id, two.id);
  await open(first.token);
  const reason = 'Team 2 is nearer';
  expect((await call('POST', `/dispatches/${first.dispatch_id}/recall`, { body: { reason } })).message).toBe(
    `${one.name} is called back.`,
  );
  expect((await textsTo(one.phone)).map(({ body }) => body).at(-1)).toContain('you are not needed');
  expect((await open(first.token)).http).toBe(404);
  expect((await call('POST', `/dispatches/${first.dispatch_id}/recall`, { body: { reason } })).http).toBe(409);
  await call('PATCH', `/incidents/${id}`, { body: { change: 'resolve', reason: 'Driver is safe' } });
  expect((await open(second.token)).http).toBe(404);
  const { dispatches } = await call('GET', `/incidents/${id}`);
  expect(dispatches.map(({ status }: { status: string }) => status)).toEqual(['recalled', 'recalled']);
  expect((await send(id, one.id)).http).toBe(409);
});

test('teams come nearest first, those that are free and on duty before others', async () => {
  const circle = (latitude: number) => ({ kind: 'circle', latitude, longitude: -0.2, radius_m: 5_000 });
  const [far, near, out, gone] = [
    await newTeam({ area: circle(5.9) }),
    await newTeam({ area: circle(5.62) }),
    await newTeam({ area: circle(5.6) }),
    await newTeam({ area: circle(5.6), is_active: false }),
  ];
  await send(await sos(), out.id);
  const id = await sos();
  const place = {
    source: 'member' as const,
    at: it.clock.now,
    received_at: it.clock.now,
    latitude: 5.6,
    longitude: -0.2,
  };
  await it.db
    .insertInto('incident_places')
    .values({ incident_id: id, ...place })
    .execute();
  const own = (found: { id: string }[]) =>
    found.filter((one) => [far, near, out, gone].some((team) => team.id === one.id));
  const shown = own((await call('GET', `/incidents/${id}/teams`)).teams);
  expect(shown.map((one) => one.id)).toEqual([near.id, far.id, out.id]);
  expect(shown[0]).toMatchObject({ distance_m: 2224, is_in_area: true, sent_to: null });
  await shapeRole(it, 'SuperUser', { 'incidents.private': false });
  const unseen = own((await call('GET', `/incidents/${id}/teams`)).teams);
  expect(unseen.every((one) => (one as { distance_m?: unknown }).distance_m === null)).toBe(true);
  await shapeRole(it, 'SuperUser', {});
});

test('a team that is elsewhere goes to a second emergency once a person has seen so, and both show', async () => {
  const team = await newTeam();
  const [one, two] = [await sos(), await sos()];
  const [first, second] = [await call('GET', `/incidents/${one}`), await call('GET', `/incidents/${two}`)];
  const { token } = await send(one, team.id);
  await open(token);
  await move(token, 'arrive');
  const words = `${team.name} is on scene of ${first.number}. Confirm that it goes to ${second.number} too, or call it back there first.`;
  expect(await send(two, team.id)).toMatchObject({
    ...{ http: 422, message: words },
    issues: [{ path: 'body.accepts_two_scenes', message: words }],
  });
  expect((await textsTo(team.phone)).length).toBe(1);
  expect(await send(two, team.id, { accepts_two_scenes: true })).toMatchObject({ http: 201 });
  const scenes = {
    sent_to: { incident_id: two, number: second.number, status: 'sent' },
    also_sent_to: [{ incident_id: one, number: first.number, status: 'on_scene' }],
  };
  const ofTeam = (teamsShown: { id: string }[]) => teamsShown.find(({ id }) => id === team.id);
  expect(ofTeam((await call('GET', '/response_teams')).teams)).toMatchObject(scenes);
  expect(ofTeam((await call('GET', `/incidents/${await sos()}/teams`)).teams)).toMatchObject(scenes);
  const { incidents } = await call('GET', '/incidents/board');
  const elsewhereIn = (id: string) => incidents.find((row: { id: string }) => row.id === id).teams[0].elsewhere;
  expect([elsewhereIn(one), elsewhereIn(two)]).toEqual([[second.number], [first.number]]);
  await move(token, 'finish');
  expect((await call('GET', `/incidents/${two}`)).teams).toMatchObject([{ elsewhere: [] }]);
});

test('of two clerks who send a team to two emergencies at once the second is asked', async () => {
  const team = await newTeam();
  const ids = [await sos(), await sos()];
  const sent = await Promise.all(ids.map((id) => send(id, team.id)));
  expect(sent.map(({ http }) => http).sort()).toEqual([201, 422]);
});

test('a drill keeps no team from a real call, and a real call keeps it from a drill', async () => {
  const team = await newTeam();
  const [drill, real] = [await sos({ isDrill: true }), await sos()];
  expect((await send(drill, team.id)).http).toBe(201);
  expect((await send(real, team.id)).http).toBe(201);
  expect((await send(await sos({ isDrill: true }), team.id)).http).toBe(422);
});

test('in a drill only the team that is sent gets a text message, and it says so', async () => {
  const team = await newTeam();
  const { driver } = await buildDriver(it);
  const body = { grade: 'sos', driver_id: driver.id };
  expect((await call('POST', '/incident_drills', { body })).http).toBe(403);
  const before = await it.db.selectFrom('outbox_messages').select('id').execute();
  const drill = await call('POST', '/incident_drills', { body, as: await office('SuperAdmin') });
  expect(drill.message).toMatch(/^The drill \d{4}-D\d{3} rings\.$/);
  await send(drill.incident_id, team.id);
  const after = await it.db.selectFrom('outbox_messages').selectAll().orderBy('id').execute();
  expect(after).toHaveLength(before.length + 1);
  expect(after.at(-1)?.body).toContain('DRILL SOS');
  const { today } = await call('GET', '/incidents/board');
  const counted = await it.db.selectFrom('incidents').select('id').where('is_drill', '=', false).execute();
  expect(today.raised).toBe(counted.length);
});

test('who may not answer sends no team, and who may not change teams changes none', async () => {
  const team = await newTeam();
  const id = await sos();
  await shapeRole(it, 'Operations', { 'incidents.read': true });
  const as = (await buildCaller(it, 'Operations')).headers;
  const body = { team_id: team.id, check_in_minutes: 15, words: '' };
  expect((await call('POST', `/incidents/${id}/dispatches`, { body, as })).http).toBe(403);
  expect((await call('PATCH', `/response_teams/${team.id}`, { body: { name: 'x' }, as })).http).toBe(403);
  expect((await call('GET', '/response_teams', { as })).http).toBe(200);
});

test('a team that arrives while another writes on the incident makes it on scene all the same', async () => {
  const id = await sos();
  const { token } = await send(id, (await newTeam()).id);
  await open(token);
  const { arriving } = await it.db.transaction().execute(async (tx) => {
    await tx.selectFrom('incidents').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    const begun = move(token, 'arrive');
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { arriving: begun };
  });
  expect(await arriving).toMatchObject({ http: 200, status: 'on_scene' });
  expect(await call('GET', `/incidents/${id}`)).toMatchObject({ status: 'on_scene' });
});

test('an incident ends while its team says that it is done, and neither is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await sos();
    const { token } = await send(id, (await newTeam()).id);
    await open(token);
    const as = await office();
    const body = { change: 'resolve', reason: 'Driver is safe' };
    const [ended, done] = await Promise.all([call('PATCH', `/incidents/${id}`, { body, as }), move(token, 'finish')]);
    expect(ended.http).toBe(200);
    expect([200, 404]).toContain(done.http);
  }
});

test('the newest place of a team’s phone counts, of whichever of its links it is', async () => {
  const team = await newTeam();
  const [one, two] = [await sos(), await sos()];
  const [first, second] = [await send(one, team.id), await send(two, team.id, { accepts_two_scenes: true })];
  const placed = (latitude: number) => ({ place: { latitude, longitude: -0.2, accuracy_m: 9, at: at(0) } });
  await open(second.token, placed(5.9));
  wait(1);
  await open(first.token, placed(5.6));
  const id = await sos();
  await it.db
    .insertInto('incident_places')
    .values({
      ...{ incident_id: id, source: 'member', at: it.clock.now, received_at: it.clock.now },
      ...{ latitude: 5.6, longitude: -0.2 },
    })
    .execute();
  const { teams: near } = await call('GET', `/incidents/${id}/teams`);
  expect(near.find((found: { id: string }) => found.id === team.id).distance_m).toBe(0);
});
