import { randomBytes } from 'node:crypto';
import { CARD_NOT_IN_USE } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, shapeRole } from '../../../../test/builders/identity.ts';
import { buildIncident } from '../../../../test/builders/incidents.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { eraseCalls } from '../record/erase-calls.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp({ PUBLIC_URL: 'http://localhost' });
  headers = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

type Given = { body?: object; as?: Record<string, string> };
let address = 0;
const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, { body, as = headers }: Given = {}) => {
  address += 1;
  const remoteAddress = `10.8.${address >> 8}.${address & 255}`;
  const sent = { method, url: `/api${url}`, headers: as, remoteAddress, ...(body && { payload: body }) };
  const answer = await it.app.inject(sent);
  return { status: answer.statusCode, body: answer.headers['content-type']?.includes('json') ? answer.json() : answer };
};
const stranger = (url: string, body: object) => call('POST', url, { body, as: {} });
const newSecret = (): string => randomBytes(32).toString('base64url');
const KIN = { next_of_kin: 'YAW MENSAH', kin_mobile_number: '+233244999000', kin_relationship: 'BROTHER' };

const newCard = async (blood_group: string | null = 'O-') => {
  const { driver } = await buildDriver(it, KIN);
  const made = await call('POST', `/drivers/${driver.id}/crash_card`, { body: { blood_group } });
  expect(made.status).toBe(201);
  const { card } = (await call('GET', `/drivers/${driver.id}/crash_card`)).body;
  return { driver, id: made.body.card_id as string, code: card.code as string };
};
const scansOf = async (driverId: string) => (await call('GET', `/drivers/${driverId}/crash_card`)).body.scans;
const openIncidents = (driverId: string) =>
  it.db.selectFrom('incidents').selectAll().where('driver_id', '=', driverId).orderBy('id').execute();
const recordOf = async (id: string) => (await call('GET', `/incidents/${id}`)).body;
const tell = (code: string, secret: string, more: object = {}) =>
  stranger('/crash_card/tell', { code, secret, pressed_at: it.clock.now.toISOString(), ...more });
const PLACE = { latitude: 5.6, longitude: -0.2, accuracy_m: 12 };

test('a scan shows nothing of the person, calls nobody, and is on record', async () => {
  const { driver, code } = await newCard();
  const secret = newSecret();
  for (let n = 0; n < 2; n += 1) {
    const { status, body } = await stranger('/crash_card/open', { code, secret });
    expect(status).toBe(200);
    expect(body).toEqual({ at: it.clock.now.toISOString(), call: null, released: null });
  }
  await stranger('/crash_card/open', { code: code.toLowerCase(), secret: newSecret() });
  expect(await scansOf(driver.id)).toHaveLength(2);
  expect(await openIncidents(driver.id)).toEqual([]);
});

test('who tells where the car is rings as an accident with place and words, once for one page', async () => {
  const { driver, code } = await newCard();
  const secret = newSecret();
  const place = { ...PLACE, at: it.clock.now.toISOString() };
  const first = await tell(code, secret, { place, phone: '024 400 0001', words: 'Car in the ditch' });
  expect(first).toMatchObject({ status: 200, body: { call: { status: 'asked' }, released: null } });
  await tell(code, secret, { phone: '024 400 0001', words: 'Car in the ditch' });
  const [incident, ...others] = await openIncidents(driver.id);
  expect(others).toEqual([]);
  expect(incident).toMatchObject({ grade: 'accident', source: 'card', signals: 1, caller_phone: '024 400 0001' });
  const record = await recordOf(incident?.id ?? '');
  const words = record.steps.map((step: { words: string }) => step.words);
  expect(words.filter((one: string) => one.includes('Car in the ditch'))).toHaveLength(1);
  expect(record.private.places).toMatchObject([{ source: 'card', latitude: 5.6 }]);
  expect(record.scans).toMatchObject([{ told_at: it.clock.now.toISOString(), released_at: null }]);
  const newer = { ...PLACE, latitude: 5.7, at: new Date(it.clock.now.getTime() + 1).toISOString() };
  it.clock.now = new Date(it.clock.now.getTime() + 2);
  expect((await stranger('/sos/follow', { secret, place: newer })).status).toBe(200);
  expect((await recordOf(incident?.id ?? '')).private.places).toHaveLength(2);
});

test('who tells is heard though a field cannot be read, and their words are kept as far as they go', async () => {
  const { driver, code } = await newCard();
  const odd = { pressed_at: 'now', place: { ...PLACE, at: null, speed: 3 }, phone: 'Ama 0244-000-001 (MTN)', app: 3 };
  const words = `\u0000In the ditch ${'x'.repeat(400)}`;
  expect((await tell(code, newSecret(), { ...odd, words })).status).toBe(200);
  expect((await tell(code, newSecret(), { place: 'here', phone: 7, words: null })).status).toBe(200);
  const [incident] = await openIncidents(driver.id);
  expect(incident).toMatchObject({ signals: 2, caller_phone: 'Ama 0244-000-001 (MTN)' });
  const record = await recordOf(incident?.id ?? '');
  expect(record.private.places).toMatchObject([{ latitude: 5.6, at: it.clock.now.toISOString() }]);
  expect(JSON.stringify(record.steps)).toContain(`says: In the ditch ${'x'.repeat(287)} · Call back: Ama`);
});

