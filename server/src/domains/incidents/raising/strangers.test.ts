import type { IncidentRecord } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildMember, OWN_PAGE, PASSWORD, signIn } from '../../../../test/builders/identity.ts';
import { buildIncident, buildSignal } from '../../../../test/builders/incidents.ts';
import { buildPaidMember, buildPhone } from '../../../../test/builders/phones.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { raise } from './raise.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp({ PUBLIC_URL: 'http://localhost' });
});
beforeEach(async () => {
  // The clock moves on, and sessions end.
  headers = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

const ACCRA = { latitude: 5.6037, longitude: -0.187, accuracy_m: 14 };
const TAMALE = { latitude: 9.4034, longitude: -0.8424, accuracy_m: 5 };
const placed = (place: object) => ({ place: { ...place, at: it.clock.now.toISOString() } });
const wait = (seconds: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + seconds * 1_000);
};

const call = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, as = headers) =>
  (await it.app.inject({ method, url: `/api${url}`, headers: as, ...(payload && { payload }) })).json();
const incidentsOf = (driverId: string) =>
  it.db.selectFrom('incidents').selectAll().where('driver_id', '=', driverId).orderBy('id').execute();
const recordOf = (id: string): Promise<IncidentRecord> => call('GET', `/incidents/${id}`);
const wordsOf = async (id: string): Promise<string[]> => (await recordOf(id)).steps.map(({ words }) => words);

/** A signed-in member's call from Accra, and a stranger's phone that knows car and code. */
const knownCall = async () => {
  const { driver, car, headers: session } = await buildPaidMember(it);
  const own = buildPhone(it, { headers: session });
  await own.press({}, placed(ACCRA));
  const [incident] = await incidentsOf(driver.id);
  return { driver, car, own, stranger: buildPhone(it), id: incident?.id ?? '' };
};

test('a stranger’s place moves neither board, nor team link, nor document', async () => {
  const { car, stranger, id } = await knownCall();
  const fields = { phone: '024 600 0001', vehicle: '', people: [], area: null, is_active: true };
  const { team_id } = await call('POST', '/response_teams', { name: 'Team Osu', ...fields });
  const { token } = await call('POST', `/incidents/${id}/dispatches`, { team_id, check_in_minutes: 15, words: '' });
  wait(10);
  await stranger.press(car, placed(TAMALE));
  wait(10);
  await stranger.follow(placed(TAMALE));
  const { places } = (await recordOf(id)).private ?? { places: [] };
  expect(places).toMatchObject([
    { ...ACCRA, phone: { n: 1, known_by: 'session' } },
    { ...TAMALE, phone: { n: 2, known_by: null } },
    { ...TAMALE, phone: { n: 2 } },
  ]);
  const link = await call('POST', '/team_call', { token, phone: 'p'.repeat(43) }, {});
  expect(link.place).toMatchObject(ACCRA);
  expect(link.other_places).toMatchObject([{ ...TAMALE, phone: { n: 2, known_by: null } }]);
  expect(await wordsOf(id)).toContain('SOS · Phone button · phone 2 (not known)');
});

test('a phone is told of its own place alone', async () => {
  const { car, own, stranger } = await knownCall();
  const at = it.clock.now.toISOString();
  wait(60);
  await stranger.press(car, placed(TAMALE));
  expect((await own.follow()).body.placed_at).toBe(at);
});

test('the word of safety of another phone ends nothing and says whose it is', async () => {
  const { car, own, stranger, id } = await knownCall();
  await stranger.press(car);
  await stranger.follow({ is_safe: true });
  expect(await wordsOf(id)).toContain('Phone 2 (not known) says to be safe.');
  expect((await own.follow()).body).toMatchObject({ is_safe_noted: false, status: 'asked' });
  await own.follow({ is_safe: true });
  expect(await wordsOf(id)).toContain('Phone 1 (signed in) says to be safe.');
});

test('a hundred places of a stranger push no other phone’s out', async () => {
  const { car, stranger, id } = await knownCall();
  await stranger.press(car);
  for (let n = 0; n < 100; n += 1) {
    wait(1);
    await stranger.follow(placed(TAMALE));
  }
  const { places } = (await recordOf(id)).private ?? { places: [] };
  expect(places[0]).toMatchObject(ACCRA);
  expect(places).toHaveLength(11);
});

test('strangers’ phones without end leave the time line of a known call readable', async () => {
  const { car, id } = await knownCall();
  for (let n = 0; n < 30; n += 1) await buildPhone(it).press(car);
  expect((await recordOf(id)).signals).toBe(31);
  expect((await wordsOf(id)).filter((words) => words.includes('not known'))).toHaveLength(19);
});

test('a known call that joins a stranger’s makes it known and rings again, unless help is sent', async () => {
  for (const [change, status] of [
    ['acknowledge', 'raised'],
    ['dispatch', 'dispatched'],
  ] as const) {
    const { driver, car, headers: session } = await buildPaidMember(it);
    await buildPhone(it).press(car, placed(TAMALE));
    const [incident] = await incidentsOf(driver.id);
    const id = incident?.id ?? '';
    expect(incident?.is_known).toBe(false);
    await call('PATCH', `/incidents/${id}`, { change, reason: 'Team Osu' });
    wait(30);
    await buildPhone(it, { headers: session }).press({}, placed(ACCRA));
    expect(await incidentsOf(driver.id)).toMatchObject([{ id, is_known: true, status, signals: 2 }]);
    expect((await recordOf(id)).private?.places[0]).toMatchObject(ACCRA);
  }
});

