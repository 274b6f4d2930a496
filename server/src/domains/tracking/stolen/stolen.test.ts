import { randomUUID } from 'node:crypto';
import { LINK_ENDED, MOST_OPEN_LINKS } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { secretDigest } from '#lib/sealed.ts';
import { buildFitting } from '../../../../test/builders/devices.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPlace } from '../../../../test/builders/places.ts';
import { callDriver, removeDriver, SAME_PERSON } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let staff: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  it = await startApp({ SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'token' });
  staff = await buildCaller(it, 'SuperAdmin');
});
// Links are limited by the minute, of which each server takes some ahead.
beforeEach(() => {
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
});
afterAll(() => it.close());

const HOUR = 3_600_000;
/** Moves the clock, and signs in anew. */
const later = async (ms: number): Promise<void> => {
  it.clock.now = new Date(it.clock.now.getTime() + ms);
  staff = await buildCaller(it, 'SuperAdmin');
};

const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, headers = staff.headers) => {
  const response = await it.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};
const declare = (driver_id: string, headers = staff.headers) =>
  call('POST', '/stolen_cars', { driver_id, last_seen: 'Nima, near the market.' }, headers);
const end = (id: string) => call('PATCH', `/stolen_cars/${id}`, { change: 'end', reason: 'Found in Tema.' });
const makeLink = (id: string, hours = 12) =>
  call('POST', `/stolen_cars/${id}/links`, { made_for: 'Police, Nima station', hours });
const close = (id: string) => call('POST', `/stolen_links/${id}/close`);

let address = 0;
const open = async (token: string, { from, agent = 'Phone' }: { from?: string; agent?: string } = {}) => {
  address += 1;
  const response = await it.app.inject({
    method: 'POST',
    url: '/api/shared_car',
    payload: { token },
    remoteAddress: from ?? `10.7.${address >> 8}.${address & 255}`,
    headers: { 'user-agent': agent },
  });
  return { status: response.statusCode, body: response.json() };
};
const GONE = { status: 404, body: expect.objectContaining({ code: 'not_found', message: LINK_ENDED }) };

/** A fitted car with a place, declared stolen, and a link that shows it. */
const stolen = async () => {
  const { driver } = await buildDriver(it);
  const { device_id } = await buildFitting(it, { driver_id: driver.id });
  await buildPlace(it, device_id);
  const { body: declared } = await declare(driver.id);
  const { body: link } = await makeLink(declared.stolen_car_id);
  return {
    driver,
    device_id,
    id: declared.stolen_car_id as string,
    link: link.link_id as string,
    token: link.token as string,
  };
};

test('a stolen car is on the list, its owner is told, and its link shows it without sign-in', async () => {
  const { driver, id, token } = await stolen();
  const shown = await open(token);
  expect(shown).toMatchObject({
    status: 200,
    body: { car_number: driver.car_number, has_tracker: true, place: { latitude: 5.6037, longitude: -0.187 } },
  });
  expect(Object.keys(shown.body)).not.toContain('driver_code');
  const list = await call('GET', `/stolen_cars?driver=${driver.driver_code}`);
  expect(list.body).toMatchObject([{ id, status: 'open', open_links: 1, last_seen: 'Nima, near the market.' }]);
  const texts = it.db.selectFrom('outbox_messages').select('body').where('recipient', '=', driver.mobile_number);
  const bodies = (await texts.execute()).map(({ body }) => body);
  expect(bodies.filter((body) => body.includes(`(${driver.driver_code}) is declared stolen`))).toHaveLength(1);
});