test('a scan during an SOS of the car joins it, and telling joins it too', async () => {
  const { driver, code } = await newCard();
  const id = await buildIncident(it, { driverId: driver.id });
  const secret = newSecret();
  await stranger('/crash_card/open', { code, secret });
  expect((await recordOf(id)).scans).toMatchObject([{ told_at: null }]);
  await tell(code, secret);
  expect(await openIncidents(driver.id)).toMatchObject([{ id, grade: 'sos', signals: 2 }]);
});

test('kin and blood group come once the office releases them, to that page alone, until the end', async () => {
  const { driver, code } = await newCard('AB-');
  const [secret, other] = [newSecret(), newSecret()];
  await tell(code, secret);
  await stranger('/crash_card/open', { code, secret: other });
  const [incident] = await openIncidents(driver.id);
  const record = await recordOf(incident?.id ?? '');
  expect(record.private.blood_group).toBe('AB-');
  const scan = record.scans.find(({ told_at }: { told_at: string | null }) => told_at !== null);
  expect((await call('POST', `/crash_scans/${scan.id}/release`)).status).toBe(200);
  const released = { blood_group: 'AB-', kin: { name: KIN.next_of_kin, mobile_number: KIN.kin_mobile_number } };
  expect((await stranger('/crash_card/open', { code, secret })).body).toMatchObject({ released });
  expect((await stranger('/crash_card/open', { code, secret: other })).body.released).toBeNull();
  expect((await recordOf(incident?.id ?? '')).scans).toContainEqual(
    expect.objectContaining({ id: scan.id, released_at: it.clock.now.toISOString() }),
  );
  const start = it.clock.now;
  it.clock.now = new Date(start.getTime() + 2 * 3_600_000 + 1);
  expect((await stranger('/crash_card/open', { code, secret })).body.released).toBeNull();
  it.clock.now = start;
  await it.app.inject({
    method: 'PATCH',
    url: `/api/incidents/${incident?.id}`,
    headers,
    payload: { change: 'false_alarm', reason: 'Nobody was hurt' },
  });
  expect((await stranger('/crash_card/open', { code, secret })).body.released).toBeNull();
  expect((await call('POST', `/crash_scans/${scan.id}/release`)).status).toBe(409);
});

test('the release to a page that only opened rings no call that waits', async () => {
  const { driver, code } = await newCard();
  await tell(code, newSecret());
  const [incident] = await openIncidents(driver.id);
  const queue = await buildIncident(it, { driverId: (await newCard()).driver.id });
  const row = it.db.updateTable('incidents').where('id', '=', incident?.id ?? '');
  await row.set({ queue_id: queue, ring_at: null }).execute();
  await stranger('/crash_card/open', { code, secret: newSecret() });
  const { scans } = await recordOf(incident?.id ?? '');
  const opened = scans.find(({ told_at }: { told_at: string | null }) => told_at === null);
  expect((await call('POST', `/crash_scans/${opened.id}/release`)).status).toBe(200);
  expect(await openIncidents(driver.id)).toMatchObject([{ is_known: false, queue_id: queue, ring_at: null }]);
});

test('who may not see kin may not release it', async () => {
  const { driver, code } = await newCard();
  await tell(code, newSecret());
  const [incident] = await openIncidents(driver.id);
  const [scan] = (await recordOf(incident?.id ?? '')).scans;
  const as = (await buildCaller(it, 'Operations')).headers;
  await shapeRole(it, 'Operations', { 'incidents.read': true, 'incidents.answer': true, 'incidents.private': false });
  expect((await call('POST', `/crash_scans/${scan.id}/release`, { as })).status).toBe(403);
});

test('a guessed, a stopped and a replaced card say the same, and so does that of a removed driver', async () => {
  const { driver, id, code } = await newCard();
  await call('POST', `/drivers/${driver.id}/crash_card`, { body: { blood_group: null } });
  const { card } = (await call('GET', `/drivers/${driver.id}/crash_card`)).body;
  expect(card).toMatchObject({ has_blood_group: false });
  expect((await call('DELETE', `/crash_cards/${card.id}`)).status).toBe(200);
  expect((await call('DELETE', `/crash_cards/${card.id}`)).status).toBe(409);
  const removed = await newCard();
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', removed.driver.id).execute();
  for (const one of [code, card.code, removed.code, '0'.repeat(16), 'x']) {
    const answers = [
      await stranger('/crash_card/open', { code: one, secret: newSecret() }),
      await tell(one, newSecret()),
    ];
    for (const { status, body } of answers) {
      expect([status, body.message]).toEqual([404, CARD_NOT_IN_USE]);
    }
  }
  expect((await call('GET', `/crash_cards/${id}/pdf`)).status).toBe(409);
});

