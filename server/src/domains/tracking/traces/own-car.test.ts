import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDevice, buildFitting } from '../../../../test/builders/devices.ts';
import { buildFeedSecret } from '../../../../test/builders/feed-secret.ts';
import { buildCaller, buildMember, buildUser, signIn } from '../../../../test/builders/identity.ts';
import { buildPlace } from '../../../../test/builders/places.ts';
import { buildPlaces, makePlacesOf } from '../../../../test/builders/stored-places.ts';
import { callDriver, removeDriver } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { erasePlaces, eraseTraces, tracesOf } from './erase-traces.ts';

let it: TestApp;
let staff: Awaited<ReturnType<typeof buildCaller>>;
const SECRET = 'a secret of the feeds, long enough';
beforeAll(async () => {
  it = await startApp();
  staff = await buildCaller(it, 'SuperAdmin');
  await makePlacesOf(it.db, ['2026-11-19', '2026-11-20']);
  await buildFeedSecret(it.db, SECRET, it.clock.now);
});
afterAll(() => it.close());

type Headers = Record<string, string>;
const call = async (method: 'GET' | 'POST', path: string, headers: Headers = staff.headers, payload?: object) => {
  const response = await it.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};

const MINUTE = 60_000;
const ago = (minutes: number): Date => new Date(it.clock.now.getTime() - minutes * MINUTE);
const drive = (deviceId: string, from: number, until: number) =>
  it.db.transaction().execute((tx) =>
    buildPlaces(
      tx,
      deviceId,
      Array.from({ length: from - until + 1 }, (_, n) => ({
        ...{ fixAt: ago(from - n), latitude: 5.6 + n * 0.003, longitude: -0.18, speedKmh: 30 },
      })),
    ),
  );

const member = async (fittedMinutesAgo = 60) => {
  const driver = await buildMember(it);
  const { car_number, driver_code } = driver;
  const headers = await signIn(it, 'member_login', { car_number, driver_code });
  const { id: device_id, imei } = await buildDevice(it);
  await buildFitting(it, { device_id, driver_id: driver.id, fitted_at: ago(fittedMinutesAgo) });
  return { driver, headers, device_id, imei };
};
const DAY = '2026-11-20';

test('a member sees the own car’s place and trail, and who of the office looked at it and when', async () => {
  const { driver, headers, device_id } = await member();
  await drive(device_id, 30, 10);
  const { username } = await buildUser(it, { role: 'SuperUser', first_name: 'Efua', last_name: 'Sarpong' });
  const clerk = await signIn(it, 'login', { username });
  await Promise.all([1, 2].map(() => call('GET', `/trackers/${driver.id}`, clerk)));
  expect(await call('GET', `/trackers/${driver.id}/trail?day=${DAY}`, clerk)).toMatchObject({ status: 200 });
  const { body } = await call('GET', '/my_car', headers);
  expect(body).toMatchObject({
    ...{ driver_code: driver.driver_code, car_number: driver.car_number, stolen: null },
    ...{ fitted_at: ago(60).toISOString(), place: { fix_at: ago(10).toISOString(), is_moving: true } },
    looks: [{ who: 'Efua Sarpong', looked_at: it.clock.now.toISOString() }],
  });
  const { body: trail } = await call('GET', `/my_car/trail?day=${DAY}`, headers);
  expect(trail.places).toHaveLength(21);
  expect(trail.distance_m).toBeGreaterThan(5_000);
  const looks = await call('GET', `/driver_looks?driver_code=${driver.driver_code}&what=place`);
  expect(looks.body).toMatchObject([{ actor: username, what: 'place' }]);
  expect((await call('GET', `/driver_looks?driver_code=${driver.driver_code}&what=record`)).body).toEqual([]);
});

test('looks at the record and at the place are apart, and the own look of a member is none', async () => {
  const { driver, headers } = await member();
  await callDriver(it, staff.headers, 'GET', driver.id);
  await call('GET', '/my_car', headers);
  await call('GET', `/my_car/trail?day=${DAY}`, headers);
  expect((await call('GET', '/my_car', headers)).body.looks).toEqual([]);
  await call('GET', `/trackers/${driver.id}`);
  expect((await call('GET', '/my_car', headers)).body.looks).toHaveLength(1);
  expect((await call('GET', `/driver_looks?driver_code=${driver.driver_code}`)).body).toHaveLength(2);
  expect(await call('GET', '/trackers/999999')).toMatchObject({ status: 404 });
});