test('a car has one open declaration, also of two clerks at the same moment', async () => {
  const { driver } = await buildDriver(it);
  const answers = await Promise.all([declare(driver.id), declare(driver.id), declare(driver.id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
    `${driver.car_number} is declared stolen already.`,
  );
  const id = answers.find(({ status }) => status === 201)?.body.stolen_car_id;
  expect(await end(id)).toMatchObject({ status: 200 });
  expect(await end(id)).toMatchObject({ status: 409 });
  expect(await declare(driver.id)).toMatchObject({ status: 201 });
});

test('the car of a removed driver, and one that is not there, cannot be declared', async () => {
  const { driver } = await buildDriver(it);
  await removeDriver(it, staff.headers, driver.id);
  expect(await declare(driver.id)).toMatchObject({ status: 409 });
  expect(await declare('999999')).toMatchObject({ status: 404 });
});

test('a secret that is guessed, ended or closed gets the same answer', async () => {
  const { id, link, token } = await stolen();
  expect(await open('a'.repeat(43))).toEqual(GONE);
  expect(await open('')).toEqual(GONE);
  expect(await open(token)).toMatchObject({ status: 200 });
  await later(12 * HOUR);
  expect(await open(token)).toEqual(GONE);
  const { body: next } = await makeLink(id);
  await close(next.link_id);
  expect(await open(next.token)).toEqual(GONE);
  expect((await close(link)).body.message).toBe('The link was closed already.');
});

test('closing a link, and ending the search, ends pages that show the car at once', async () => {
  const { id, link, token } = await stolen();
  const { body: other } = await makeLink(id);
  expect(await open(token)).toMatchObject({ status: 200 });
  await close(link);
  expect(await open(token)).toEqual(GONE);
  expect(await open(other.token)).toMatchObject({ status: 200 });
  await end(id);
  expect(await open(other.token)).toEqual(GONE);
  expect(await makeLink(id)).toMatchObject({ status: 409 });
});

test('no answer that begins after a link was closed carries a place, while phones open it again and again', async () => {
  const { link, token } = await stolen();
  let isClosed = false;
  const seen: { isAfter: boolean; status: number }[] = [];
  const openAgain = async (): Promise<void> => {
    for (let after = 0; after < 3; ) {
      const isAfter = isClosed;
      const { status } = await open(token);
      seen.push({ isAfter, status });
      if (isAfter) after += 1;
    }
  };
  const phones = awaitLater(Promise.all(Array.from({ length: 8 }, openAgain)));
  await expect.poll(() => seen.length).toBeGreaterThan(8);
  expect(seen.filter(({ status }) => status !== 200)).toEqual([]);
  const closing = await close(link);
  isClosed = true;
  await phones;
  expect(closing).toMatchObject({ status: 200 });
  expect(seen.filter(({ isAfter, status }) => isAfter && status !== 404)).toEqual([]);
  expect(seen.filter(({ isAfter }) => isAfter)).toHaveLength(24);
});

/** Calls that wait for another's lock. */
const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(it.db);
  return rows[0]?.n ?? 0;
};

test('the closing of a link waits for the answer that is being made of it', async () => {
  const { link, token } = await stolen();
  const holding = await it.db.startTransaction().execute();
  // The answer is held where it notes its opening, once it has found the link open.
  await sql`LOCK TABLE stolen_openings IN SHARE MODE`.execute(holding);
  const opening = awaitLater(open(token));
  await expect.poll(waiting).toBe(1);
  let isClosed = false;
  const closing = awaitLater(
    close(link).then(() => {
      isClosed = true;
    }),
  );
  await expect.poll(async () => isClosed || (await waiting()) === 2).toBe(true);
  expect(isClosed).toBe(false);
  await holding.commit().execute();
  expect(await opening).toMatchObject({ status: 200 });
  await closing;
  expect(await open(token)).toEqual(GONE);
});

test('every opening is kept with its time and address: one an hour of each address', async () => {
  const { id, token } = await stolen();
  const first = it.clock.now.toISOString();
  await open(token, { from: '41.66.1.1', agent: 'x'.repeat(500) });
  await Promise.all([open(token, { from: '41.66.1.1' }), open(token, { from: '41.66.1.1' })]);
  await open(token, { from: '41.66.1.2' });
  await later(HOUR);
  await open(token, { from: '41.66.1.1' });
  const { body } = await call('GET', `/stolen_cars/${id}`);
  const openings = body.links[0].openings as { opened_at: string; address: string; user_agent: string }[];
  expect(openings.map((one) => [one.address, one.opened_at])).toEqual([
    ['41.66.1.1', it.clock.now.toISOString()],
    ['41.66.1.2', first],
    ['41.66.1.1', first],
  ]);
  expect(openings[2]?.user_agent).toHaveLength(200);
});

test('openings by IPv6 are counted by the network, which a phone has to itself', async () => {
  const { id, token } = await stolen();
  for (const from of ['2001:db8:1:2::5', '2001:db8:1:2:9::6', '2001:db8:1:3::5']) await open(token, { from });
  const { openings } = (await call('GET', `/stolen_cars/${id}`)).body.links[0];
  expect(openings.map(({ address: one }: { address: string }) => one).sort()).toEqual(['2001:db8:1:2', '2001:db8:1:3']);
});

test('a link is good for 72 hours at most, and a car has so many open ones', async () => {
  it.atOneServer('each server takes some of a caller’s calls ahead');
  const { id } = await stolen();
  for (const hours of [0, 73, 1.5]) expect(await makeLink(id, hours)).toMatchObject({ status: 400 });
  expect(await makeLink(id, 72)).toMatchObject({ status: 200 });
  const made = await Promise.all(Array.from({ length: MOST_OPEN_LINKS }, () => makeLink(id)));
  expect(made.filter(({ status }) => status === 200)).toHaveLength(MOST_OPEN_LINKS - 2);
  expect(made.filter(({ status }) => status === 409)).toHaveLength(2);
});

test('the secret is kept nowhere: as text or bytes, neither with the link, its answer nor the audit log', async () => {
  const { id } = await stolen();
  const payload = { made_for: 'Police, Nima station', hours: 12 };
  const headers = { ...staff.headers, 'idempotency-key': randomUUID() };
  const { body } = await call('POST', `/stolen_cars/${id}/links`, payload, headers);
  const { token } = body;
  expect(await open(token)).toMatchObject({ status: 200 });
  const { rows } = await sql<{ place: string; found: string }>`
    SELECT 'link' AS place, t::text AS found FROM stolen_links t UNION ALL SELECT 'audit', t::text FROM audit_log t
    UNION ALL SELECT 'opening', t::text FROM stolen_openings t
    UNION ALL SELECT 'answer', t::text FROM idempotency_keys t`.execute(it.db);
  expect(new Set(rows.map(({ place }) => place))).toEqual(new Set(['link', 'audit', 'opening']));
  const spellings = [token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')];
  expect(rows.filter(({ found }) => spellings.some((one) => found.includes(one)))).toEqual([]);
  // The same search finds what is kept: the hash by which the link is found.
  expect(rows.filter(({ found }) => found.includes(secretDigest(token).toString('hex')))).toHaveLength(1);
});

test('the log has who declared a car stolen, made and closed its link, and ended the search', async () => {
  const { id, link } = await stolen();
  await close(link);
  await end(id);
  const log = it.db.selectFrom('audit_log').select(['actor_id', 'action']).where('subject_id', '=', id);
  expect(await log.where('subject_kind', '=', 'stolen car').orderBy('id').execute()).toEqual(
    ['declare', 'make_link', 'close_link', 'end'].map((one) => ({ actor_id: staff.id, action: `stolen_cars.${one}` })),
  );
});

test('a place of before the tracker was in this car is never shown', async () => {
  const { driver } = await buildDriver(it);
  const { device_id } = await buildFitting(it, { driver_id: driver.id });
  await buildPlace(it, device_id, new Date(it.clock.now.getTime() - 1));
  const { body: declared } = await declare(driver.id);
  const { body: link } = await makeLink(declared.stolen_car_id);
  expect((await open(link.token)).body).toMatchObject({ has_tracker: true, place: null });
  await buildPlace(it, device_id);
  expect((await open(link.token)).body.place).not.toBeNull();
});

test('the link of a record that was merged shows the car of the record that is kept', async () => {
  const { driver, token, id } = await stolen();
  const { driver: kept } = await buildDriver(it);
  const merged = await callDriver(it, staff.headers, 'POST', `${driver.id}/merge`, {
    ...{ into: kept.id, reason: 'Registered twice.', same_person: SAME_PERSON },
  });
  expect(merged.status).toBe(200);
  expect((await open(token)).body).toMatchObject({ car_number: kept.car_number });
  expect(await declare(kept.id)).toMatchObject({ status: 409 });
  expect((await call('GET', `/stolen_cars/${id}`)).body).toMatchObject({ driver_code: kept.driver_code });
});

test('only those who may share a car’s place declare it stolen, make links and close them', async () => {
  const { driver, id, link } = await stolen();
  const { headers } = await buildCaller(it, 'Member');
  for (const [method, path, payload] of [
    ['POST', '/stolen_cars', { driver_id: driver.id, last_seen: 'Nima.' }],
    ['PATCH', `/stolen_cars/${id}`, { change: 'end', reason: 'Found again.' }],
    ['POST', `/stolen_cars/${id}/links`, { made_for: 'A friend', hours: 1 }],
    ['POST', `/stolen_links/${link}/close`, undefined],
    ['GET', `/stolen_cars/${id}`, undefined],
  ] as const) {
    expect(await call(method, path, payload, headers), path).toMatchObject({ status: 403 });
  }
});
