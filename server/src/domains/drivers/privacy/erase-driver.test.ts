import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendCar } from '../../../../test/builders/cars.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildMember } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { photoJpeg } from '../../../../test/builders/photos.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { callDriver, removeDriver, SAME_PERSON, signInMember } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { sendRegistration } from '../../../../test/register.ts';
import { tablesWith } from '../../../../test/tables-with.ts';
import { PERSON_COLUMNS } from '../drivers.repo.ts';

let it: TestApp;
let staff: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  it = await startApp();
  staff = await buildCaller(it, 'SystemAdmin');
});
afterAll(() => it.close());

const REASON = 'The person asked for it by letter.';
const erase = (id: string, headers = staff.headers, reason = REASON) =>
  callDriver(it, headers, 'POST', `${id}/erase`, { reason });
const show = async (id: string) => (await callDriver(it, staff.headers, 'GET', id)).body;

test('nothing of a person without payments is left in any table', async () => {
  const { driver } = await buildDriver(it, {
    last_name: 'Zwennes',
    first_name: 'Yaa',
    next_of_kin: 'Kin Quarcoo',
    reference_person: 'Ref Boadu',
    email: 'yaa.zwennes@example.com',
    gps_address: 'GA-183-8164',
    file: await photoJpeg(),
  });
  const photo = (await show(driver.id)).photo;
  const written = { name: 'Yaa ZWENNES', email: 'yaa.zwennes@example.com', subject: 'ZWENNES', message: 'QUARCOO' };
  await it.db
    .insertInto('contact_messages')
    .values({ reference: 'CM-ERASE1', received_at: it.clock.now, ...written })
    .execute();
  await it.db.updateTable('contact_messages').set({ driver_id: driver.id }).execute();
  await removeDriver(it, staff.headers, driver.id);
  const { status, body } = await erase(driver.id);
  expect([status, body.message]).toEqual([200, `The personal data of ${driver.driver_code} are erased.`]);
  for (const text of [
    'ZWENNES',
    'QUARCOO',
    'BOADU',
    'yaa.zwennes',
    'GA-183-8164',
    driver.id_number,
    driver.mobile_number,
  ])
    expect([text, await tablesWith(it.db, text)]).toEqual([text, []]);
  expect((await it.app.inject({ url: `/api${photo}`, headers: staff.headers })).statusCode).toBe(404);
  expect(await show(driver.id)).toMatchObject({
    first_name: 'ERASED',
    last_name: 'ERASED',
    car_number: 'ERASED',
    driver_code: driver.driver_code,
    mobile_number: '',
    id_number: '',
    date_of_birth: '',
    erased_at: it.clock.now.toISOString(),
    removal_reason: REASON,
  });
  const { person_id } = await it.db
    .selectFrom('drivers')
    .select('person_id')
    .where('id', '=', driver.id)
    .executeTakeFirstOrThrow();
  const persons = it.db.selectFrom('persons').selectAll().where('id', '=', person_id);
  const person: Record<string, unknown> = await persons.executeTakeFirstOrThrow();
  for (const column of PERSON_COLUMNS) expect([null, '', 'ERASED'], column).toContain(person[column]);
});

test('cars that were asked for with a merged duplicate are erased with the record that it was merged into', async () => {
  const [{ driver: duplicate }, { driver: kept }] = [await buildDriver(it), await buildDriver(it)];
  const asked = { driver_id: duplicate.id, car_number: 'GX 6161-26', note: 'For Nii QUAYNOR.', asked_at: it.clock.now };
  await it.db.insertInto('car_requests').values(asked).execute();
  const merge = { into: kept.id, reason: 'Registered twice.', same_person: SAME_PERSON };
  expect((await callDriver(it, staff.headers, 'POST', `${duplicate.id}/merge`, merge)).status).toBe(200);
  await removeDriver(it, staff.headers, kept.id);
  expect(await tablesWith(it.db, 'QUAYNOR')).toEqual(['car_requests']);
  expect((await erase(kept.id)).status).toBe(200);
  expect(await tablesWith(it.db, 'QUAYNOR')).toEqual([]);
});

test('what somebody wrote of why two records are one person’s is erased with either of them', async () => {
  const erased: unknown[] = [];
  for (const which of ['duplicate', 'kept'] as const) {
    const pair = { duplicate: (await buildDriver(it)).driver, kept: (await buildDriver(it)).driver };
    const same_person = 'Nii QUARSHIE showed one licence for both of them.';
    const merge = { into: pair.kept.id, reason: 'Registered twice.', same_person };
    expect((await callDriver(it, staff.headers, 'POST', `${pair.duplicate.id}/merge`, merge)).status).toBe(200);
    expect(await tablesWith(it.db, 'QUARSHIE')).toContain('driver_merges');
    if (which === 'kept') await removeDriver(it, staff.headers, pair.kept.id);
    erased.push((await erase(pair[which].id)).status, (await tablesWith(it.db, 'QUARSHIE')).includes('driver_merges'));
    const merged = it.db.selectFrom('driver_merges').select('before').where('duplicate_id', '=', pair.duplicate.id);
    erased.push((await merged.executeTakeFirstOrThrow()).before);
  }
  expect(erased).toEqual([200, false, null, 200, false, null]);
});