test('a stranger’s call that has ended swallows no known one', async () => {
  const { driver, car, headers: session } = await buildPaidMember(it);
  await buildPhone(it).press(car);
  const [first] = await incidentsOf(driver.id);
  const pressed_at = it.clock.now.toISOString();
  wait(400);
  await call('PATCH', `/incidents/${first?.id}`, { change: 'false_alarm', reason: 'Nobody there' });
  await buildPhone(it, { headers: session }).press({}, { pressed_at });
  expect(await incidentsOf(driver.id)).toMatchObject([{ status: 'false_alarm' }, { status: 'raised', is_known: true }]);
});

test('a stranger makes no known emergency graver: that is an incident of its own', async () => {
  const { driver } = await buildPaidMember(it);
  const id = await buildIncident(it, { driverId: driver.id, grade: 'jamming' });
  await buildPhone(it).press(driver);
  const [jamming, own] = await incidentsOf(driver.id);
  expect(jamming).toMatchObject({ id, grade: 'jamming', signals: 1 });
  expect(own).toMatchObject({ grade: 'sos', is_known: false, status: 'raised' });
});

test('a phone that has signed in before is known without a session', async () => {
  const { driver, car } = await buildPaidMember(it);
  const payload = { ...car, password: PASSWORD };
  const signedIn = await it.app.inject({
    ...{ method: 'POST', url: '/api/auth/member_login', payload, headers: OWN_PAGE, remoteAddress: '10.12.0.1' },
  });
  const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  await buildPhone(it, { headers: { cookie } }).press(car);
  expect(await incidentsOf(driver.id)).toMatchObject([{ is_known: true }]);
  const other = await buildPaidMember(it);
  await buildPhone(it, { headers: { cookie } }).press(other.car);
  expect(await incidentsOf(other.driver.id)).toMatchObject([{ is_known: false }]);
});

test('a member who registered hours ago and has not paid is a stranger', async () => {
  const driver = await buildMember(it);
  const session = await signIn(it, 'member_login', { driver_code: driver.driver_code, car_number: driver.car_number });
  await buildPhone(it, { headers: session }).press();
  expect(await incidentsOf(driver.id)).toMatchObject([{ is_known: false }]);
});

test('the word of who scanned a card names their phone, which is known once its kin are released', async () => {
  const { driver } = await buildDriver(it);
  await call('POST', `/drivers/${driver.id}/crash_card`, { blood_group: null });
  const { code } = (await call('GET', `/drivers/${driver.id}/crash_card`)).card;
  const body = { code, secret: 's'.repeat(43), pressed_at: it.clock.now.toISOString(), words: 'In the ditch' };
  await call('POST', '/crash_card/tell', body, {});
  const [incident] = await incidentsOf(driver.id);
  const record = await recordOf(incident?.id ?? '');
  expect(record.is_known).toBe(false);
  expect(record.steps.map(({ words }) => words)).toContain('Phone 1 (not known) at the car says: In the ditch');
  await call('POST', `/crash_scans/${record.scans[0]?.id}/release`);
  expect((await recordOf(record.id)).is_known).toBe(true);
});

test('the first stranger’s place stands before one that the car had long before', async () => {
  const { driver, car } = await buildPaidMember(it);
  const place = { ...ACCRA, accuracyM: null, at: new Date(it.clock.now.getTime() - 3_600_000) };
  const signal = buildSignal(it, { driverId: driver.id, grade: 'accident', place });
  await it.db.transaction().execute((tx) => raise(tx, [{ ...signal, knownBy: 'tracker' }], { now: it.clock.now }));
  const [incident] = await incidentsOf(driver.id);
  await it.db
    .updateTable('incidents')
    .set({ grade: 'sos' })
    .where('id', '=', incident?.id ?? '')
    .execute();
  const [first, second] = [buildPhone(it), buildPhone(it)];
  await first.press(car, placed(TAMALE));
  wait(5);
  await second.press(car, placed({ ...ACCRA, latitude: 6.7 }));
  const { places } = (await recordOf(incident?.id ?? '')).private ?? { places: [] };
  expect(places.map(({ latitude }) => latitude)).toEqual([TAMALE.latitude, 6.7, ACCRA.latitude]);
});

test('a call that a server of the version before takes is a stranger’s, unless a tracker or the office called', async () => {
  const at = it.clock.now;
  const isKnownOf = async (...sources: ('member' | 'tracker' | 'call')[]): Promise<boolean> => {
    const { driver } = await buildDriver(it);
    const times = { raised_at: at, rings_since: at, first_signal_at: at, last_signal_at: at };
    const number = `2019-${driver.id.padStart(4, '0')}`;
    const row = { number, grade: 'sos', source: sources[0] ?? 'member', driver_id: driver.id, ...times } as const;
    const { id } = await it.db.insertInto('incidents').values(row).returning('id').executeTakeFirstOrThrow();
    const signals = sources.map((source) => ({ incident_id: id, grade: 'sos', source, at, received_at: at }) as const);
    await it.db.insertInto('incident_signals').values(signals).execute();
    return (await recordOf(id)).is_known;
  };
  expect(await isKnownOf('member')).toBe(false);
  expect(await isKnownOf('member', 'tracker')).toBe(true);
  expect(await isKnownOf('tracker', 'member')).toBe(true);
  expect(await isKnownOf('call')).toBe(true);
});
