import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendCar } from '../../../../test/builders/cars.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { photoJpeg } from '../../../../test/builders/photos.ts';
import { callDriver, removeDriver } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

const REASON = 'As on the licence that the driver showed.';

let it: TestApp;
let staff: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  it = await startApp({ SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'a token' });
  staff = await buildCaller(it, 'SystemAdmin');
});
afterAll(() => it.close());

const change = async (id: string, fields: object) => {
  const { body } = await callDriver(it, staff.headers, 'GET', id);
  return callDriver(it, staff.headers, 'PATCH', id, { version: body.version, reason: REASON, ...fields });
};
const replacePhoto = async (id: string, picture: number) => {
  const form = new FormData();
  form.append('reason', REASON);
  form.append('file', await photoJpeg(picture));
  return callDriver(it, staff.headers, 'POST', `${id}/photo`, form);
};
const rowOf = (id: string) =>
  it.db.selectFrom('driver_records').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const history = async (id: string) =>
  (await it.app.inject({ url: `/api/driver_changes?driver_id=${id}`, headers: staff.headers })).json();
const auditOf = (id: string) =>
  it.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('subject_kind', '=', 'driver')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();

/** A person with a car, and with another one. */
const person = async (given: Parameters<typeof buildDriver>[1] = {}) => {
  const { driver } = await buildDriver(it, given);
  const { status, body } = await sendCar(it, staff.headers, driver.id, { gps_address: 'GA-1-1' });
  expect(status).toBe(201);
  return [driver, await rowOf(body.id)] as const;
};

test('what is the person’s changes in all of their cars, each with its history; what is the car’s in one', async () => {
  const [one, other] = await person();
  const { status, body } = await change(other.id, { last_name: 'Sarpong', gps_address: 'GA-2-2' });
  expect([status, body.message]).toEqual([
    200,
    `The driver was changed. Changed too: ${one.driver_code}, of the same person.`,
  ]);
  expect(await rowOf(other.id)).toMatchObject({ last_name: 'SARPONG', gps_address: 'GA-2-2', version: 2 });
  expect(await rowOf(one.id)).toMatchObject({ last_name: 'SARPONG', gps_address: one.gps_address, version: 2 });
  const entry = { reason: REASON, changed_by: expect.stringMatching(/^ama\.mensah/) };
  expect(await history(one.id)).toMatchObject([
    { ...entry, before: { last_name: one.last_name }, after: { last_name: 'SARPONG' } },
  ]);
  expect(await history(other.id)).toMatchObject([{ ...entry, after: { last_name: 'SARPONG', gps_address: 'GA-2-2' } }]);
  expect((await auditOf(one.id)).at(-1)).toEqual({
    action: 'drivers.change',
    after: { fields: 'Last name' },
  });
  const car = await change(other.id, { car_number: 'GW 8181-22' });
  expect(car.body.message).not.toContain(one.driver_code);
  expect((await rowOf(one.id)).version).toBe(2);
});