test('another member’s car is not there, for a member who knows its code', async () => {
  const own = await member();
  const other = await member();
  await drive(other.device_id, 30, 10);
  const code = other.driver.driver_code;
  const gone = { status: 404, body: { message: 'You have no such car.' } };
  expect(await call('GET', `/my_car?driver_code=${code}`, own.headers)).toMatchObject(gone);
  expect(await call('GET', `/my_car/trail?driver_code=${code}&day=${DAY}`, own.headers)).toMatchObject(gone);
  expect(await call('GET', `/trackers/${other.driver.id}/trail?day=${DAY}`, own.headers)).toMatchObject({
    status: 403,
  });
  expect(await call('GET', `/trackers/${other.driver.id}`, own.headers)).toMatchObject({ status: 403 });
});

test('a member sees only the spans in which the own car had the tracker', async () => {
  const first = await member(60);
  await drive(first.device_id, 59, 20);
  const { driver } = first;
  await sql`UPDATE device_fittings SET removed_at = ${ago(40)} WHERE driver_id = ${driver.id}`.execute(it.db);
  const next = await buildMember(it);
  await buildFitting(it, { device_id: first.device_id, driver_id: next.id, fitted_at: ago(30) });
  const headers = await signIn(it, 'member_login', { car_number: next.car_number, driver_code: next.driver_code });
  const before = await call('GET', `/my_car/trail?day=${DAY}`, first.headers);
  expect(before.body.places.map(({ at }: { at: string }) => at).at(-1)).toBe(ago(41).toISOString());
  const after = await call('GET', `/my_car/trail?day=${DAY}`, headers);
  expect(after.body.places[0].at).toBe(ago(30).toISOString());
  expect((await call('GET', '/my_car', first.headers)).body).toMatchObject({ fitted_at: null, place: null });
  await buildPlace(it, first.device_id, ago(31));
  expect((await call('GET', '/my_car', headers)).body).toMatchObject({ place: null });
});

test('a member sees that the car is declared stolen, for whom links were made and when they were opened', async () => {
  const { driver, headers } = await member();
  const lost = { driver_id: driver.id, last_seen: 'Nima, near the market.' };
  const { body: declared } = await call('POST', '/stolen_cars', staff.headers, lost);
  const police = { made_for: 'Police, Nima station', hours: 6 };
  const { body: link } = await call('POST', `/stolen_cars/${declared.stolen_car_id}/links`, staff.headers, police);
  await it.app.inject({ method: 'POST', url: '/api/shared_car', payload: { token: link.token } });
  const shown = await call('GET', '/my_car', headers);
  expect(shown.body.stolen).toMatchObject({
    last_seen: 'Nima, near the market.',
    shares: [
      { made_for: 'Police, Nima station', is_open: true, openings: 1, last_opened_at: it.clock.now.toISOString() },
    ],
  });
  expect(JSON.stringify(shown.body)).not.toContain(link.token);
});

test('a link shows the trail since the declaration, and later answers only what is new', async () => {
  const { driver, device_id } = await member();
  await drive(device_id, 50, 5);
  const lost = { driver_id: driver.id, last_seen: 'Nima, near the market.' };
  const { body: declared } = await call('POST', '/stolen_cars', staff.headers, lost);
  await sql`UPDATE stolen_cars SET declared_at = ${ago(20)} WHERE id = ${declared.stolen_car_id}`.execute(it.db);
  const police = { made_for: 'Police, Nima station', hours: 6 };
  const { body: link } = await call('POST', `/stolen_cars/${declared.stolen_car_id}/links`, staff.headers, police);
  const open = async (since?: string) =>
    (await call('POST', '/shared_car', {}, { token: link.token, ...(since && { since }) })).body.trail as [
      number,
      number,
      string,
    ][];
  const trail = await open();
  expect([trail[0]?.[2], trail.length]).toEqual([ago(20).toISOString(), 16]);
  expect((await open(ago(7).toISOString())).map(([, , at]) => at)).toEqual([
    ago(6).toISOString(),
    ago(5).toISOString(),
  ]);
});