test('the secret of one card’s page is refused at another card', async () => {
  const [one, other] = [await newCard(), await newCard()];
  const secret = newSecret();
  await stranger('/crash_card/open', { code: one.code, secret });
  expect((await tell(other.code, secret)).status).toBe(404);
});

const press = ({ driver_code, car_number }: { driver_code: string; car_number: string }, secret: string) =>
  stranger('/sos', { secret, pressed_at: it.clock.now.toISOString(), driver_code, car_number });

test('the secret that a phone called for help with opens no card and tells nothing there', async () => {
  const [own, other] = [await newCard(), await newCard()];
  const secret = newSecret();
  expect((await press(own.driver, secret)).status).toBe(200);
  for (const answer of [
    await stranger('/crash_card/open', { code: other.code, secret }),
    await tell(other.code, secret),
  ])
    expect([answer.status, answer.body.message]).toEqual([404, CARD_NOT_IN_USE]);
  expect(await scansOf(other.driver.id)).toEqual([]);
  expect(await openIncidents(own.driver.id)).toMatchObject([{ signals: 1 }]);
});

test('the secret of a card’s page calls for help by no phone’s button', async () => {
  const [own, other] = [await newCard(), await newCard()];
  const secret = newSecret();
  await stranger('/crash_card/open', { code: own.code, secret });
  expect((await press(other.driver, secret)).status).toBe(404);
  expect(await openIncidents(other.driver.id)).toEqual([]);
});

test('a scan that is stored with another car’s emergency shows nothing and is not released', async () => {
  const [own, other] = [await newCard(), await newCard()];
  const [secret, told] = [newSecret(), newSecret()];
  await tell(own.code, told);
  await stranger('/crash_card/open', { code: other.code, secret });
  const [incident] = await openIncidents(own.driver.id);
  const [{ id: scanId }] = await scansOf(other.driver.id);
  const scan = it.db.updateTable('crash_card_scans').where('id', '=', scanId);
  await scan.set({ incident_id: incident?.id ?? '', told_at: it.clock.now }).execute();
  expect((await recordOf(incident?.id ?? '')).scans).toHaveLength(1);
  expect(await scansOf(other.driver.id)).toMatchObject([{ incident: null }]);
  expect((await call('POST', `/crash_scans/${scanId}/release`)).status).toBe(409);
  const by = (await it.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id;
  await scan.set({ released_at: it.clock.now, released_by: by }).execute();
  expect((await stranger('/crash_card/open', { code: other.code, secret })).body.released).toBeNull();
});

test('the card of a record that was merged into another tells, and its kin are released', async () => {
  const [merged, kept] = [await newCard(), await newCard()];
  const into = { removed_at: it.clock.now, merged_into: kept.driver.id };
  await it.db.updateTable('drivers').set(into).where('id', '=', merged.driver.id).execute();
  const secret = newSecret();
  expect((await tell(merged.code, secret)).status).toBe(200);
  const [incident] = await openIncidents(kept.driver.id);
  const [scan] = (await recordOf(incident?.id ?? '')).scans;
  expect((await call('POST', `/crash_scans/${scan.id}/release`)).status).toBe(200);
  const { body } = await stranger('/crash_card/open', { code: merged.code, secret });
  expect(body.released.kin.name).toBe(KIN.next_of_kin);
});

test('many scans of one incident do not fill its time line', async () => {
  const { driver, code } = await newCard();
  const id = await buildIncident(it, { driverId: driver.id });
  for (let n = 0; n < 25; n += 1) await stranger('/crash_card/open', { code, secret: newSecret() });
  expect((await recordOf(id)).scans).toHaveLength(20);
});

test('25 scans of a photographed sticker push the person at the car out of no list, who can be released to', async () => {
  const { driver, code } = await newCard();
  await tell(code, newSecret(), { phone: '0244999001' });
  const told = (await scansOf(driver.id))[0];
  for (let n = 0; n < 25; n += 1) await stranger('/crash_card/open', { code, secret: newSecret() });
  expect((await scansOf(driver.id))[0]).toMatchObject({ id: told.id });
  expect((await call('POST', `/crash_scans/${told.id}/release`)).status).toBe(200);
  expect((await scansOf(driver.id))[0]).toMatchObject({ id: told.id, released_at: expect.any(String) });
});

test('the sticker is a PDF, and erasure stops the card and forgets the blood group', async () => {
  const { driver, id, code } = await newCard();
  const { body } = await call('GET', `/crash_cards/${id}/pdf`);
  expect(body.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  await it.db.transaction().execute((tx) => eraseCalls(tx, driver.id, it.clock.now));
  expect((await stranger('/crash_card/open', { code, secret: newSecret() })).status).toBe(404);
  const kept = await it.db.selectFrom('crash_cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(kept).toMatchObject({ blood_group: null, stopped_at: it.clock.now });
});