test('a new mobile number is that of all cars, and the old one is told once and is free', async () => {
  const [one, other] = await person();
  const answer = await change(one.id, { mobile_number: '0249876501' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect([(await rowOf(one.id)).mobile_number, (await rowOf(other.id)).mobile_number]).toEqual([
    '+233249876501',
    '+233249876501',
  ]);
  const texts = it.db
    .selectFrom('outbox_messages')
    .select(['body', 'status'])
    .where('recipient', '=', one.mobile_number);
  const waiting = (await texts.execute()).filter(({ status }) => status === 'waiting');
  expect(waiting).toEqual([{ status: 'waiting', body: expect.stringContaining('no longer has this number for you') }]);
  const numbers = it.db.selectFrom('driver_records').select('id').where('mobile_number', '=', one.mobile_number);
  expect(await numbers.execute()).toEqual([]);
  expect((await buildDriver(it, { mobile_number: one.mobile_number })).driver.id).not.toBe(one.id);
});

test('a number of somebody else changes no car of the person', async () => {
  const [one, other] = await person();
  const { driver: stranger } = await buildDriver(it);
  const refused = await change(other.id, { mobile_number: stranger.mobile_number, last_name: 'Sarpong' });
  expect([refused.status, refused.body.code]).toEqual([409, 'already_registered']);
  for (const { id, last_name } of [one, other]) expect(await rowOf(id)).toMatchObject({ last_name, version: 1 });
});

test('removed cars of the person keep what they had, and have what the others have once they are restored', async () => {
  const [one, other] = await person({ file: await photoJpeg(1) });
  await removeDriver(it, staff.headers, one.id);
  expect((await replacePhoto(other.id, 2)).status).toBe(201);
  const changed = await change(other.id, { first_name: 'Zeinab', mobile_number: '0249876503' });
  expect(changed.body.message).not.toContain(one.driver_code);
  expect(await rowOf(one.id)).toMatchObject({ first_name: one.first_name, version: 1 });
  // The number that the person gave up is somebody else's by now.
  await buildDriver(it, { mobile_number: one.mobile_number });
  const restored = await callDriver(it, staff.headers, 'POST', `${one.id}/restore`);
  expect(restored.status, JSON.stringify(restored.body)).toBe(200);
  expect(await rowOf(one.id)).toMatchObject({
    first_name: 'ZEINAB',
    mobile_number: '+233249876503',
    car_number: one.car_number,
    gps_address: one.gps_address,
    photo: (await rowOf(other.id)).photo,
    version: 2,
  });
  expect(await history(one.id)).toMatchObject([{ after: { first_name: 'ZEINAB', mobile_number: '+233249876503' } }]);
  expect((await auditOf(one.id)).slice(-2)).toMatchObject([
    { action: 'drivers.change', after: { fields: 'First name, Mobile number' } },
    { action: 'drivers.restore' },
  ]);
});

test('clerks who change the cars of a person at once, and add one, wait for each other and lose nothing', async () => {
  const [one, other] = await person();
  const patch = (id: string, fields: object) =>
    callDriver(it, staff.headers, 'PATCH', id, { version: 1, reason: REASON, ...fields });
  const answers = await Promise.all([
    patch(one.id, { email: 'one@example.com', mobile_number: '0249876502' }),
    patch(other.id, { next_of_kin: 'Kojo Sarpong' }),
    patch(one.id, { marital_status: 'Widowed' }),
    patch(other.id, { reference_person: 'Abena Osei' }),
    sendCar(it, staff.headers, other.id),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201]);
  const cars = await it.db.selectFrom('driver_records').selectAll().where('person_id', '=', one.person_id).execute();
  expect(cars).toHaveLength(3);
  for (const car of cars) {
    expect(car).toMatchObject({
      email: 'one@example.com',
      mobile_number: '+233249876502',
      next_of_kin: 'KOJO SARPONG',
      marital_status: 'Widowed',
      reference_person: 'ABENA OSEI',
    });
  }
  const late = await patch(one.id, { next_of_kin: 'Somebody Else' });
  expect([late.status, late.body.issues?.[0]?.path]).toEqual([409, 'body.next_of_kin']);
});

test('a new photo is that of all cars, in one file; a refused one leaves no file', async () => {
  const [one, other] = await person({ file: await photoJpeg(1) });
  const { status, body } = await replacePhoto(one.id, 2);
  expect([status, body.message]).toEqual([
    201,
    `The photo was replaced. Changed too: ${other.driver_code}, of the same person.`,
  ]);
  const [first, second] = [await rowOf(one.id), await rowOf(other.id)];
  expect([second.photo, other.photo]).toEqual([first.photo, one.photo]);
  expect(first.photo).not.toBe(one.photo);
  expect(await history(other.id)).toMatchObject([{ reason: REASON, after: { photo: 'a new one' } }]);
  const before = it.files.stored.size;
  await removeDriver(it, staff.headers, one.id);
  expect((await replacePhoto(one.id, 3)).status).toBe(409);
  expect(it.files.stored.size).toBe(before);
});