test('erasing a person erases where their car was, and late reports of it are not stored', async () => {
  const { driver, device_id, imei } = await member();
  await drive(device_id, 50, 5);
  const alarm = { device_id, driver_id: driver.id, kind: 'sos', at: ago(9), received_at: ago(9) };
  await it.db.insertInto('tracker_alarms').values(alarm).execute();
  const lost = { driver_id: driver.id, last_seen: 'Seen at Kwabenya by ZORMELO.' };
  const { body: declared } = await call('POST', '/stolen_cars', staff.headers, lost);
  const police = { made_for: 'Police, Nima station', hours: 6 };
  const { body: link } = await call('POST', `/stolen_cars/${declared.stolen_car_id}/links`, staff.headers, police);
  const words = { unpaid_reason: 'ZORMELO pays on Friday.' };
  await it.db.updateTable('device_fittings').set(words).where('device_id', '=', device_id).execute();
  await removeDriver(it, staff.headers, driver.id);
  const reason = 'The person asked for it by letter.';
  expect((await callDriver(it, staff.headers, 'POST', `${driver.id}/erase`, { reason })).status).toBe(200);
  expect(await call('POST', '/shared_car', {}, { token: link.token })).toMatchObject({ status: 404 });
  expect((await call('GET', `/trackers/${driver.id}/trail?day=${DAY}`)).body.places).toEqual([]);
  expect((await call('GET', `/stolen_cars/${declared.stolen_car_id}`)).body).toMatchObject({
    status: 'ended',
    last_seen: 'ERASED',
  });
  const { rows: told } = await sql<{ found: string }>`
    SELECT t::text AS found FROM audit_log t UNION ALL SELECT t::text FROM device_fittings t`.execute(it.db);
  expect(told.filter(({ found }) => /Kwabenya|pays on Friday/.test(found))).toEqual([]);
  const left = async () => {
    const { rows } = await sql<{ n: number }>`
      SELECT (SELECT count(*) FROM positions WHERE device_id = ${device_id})::integer
        + (SELECT count(*) FROM device_places WHERE device_id = ${device_id})::integer AS n`.execute(it.db);
    return rows[0]?.n;
  };
  await erasePlaces(it.db, it.clock.now);
  expect(await left()).toBe(0);
  const late = `id=${imei}&lat=5.6&lon=-0.2&speed=3&timestamp=${Math.floor(ago(15).getTime() / 1000)}&key=${SECRET}`;
  const reported = await it.app.inject({ url: `/api/feeds/osmand?${encodeURI(late)}` });
  expect(reported.statusCode).toBe(200);
  expect(await left()).toBe(0);
  const alarms = it.db.selectFrom('tracker_alarms').select(['driver_id', 'kind']).where('device_id', '=', device_id);
  expect(await alarms.execute()).toEqual([{ driver_id: null, kind: 'sos' }]);
  // As a batch stores it that had begun before the erasure.
  await it.db
    .insertInto('tracker_alarms')
    .values({ ...alarm, kind: 'powerCut', latitude: 5.6, longitude: -0.2 })
    .execute();
  const found = { device_id, driver_id: driver.id, kind: 'power_cut' as const, since: ago(9), last_since: ago(9) };
  await it.db
    .insertInto('watch_entries')
    .values({ ...found, noticed_at: ago(9) })
    .execute();
  await erasePlaces(it.db, new Date(it.clock.now.getTime() + MINUTE));
  expect((await alarms.execute()).map(({ driver_id }) => driver_id)).toEqual([null, null]);
  const entries = it.db.selectFrom('watch_entries').select('id').where('driver_id', '=', driver.id);
  expect(await entries.execute()).toEqual([]);
  const fitting = it.db.selectFrom('device_fittings').select('emptied_at').where('device_id', '=', device_id);
  expect((await fitting.executeTakeFirstOrThrow()).emptied_at).not.toBeNull();
});

test('a personal file has the tracker, its alarms, declarations, and looks at the place', async () => {
  const { driver, device_id } = await member();
  const alarm = { device_id, driver_id: driver.id, kind: 'sos', at: ago(9), received_at: ago(9) };
  await it.db.insertInto('tracker_alarms').values(alarm).execute();
  await call('POST', '/stolen_cars', staff.headers, { driver_id: driver.id, last_seen: 'Nima, near the market.' });
  await call('GET', `/trackers/${driver.id}`);
  const file = await it.app.inject({ url: `/api/drivers/${driver.id}/personal_data`, headers: staff.headers });
  for (const words of ['Trackers in your car', 'SOS pressed', 'Nima, near the market.', 'Place of the car'])
    expect(file.body).toContain(words);
});

test('alarms are of the car that had the tracker then, also where the fitting was noted later', async () => {
  const { driver, device_id } = await member(10);
  const noted = { device_id, driver_id: null, kind: 'sos', received_at: ago(9) };
  await it.db
    .insertInto('tracker_alarms')
    .values({ ...noted, at: ago(9) })
    .execute();
  const others = { ...noted, driver_id: driver.id, kind: 'tampering', at: ago(11) };
  await it.db.insertInto('tracker_alarms').values(others).execute();
  const { alarms } = await tracesOf(it.db, driver.id);
  expect(alarms.map(({ kind }) => kind)).toEqual(['sos']);
  await it.db.transaction().execute((tx) => eraseTraces(tx, driver.id, it.clock.now));
  const left = it.db.selectFrom('tracker_alarms').select(['driver_id', 'latitude']).where('device_id', '=', device_id);
  expect(await left.execute()).toEqual([
    { driver_id: null, latitude: null },
    { driver_id: null, latitude: null },
  ]);
});

test('a car without a tracker has no place', async () => {
  const { car_number, driver_code } = await buildMember(it);
  const headers = await signIn(it, 'member_login', { car_number, driver_code });
  expect((await call('GET', '/my_car', headers)).body).toMatchObject({ fitted_at: null, place: null, stolen: null });
});
