import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextCarNumber, sendCar } from '../../../../test/builders/cars.ts';
import { buildCaller, buildMember } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { photoJpeg } from '../../../../test/builders/photos.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { callDriver, removeDriver } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { leftBehind, sendRegistration } from '../../../../test/register.ts';

let it: TestApp;
let staff: Awaited<ReturnType<typeof buildCaller>>;
let admin: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  staff = await buildCaller(it, 'SuperUser');
  admin = (await buildCaller(it, 'SystemAdmin')).headers;
});
afterAll(() => it.close());

const add = (id: string, car: Parameters<typeof sendCar>[3] = {}) => sendCar(it, staff.headers, id, car);
const rowOf = (id: string) =>
  it.db.selectFrom('driver_records').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('another car is a record with the person’s data and a code, account and fees of its own', async () => {
  const person = await buildMember(it, { file: await photoJpeg(), plan: 'standard' });
  await buildPayment(it, submissionOf(person), 'cleared');
  const car_number = nextCarNumber();
  const { status, body } = await add(person.id, { car_number, plan: 'platinum', gps_address: 'ga-1-2' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    message: `${car_number} is registered with the driver code ${body.driver.driver_code}.`,
    driver: { car_number, plans: [{ plan: 'platinum', from: '2026-11' }] },
    first_payment_type: 'RF',
  });
  const [first, second] = [await rowOf(person.id), await rowOf(body.id)];
  const own = [
    'id',
    'account_id',
    'driver_code',
    'car_number',
    'car_key',
    'unpaid_since',
    'is_fee_due',
    'gps_address',
  ] as const;
  const ownOf = (row: typeof first) => own.map((name) => row[name]);
  const { registered_at: _, ...person1 } = first;
  const { registered_at: __, ...person2 } = second;
  const without = (row: object) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !own.includes(name as 'id')));
  expect(without(person2)).toEqual(without(person1));
  expect(ownOf(second).filter((value, n) => value === ownOf(first)[n])).toEqual([]);
  expect([first.unpaid_since, second.unpaid_since, second.gps_address]).toEqual([null, it.clock.now, 'GA-1-2']);
  expect(second.photo).toBe(first.photo);
});

test('the code for its password goes to the person alone, and a code for one car leaves that of another', async () => {
  const person = await buildMember(it);
  const { body } = await add(person.id);
  expect(JSON.stringify(body)).not.toMatch(/[0-9A-Z]{5}-[0-9A-Z]{5}/);
  await callDriver(it, admin, 'POST', `${person.id}/password_code`);
  const texts = await it.db
    .selectFrom('outbox_messages')
    .select('body')
    .where('recipient', '=', person.mobile_number)
    .where('status', '=', 'waiting')
    .execute();
  const own = texts.find((text) => text.body.includes(body.driver.driver_code));
  expect(own?.body).toMatch(/your new car's driver code is DRV.*[0-9A-Z]{5}-[0-9A-Z]{5}/);
  expect(own?.body.length).toBeLessThanOrEqual(160);
});

test('it is in the audit log with the car that the person had, and staff see all cars of the person', async () => {
  const person = await buildMember(it);
  const { body } = await add(person.id);
  const entry = await it.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'drivers.add_car')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(entry).toMatchObject({
    actor_id: staff.id,
    subject: body.driver.driver_code,
    after: { car_number: body.driver.car_number, beside: person.driver_code },
  });
  await removeDriver(it, admin, person.id);
  const cars = await callDriver(it, staff.headers, 'GET', `${body.id}/cars`);
  expect(
    cars.body.map((car: { driver_code: string; removed_at: string | null }) => [car.driver_code, car.removed_at]),
  ).toEqual([
    [person.driver_code, it.clock.now.toISOString()],
    [body.driver.driver_code, null],
  ]);
  expect((await callDriver(it, staff.headers, 'GET', '999999/cars')).status).toBe(404);
});

test('a car that somebody has is refused, also the person’s own, and leaves nothing', async () => {
  const [person, other] = [await buildMember(it, { file: await photoJpeg() }), await buildMember(it)];
  const before = await leftBehind(it);
  for (const { car_number } of [person, other]) {
    const { status, body } = await add(person.id, { car_number: car_number.toLowerCase() });
    expect([status, body.code, body.message]).toEqual([
      409,
      'already_registered',
      'This car number is already registered. If the car is yours, please contact us.',
    ]);
  }
  expect((await add('999999')).status).toBe(404);
  expect(await leftBehind(it)).toEqual(before);
  await removeDriver(it, admin, person.id);
  expect((await add(person.id)).body.message).toBe('This driver was removed. Restore the record, or use another.');
});

test('of one car sent twice at the same moment one is added; two cars at once are both', async () => {
  const [person, other] = [await buildMember(it), await buildMember(it)];
  const car_number = nextCarNumber();
  const same = await Promise.all([person, other, person].map(({ id }) => add(id, { car_number })));
  expect(same.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const different = await Promise.all([add(person.id), add(person.id), add(other.id)]);
  expect(different.map(({ status }) => status)).toEqual([201, 201, 201]);
});

test('nobody but staff who change drivers adds a car, and a stranger never to somebody’s person', async () => {
  const person = await buildMember(it);
  for (const role of ['Accounts', 'Member', 'Tenant'] as const) {
    expect((await sendCar(it, (await buildCaller(it, role)).headers, person.id)).status).toBe(403);
  }
  expect((await sendCar(it, {}, person.id)).status).toBe(401);
  const { mobile_number, id_number } = person;
  expect((await sendRegistration(it, { mobile_number, id_number })).status).toBe(409);
  const named = await sendRegistration(it, { mobile_number, person_id: person.person_id } as object);
  expect(named.status).toBe(400);
});

test('a car of the person is removed and restored beside the others, but not once another person has the number', async () => {
  const person = await buildMember(it);
  const { id } = (await add(person.id)).body;
  await removeDriver(it, admin, person.id);
  const { mobile_number } = person;
  expect((await sendRegistration(it, { mobile_number })).status).toBe(409);
  expect((await callDriver(it, admin, 'POST', `${person.id}/restore`)).status).toBe(200);
  for (const one of [person.id, id]) await removeDriver(it, admin, one);
  expect((await sendRegistration(it, { mobile_number })).status).toBe(201);
  expect((await callDriver(it, admin, 'POST', `${id}/restore`)).body.message).toBe(
    'Another driver has this mobile number now. Remove that one first.',
  );
});
