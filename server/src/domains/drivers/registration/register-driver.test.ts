import { driverCodeOf, isDriverCode } from '@banbo/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { phoneJpeg, photoGif, photoJpeg, photoPng } from '../../../../test/builders/photos.ts';
import { formOf, nextRegistration } from '../../../../test/builders/registrations.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { leftBehind, sendForm, sendRegistration } from '../../../../test/register.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const driverOf = (code: string) =>
  it.db.selectFrom('driver_records').selectAll().where('driver_code', '=', code).executeTakeFirstOrThrow();

test('a registration gives a driver code, says so, and opens a member account with a setup code', async () => {
  const { status, body } = await sendRegistration(it, { first_name: 'Ama', last_name: 'Mensah' });
  expect(status).toBe(201);
  expect(body.status).toBe(true);
  expect(isDriverCode(body.driver.driver_code)).toBe(true);
  expect(body.message).toContain(`Your driver code is ${body.driver.driver_code}`);
  expect(body.driver.fullname).toBe('AMA M.');
  expect(body.setup_code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  const driver = await driverOf(body.driver.driver_code);
  const account = await it.db.selectFrom('accounts').selectAll().where('id', '=', driver.account_id).executeTakeFirst();
  expect(account).toMatchObject({ kind: 'member', role: 'Member', login: driver.driver_code, password_hash: null });
});

test.each([
  { first_name: 'Kofi', last_name: '' },
  { first_name: '-', last_name: 'Kofi' },
])('a person has one name, which is the first name, and strangers see its initial: %o', async (given) => {
  const { status, body } = await sendRegistration(it, given);
  expect([status, body.driver.fullname]).toEqual([201, 'K.']);
  expect(await driverOf(body.driver.driver_code)).toMatchObject({ first_name: 'KOFI', last_name: '' });
  const { headers } = await buildCaller(it, 'SuperUser');
  const { car_number } = body.driver;
  const url = '/api/drivers/find_driver_by_car_number';
  const ofCar = await it.app.inject({ method: 'POST', url, headers, payload: { car_number } });
  expect(ofCar.json().driver.fullname).toBe('KOFI');
});

test('kin, spouse and reference person may live abroad; the driver’s own number is of Ghana', async () => {
  const abroad = { kin_mobile_number: '+44 (0)7400 123456', spouse_mobile_number: '0049 151 23456789' };
  const { status, body } = await sendRegistration(it, abroad);
  expect(status).toBe(201);
  expect(await driverOf(body.driver.driver_code)).toMatchObject({
    kin_mobile_number: '+447400123456',
    spouse_mobile_number: '+4915123456789',
  });
  const none = await sendRegistration(it, { kin_mobile_number: '+999 12345678' });
  expect(none.body.issues).toMatchObject([{ path: 'body.kin_mobile_number' }]);
});

test('the driver code and the setup code go to the driver’s mobile too', async () => {
  const { body } = await sendRegistration(it, { mobile_number: '0249990099' });
  const [message] = await it.db
    .selectFrom('outbox_messages')
    .selectAll()
    .where('recipient', '=', '+233249990099')
    .execute();
  expect(message?.channel).toBe('sms');
  expect(message?.body).toContain(body.driver.driver_code);
  expect(message?.body).toContain(body.setup_code);
  expect(message?.body.length).toBeLessThanOrEqual(160);
  expect(message?.expires_at).toEqual(new Date('2026-11-21T10:00:00Z'));
});

test('the millionth driver registers, with a code of seven digits by which people find the record', async () => {
  await sql`SELECT setval('driver_serial', 999999)`.execute(it.db);
  const { status, body } = await sendRegistration(it);
  expect([status, body.driver.driver_code]).toEqual([201, driverCodeOf(1_000_000)]);
  const { headers } = await buildCaller(it, 'SuperUser');
  for (const text of [body.driver.driver_code, 'drv1000000']) {
    const found = await it.app.inject({ url: `/api/office_search?text=${text}`, headers });
    expect(found.json().drivers.rows).toMatchObject([{ driver_code: body.driver.driver_code }]);
  }
});

test('texts are kept in uppercase without spaces around them, phones in E.164, the e-mail in lower case', async () => {
  const { body } = await sendRegistration(it, {
    first_name: '  nana   akua ',
    last_name: 'owusu-ansah',
    car_number: ' gr 4321-22 ',
    id_number: 'gha 7999999991',
    mobile_number: '+233 24 999 0001',
    kin_mobile_number: '0539990002',
    email: 'Nana.Akua@Example.com',
    next_of_kin: 'kofi owusu',
    gps_address: 'ga-183-8164',
  });
  expect(await driverOf(body.driver.driver_code)).toMatchObject({
    first_name: 'NANA AKUA',
    middle_name: '',
    last_name: 'OWUSU-ANSAH',
    car_number: 'GR 4321-22',
    car_key: 'GR432122',
    id_number: 'GHA-799999999-1',
    id_key: 'GHA7999999991',
    mobile_number: '+233249990001',
    kin_mobile_number: '+233539990002',
    email: 'nana.akua@example.com',
    next_of_kin: 'KOFI OWUSU',
    gps_address: 'GA-183-8164',
  });
});

test('photo, spouse, GPS address, reference person and plan may be left out or sent empty', async () => {
  const empty = { spouse_mobile_number: '', gps_address: '', reference_person: '', reference_mobile_number: '' };
  const { plan: _, ...unplanned } = nextRegistration(empty);
  const { status, body } = await sendForm(it, formOf(unplanned));
  expect([status, body.driver.plans]).toEqual([201, []]);
  const left = {
    photo: null,
    spouse_mobile_number: null,
    gps_address: '',
    reference_person: '',
    reference_mobile_number: null,
  };
  expect(await driverOf(body.driver.driver_code)).toMatchObject(left);
  const form = formOf(nextRegistration());
  for (const name of [...Object.keys(empty), 'plan']) form.delete(name);
  const without = await sendForm(it, form);
  expect(without.status).toBe(201);
  expect(await driverOf(without.body.driver.driver_code)).toMatchObject(left);
});

test.each([
  ['JPEG', photoJpeg],
  ['PNG', photoPng],
  ['GIF', photoGif],
])('a %s photo is kept as a JPEG under a random name', async (_, photo) => {
  const { body } = await sendRegistration(it, { file: await photo() });
  const driver = await driverOf(body.driver.driver_code);
  expect(driver.photo).toMatch(/^[0-9a-f-]{36}\.jpg$/);
  const file = it.files.stored.get(`drivers/${driver.photo}`);
  expect((await sharp(file?.bytes).metadata()).format).toBe('jpeg');
});

test('a phone’s photo stands upright and loses what the phone wrote into it', async () => {
  const { body } = await sendRegistration(it, { file: await phoneJpeg() });
  const { photo } = await driverOf(body.driver.driver_code);
  const kept = await sharp(it.files.stored.get(`drivers/${photo}`)?.bytes).metadata();
  expect([kept.width, kept.height]).toEqual([200, 400]);
  expect(kept.exif).toBeUndefined();
});

test('a large photo is made smaller, and what its name says does not matter', async () => {
  const bytes = await (await photoJpeg(7, 2000)).bytes();
  const { body } = await sendRegistration(it, { file: new File([bytes], '../../face.svg', { type: 'image/svg+xml' }) });
  const { photo } = await driverOf(body.driver.driver_code);
  const kept = await sharp(it.files.stored.get(`drivers/${photo}`)?.bytes).metadata();
  expect([kept.width, kept.height]).toEqual([800, 800]);
});

test('a form sent twice with one key registers one driver, and both answers are the same', async () => {
  const registration = nextRegistration({ file: await photoJpeg() });
  const before = await leftBehind(it);
  const key = { 'idempotency-key': 'an-impatient-thumb-0001' };
  const send = () => sendForm(it, formOf(registration), key);
  const [first, second] = await Promise.all([send(), send()]);
  expect(first.status).toBe(201);
  expect(second).toEqual(first);
  expect(await send()).toEqual(first);
  const after = await leftBehind(it);
  expect(after).toMatchObject({ drivers: before.drivers + 1, accounts: before.accounts + 1, files: before.files + 1 });
});

test('what is kept of an answer does not show the setup code to who reads the database', async () => {
  const { body } = await sendRegistration(it, {}, { 'idempotency-key': 'a-key-that-is-not-kept-01' });
  const kept = JSON.stringify(await it.db.selectFrom('idempotency_keys').selectAll().execute());
  expect(kept).not.toContain(body.setup_code);
  expect(kept).not.toContain('a-key-that-is-not-kept-01');
});

test('one key with another form is refused', async () => {
  const key = { 'idempotency-key': 'one-key-for-two-forms-01' };
  await sendRegistration(it, {}, key);
  const before = await leftBehind(it);
  const { status, body } = await sendRegistration(it, { file: await photoJpeg() }, key);
  expect(status).toBe(422);
  expect(body.code).toBe('idempotency_key_reused');
  expect(await leftBehind(it)).toEqual(before);
});

test('a form sent twice without a key is refused the second time', async () => {
  const registration = nextRegistration({ file: await photoJpeg() });
  expect((await sendForm(it, formOf(registration))).status).toBe(201);
  const before = await leftBehind(it);
  const second = await sendForm(it, formOf(registration));
  expect(second.status).toBe(409);
  expect(second.body).toMatchObject({
    code: 'already_registered',
    issues: [{ path: 'body.car_number' }],
  });
  expect(second.body.issues).toHaveLength(1);
  expect(await leftBehind(it)).toEqual(before);
});

test.each([
  ['car_number', 'This car number is already registered.'],
  ['mobile_number', 'This mobile number is already registered.'],
  ['id_number', 'This ID number is already registered.'],
] as const)('a repeated %s is refused in any spelling, without saying whose it is', async (field, message) => {
  const { driver } = await buildDriver(it);
  const spelled = {
    car_number: driver.car_number.toLowerCase().replaceAll(/[ -]/g, '  '),
    mobile_number: driver.mobile_number.replace('+233', '0'),
    id_number: driver.id_number.toLowerCase().replaceAll('-', ' '),
  };
  const before = await leftBehind(it);
  const { status, body } = await sendRegistration(it, { [field]: spelled[field], file: await photoJpeg() });
  expect(status).toBe(409);
  expect(body.code).toBe('already_registered');
  expect(body.message).toContain(message);
  expect(body.issues).toEqual([{ path: `body.${field}`, message: body.message }]);
  expect(JSON.stringify(body)).not.toContain(driver.last_name);
  expect(await leftBehind(it)).toEqual(before);
});

test('a Ghana Card is the same document without its GHA, as a passport or in an older record', async () => {
  const { driver } = await buildDriver(it);
  const digits = driver.id_number.replace(/\D/g, '');
  const again = { identification_type: 'PASSPORT', id_number: digits };
  expect(await sendRegistration(it, again)).toMatchObject({ status: 409, body: { code: 'already_registered' } });
  await it.db.updateTable('persons').set({ id_number: digits }).where('id', '=', driver.person_id).execute();
  const card = await sendRegistration(it, { id_number: driver.id_number });
  expect(card.body.issues).toMatchObject([{ path: 'body.id_number' }]);
});

test('of two registrations of one car at the same moment one is accepted, and the other leaves nothing', async () => {
  const before = await leftBehind(it);
  const answers = await Promise.all(
    [1, 2, 3, 4].map(async (seed) => sendRegistration(it, { car_number: 'GR 7777-26', file: await photoJpeg(seed) })),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
  const after = await leftBehind(it);
  expect(after).toMatchObject({ drivers: before.drivers + 1, accounts: before.accounts + 1, files: before.files + 1 });
});

test('what a removed driver had is free again', async () => {
  const { driver } = await buildDriver(it);
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', driver.id).execute();
  const { status } = await sendRegistration(it, {
    car_number: driver.car_number,
    mobile_number: driver.mobile_number,
    id_number: driver.id_number,
  });
  expect(status).toBe(201);
});

test('what staff register is in the audit log, and what a visitor registers is not', async () => {
  const { id, headers } = await buildCaller(it, 'SuperUser');
  await sendRegistration(it);
  await sendRegistration(it, {}, (await buildCaller(it, 'Member')).headers);
  const { body } = await sendRegistration(it, {}, headers);
  const entries = await it.db.selectFrom('audit_log').selectAll().where('action', '=', 'drivers.register').execute();
  expect(entries).toMatchObject([
    { actor_id: id, subject_kind: 'driver', subject: body.driver.driver_code, before: null },
  ]);
});

test('staff learn the number of the record that they made; a visitor and a member do not', async () => {
  const { headers } = await buildCaller(it, 'SuperUser');
  const { body } = await sendRegistration(it, {}, headers);
  const made = it.db.selectFrom('driver_records').select('id').where('driver_code', '=', body.driver.driver_code);
  expect(body.driver_id).toBe((await made.executeTakeFirst())?.id);
  expect((await sendRegistration(it)).body).not.toHaveProperty('driver_id');
  const member = (await buildCaller(it, 'Member')).headers;
  expect((await sendRegistration(it, {}, member)).body).not.toHaveProperty('driver_id');
});