test('name, plate, payments and receipts stay where the books have an entry', async () => {
  const { driver } = await buildDriver(it, { last_name: 'Asamoah' });
  const id = await buildPayment(it, submissionOf(driver), 'cleared');
  await removeDriver(it, staff.headers, driver.id);
  expect((await erase(driver.id)).status).toBe(200);
  expect(await show(driver.id)).toMatchObject({
    last_name: 'ASAMOAH',
    car_number: driver.car_number,
    mobile_number: '',
  });
  const payment = await it.app.inject({ url: `/api/payments/${id}`, headers: staff.headers });
  expect(payment.json()).toMatchObject({ status: 'cleared', driver_code: driver.driver_code, mobile_number: '' });
  const found = await it.app.inject({ url: '/api/drivers?removed=true', headers: staff.headers });
  expect(found.json().map((row: { id: string }) => row.id)).toContain(driver.id);
});

test('a current driver, one whose claim waits and one with credit are refused with what to do', async () => {
  const { driver } = await buildDriver(it);
  expect((await erase(driver.id)).body.message).toBe(
    'Remove the driver first. Only a removed driver’s data can be erased.',
  );
  const claim = await buildPayment(it, submissionOf(driver, { amount: '250.00' }));
  await removeDriver(it, staff.headers, driver.id);
  expect((await erase(driver.id)).body.message).toBe('A claim of this driver waits. Clear or reject it first.');
  await changePayment(it, claim, 'clear');
  expect((await erase(driver.id)).body.message).toBe('GHS 50.00 of credit is left. Pay it back or use it first.');
  expect(await show(driver.id)).toMatchObject({ mobile_number: driver.mobile_number, erased_at: null });
});

test('an erased person cannot sign in, come back or be erased again, and the number is free for another', async () => {
  const member = await buildMember(it);
  await removeDriver(it, staff.headers, member.id);
  const { mobile_number, id_number, car_number } = member;
  expect((await sendRegistration(it, { car_number, mobile_number, id_number })).status).toBe(201);
  const kept = await it.db.selectFrom('outbox_messages').select('id').where('recipient', '=', mobile_number).execute();
  expect(kept.length).toBeGreaterThan(0);
  it.clock.now = new Date(it.clock.now.getTime() + 1000);
  expect((await erase(member.id)).status).toBe(200);
  expect((await signInMember(it, member)).answer.status).toBe(401);
  expect((await callDriver(it, staff.headers, 'POST', `${member.id}/restore`)).body.message).toBe(
    'This person’s data were erased, so nothing is left to restore.',
  );
  expect((await erase(member.id)).body.message).toBe('This person’s data were already erased.');
});

test('an erasure is for those who look after people’s data, needs a reason, and is in the audit log without names', async () => {
  const { driver } = await buildDriver(it, { last_name: 'Tagoe' });
  await removeDriver(it, staff.headers, driver.id);
  expect((await erase(driver.id, (await buildCaller(it, 'SuperUser')).headers)).status).toBe(403);
  expect((await erase(driver.id, staff.headers, ' ')).status).toBe(400);
  expect((await erase('999999')).status).toBe(404);
  const both = await Promise.all([erase(driver.id), erase(driver.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const entries = await it.db.selectFrom('audit_log').selectAll().where('action', '=', 'drivers.erase').execute();
  expect(entries.at(-1)).toMatchObject({ subject: driver.driver_code, after: { reason: REASON } });
  expect(JSON.stringify(entries)).not.toContain('TAGOE');
});

test('messages to the person’s other car, and mail to an address that nobody proved, are kept', async () => {
  const { driver } = await buildDriver(it, { email: 'colleague@example.com' });
  expect((await sendCar(it, staff.headers, driver.id)).status).toBe(201);
  const { mobile_number: recipient } = driver;
  const times = { created_at: it.clock.now, next_attempt_at: it.clock.now, expires_at: it.clock.now, body: '' };
  await it.db
    .insertInto('outbox_messages')
    .values({ channel: 'mail', recipient: 'colleague@example.com', subject: 'Your account', ...times })
    .execute();
  const written = () =>
    it.db
      .selectFrom('outbox_messages')
      .select('id')
      .where('recipient', 'in', [recipient, 'colleague@example.com'])
      .orderBy('id')
      .execute();
  const before = await written();
  await removeDriver(it, staff.headers, driver.id);
  expect((await erase(driver.id)).status).toBe(200);
  expect(await written()).toEqual(before);
});

test('messages that another person got at the number since are kept', async () => {
  const { driver } = await buildDriver(it);
  await removeDriver(it, staff.headers, driver.id);
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
  await sendRegistration(it, { mobile_number: driver.mobile_number });
  const written = () =>
    it.db.selectFrom('outbox_messages').select('created_at').where('recipient', '=', driver.mobile_number).execute();
  expect(await written()).toHaveLength(2);
  await erase(driver.id);
  expect(await written()).toEqual([{ created_at: it.clock.now }]);
});
