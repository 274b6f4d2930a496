import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextCarNumber, sendCar } from '../../../../test/builders/cars.ts';
import { buildCaller, buildMember, signIn } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { removeDriver, SAME_PERSON } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

type Headers = Record<string, string>;

let it: TestApp;
let staff: Headers;
beforeAll(async () => {
  it = await startApp();
  staff = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

const call = async (method: 'GET' | 'POST', url: string, headers: Headers, payload?: object) => {
  const response = await it.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};
const ask = (headers: Headers, car_number = nextCarNumber(), note = '') =>
  call('POST', '/member/car_requests', headers, { car_number, note });
const own = async (headers: Headers) => (await call('GET', '/member/cars', headers)).body;
const waiting = async () => (await call('GET', '/car_requests?sort=-asked_at', staff)).body;

const member = async () => {
  const driver = await buildMember(it);
  const { car_number, driver_code } = driver;
  return { driver, headers: await signIn(it, 'member_login', { car_number, driver_code }) };
};

test('a member asks, the office sees it with the record, grants it by a car, and the member sees both', async () => {
  const { driver, headers } = await member();
  const { status, body } = await ask(headers, 'gx 900-26', 'My wife drives it.');
  expect([status, body.message]).toEqual([201, 'Your request is with our office. You see here what becomes of it.']);
  expect((await waiting())[0]).toMatchObject({
    id: body.id,
    car_number: 'GX 900-26',
    note: 'My wife drives it.',
    status: 'asked',
    driver_id: driver.id,
    driver_code: driver.driver_code,
    current_driver_id: driver.id,
    decided_by: '',
  });
  const granted = await sendCar(it, staff, driver.id, { car_number: 'GX 900-26', request_id: body.id });
  expect(granted.status).toBe(201);
  expect(await own(headers)).toEqual({
    cars: [
      { driver_code: driver.driver_code, car_number: driver.car_number, is_signed_in: true },
      { driver_code: granted.body.driver.driver_code, car_number: 'GX 900-26', is_signed_in: false },
    ],
    requests: [expect.objectContaining({ id: body.id, status: 'granted', status_reason: null })],
  });
  const [listed] = (await call('GET', '/car_requests?status=granted', staff)).body;
  expect(listed).toMatchObject({ granted_driver_id: granted.body.id, decided_by: expect.stringMatching(/^ama/) });
  expect((await sendCar(it, staff, driver.id, { request_id: body.id })).body.message).toBe(
    'The request for GX 900-26 was already granted.',
  );
});

test('a refused request says why, once', async () => {
  const { driver, headers } = await member();
  const { body } = await ask(headers);
  const refuse = (reason: string) => call('POST', `/car_requests/${body.id}/refuse`, staff, { reason });
  expect((await refuse(' ')).status).toBe(400);
  expect((await refuse('The car is not yours.')).status).toBe(200);
  expect((await own(headers)).requests).toMatchObject([{ status: 'refused', status_reason: 'The car is not yours.' }]);
  expect((await refuse('Again.')).status).toBe(409);
  expect((await sendCar(it, staff, driver.id, { request_id: body.id })).status).toBe(409);
  const actions = await it.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_kind', '=', 'request')
    .where('subject_id', '=', body.id)
    .execute();
  expect(actions).toEqual([{ action: 'drivers.refuse_car' }]);
});

test('a request is granted to its own person alone', async () => {
  const [one, other] = [await member(), await member()];
  const { body } = await ask(one.headers);
  expect((await sendCar(it, staff, other.driver.id, { request_id: body.id })).body.message).toBe(
    'There is no such request.',
  );
  expect((await sendCar(it, staff, other.driver.id, { request_id: '999999' })).status).toBe(404);
});

test('a car that is registered or asked for is refused, and a fourth request while three wait', async () => {
  const { driver, headers } = await member();
  const { driver: other } = await member();
  expect((await ask(headers, other.car_number)).body.message).toBe(
    'This car number is already registered. If the car is yours, please contact us.',
  );
  const car = nextCarNumber();
  const both = await Promise.all([ask(headers, car), ask(headers, car.replace(' ', ''))]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const several = await Promise.all([ask(headers), ask(headers), ask(headers), ask(headers)]);
  expect(several.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
  // From the person's other car it is the same person.
  const { body } = await sendCar(it, staff, driver.id);
  const account = await it.db
    .selectFrom('driver_records')
    .select('account_id')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  const { password_hash } = await it.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', driver.account_id)
    .executeTakeFirstOrThrow();
  await it.db.updateTable('accounts').set({ password_hash }).where('id', '=', account.account_id).execute();
  const { car_number, driver_code } = body.driver;
  const second = await signIn(it, 'member_login', { car_number, driver_code });
  expect((await ask(second)).body.message).toBe(
    '3 of your requests wait. Please wait until our office has looked at them.',
  );
  expect((await own(second)).requests).toHaveLength(3);
});

test('a member sees the standing, payments and receipts of their own cars, and of nobody else’s', async () => {
  const { driver, headers } = await member();
  const { driver: other } = await member();
  const { body } = await sendCar(it, staff, driver.id, { plan: 'platinum' });
  const theirs = await it.db
    .selectFrom('driver_records')
    .selectAll()
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  const payment = await buildPayment(it, submissionOf(theirs), 'cleared');
  const foreign = await buildPayment(it, submissionOf(other), 'cleared');
  const standing = (code = '') => call('GET', `/member/standing${code && `?driver_code=${code}`}`, headers);
  expect((await standing()).body).toMatchObject({ car_number: driver.car_number, paid: '0.00' });
  expect((await standing(theirs.driver_code)).body).toMatchObject({ car_number: theirs.car_number, paid: '200.00' });
  const payments = (code: string) => call('GET', `/member/payments?driver_code=${code}`, headers);
  expect((await payments(theirs.driver_code)).body.map(({ id }: { id: string }) => id)).toEqual([payment]);
  expect((await payments(driver.driver_code)).body).toEqual([]);
  const receipt = (id: string) => it.app.inject({ url: `/api/member/receipts/${id}/pdf`, headers });
  expect([(await receipt(payment)).statusCode, (await receipt(foreign)).statusCode]).toEqual([200, 404]);
  for (const code of [other.driver_code, 'DRV000000X']) {
    expect((await standing(code)).status).toBe(404);
    expect((await payments(code)).body).toEqual([]);
  }
  const admin = (await buildCaller(it, 'SystemAdmin')).headers;
  await removeDriver(it, admin, theirs.id);
  expect((await standing(theirs.driver_code)).status).toBe(404);
});

test('requests are for members to make and for staff who change drivers to see and decide', async () => {
  const { headers } = await member();
  const { body } = await ask(headers);
  const accounts = (await buildCaller(it, 'Accounts')).headers;
  for (const [by, status] of [
    [{}, 401],
    [accounts, 403],
    [headers, 403],
  ] as const) {
    expect((await call('GET', '/car_requests', by)).status).toBe(status);
    expect((await call('POST', `/car_requests/${body.id}/refuse`, by, { reason: 'No reason.' })).status).toBe(status);
  }
  expect((await ask(staff)).status).toBe(403);
  expect((await call('GET', '/member/cars', staff)).status).toBe(403);
});

const withdraw = (headers: Headers, id: string) => call('POST', `/member/car_requests/${id}/withdraw`, headers);

test('a member withdraws a request that waits, which stays so, and the office grants or refuses it no more', async () => {
  const { driver, headers } = await member();
  const { body } = await ask(headers);
  const both = await Promise.all([withdraw(headers, body.id), withdraw(headers, body.id)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await own(headers)).requests).toMatchObject([{ status: 'withdrawn', status_reason: null }]);
  expect((await waiting()).some(({ id }: { id: string }) => id === body.id)).toBe(false);
  const [listed] = (await call('GET', '/car_requests?status=withdrawn', staff)).body;
  expect(listed).toMatchObject({ id: body.id, decided_by: driver.driver_code });
  expect((await sendCar(it, staff, driver.id, { request_id: body.id })).body.message).toBe(
    `The request for ${listed.car_number} was withdrawn, so it cannot be granted.`,
  );
  // The log is of staff.
  const entries = it.db.selectFrom('audit_log').select('action').where('subject_kind', '=', 'request');
  expect(await entries.where('subject_id', '=', body.id).execute()).toEqual([]);
});

test('nobody withdraws a request of somebody else, nor one that was decided', async () => {
  const [one, other] = [await member(), await member()];
  const { body } = await ask(one.headers);
  expect((await withdraw(other.headers, body.id)).status).toBe(404);
  expect((await withdraw(staff, body.id)).status).toBe(403);
  expect((await withdraw(one.headers, '999999')).status).toBe(404);
  await call('POST', `/car_requests/${body.id}/refuse`, staff, { reason: 'Not yours.' });
  const late = await withdraw(one.headers, body.id);
  expect([late.status, late.body.message]).toEqual([
    409,
    expect.stringMatching(/^The request for .* was refused, so it cannot be withdrawn\.$/),
  ]);
});

test('a request outlives the record that it was made with: another car of the person grants it and shows it', async () => {
  const admin = (await buildCaller(it, 'SystemAdmin')).headers;
  const { driver, headers } = await member();
  const { body: second } = await sendCar(it, staff, driver.id);
  const { body } = await ask(headers);
  await removeDriver(it, admin, driver.id);
  expect((await waiting())[0]).toMatchObject({ id: body.id, driver_id: driver.id, current_driver_id: second.id });
  expect((await sendCar(it, staff, second.id, { request_id: body.id })).status).toBe(201);
});

test('a request of a person without a car is there to be refused, and that of a duplicate is the kept person’s', async () => {
  const admin = (await buildCaller(it, 'SystemAdmin')).headers;
  const [gone, duplicate, kept] = [await member(), await member(), await member()];
  const { body: theirs } = await ask(gone.headers);
  const { body: moved } = await ask(duplicate.headers);
  await removeDriver(it, admin, gone.driver.id);
  const merge = { into: kept.driver.id, reason: 'Registered twice.', same_person: SAME_PERSON };
  expect((await call('POST', `/drivers/${duplicate.driver.id}/merge`, admin, merge)).status).toBe(200);
  const rows = await waiting();
  const currentOf = (id: string) => rows.find((row: { id: string }) => row.id === id).current_driver_id;
  expect([currentOf(theirs.id), currentOf(moved.id)]).toEqual([null, kept.driver.id]);
  expect((await own(kept.headers)).requests).toMatchObject([{ id: moved.id, status: 'asked' }]);
  expect((await call('POST', `/car_requests/${theirs.id}/refuse`, staff, { reason: 'No car.' })).status).toBe(200);
  expect((await sendCar(it, staff, kept.driver.id, { request_id: moved.id })).status).toBe(201);
});

test('where texts are sent, a refusal is told to the person’s number of now, and to nobody once they have no car', async () => {
  const texting = await startApp({ SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'a token' });
  const by = { headers: (await buildCaller(texting, 'SystemAdmin')).headers };
  const send = (url: string, headers: Headers, payload: object) =>
    texting.app.inject({ method: 'POST', url: `/api${url}`, headers, payload });
  const asking = async () => {
    const driver = await buildMember(texting);
    const { car_number, driver_code, mobile_number } = driver;
    const headers = await signIn(texting, 'member_login', { car_number, driver_code });
    const { id } = (await send('/member/car_requests', headers, { car_number: nextCarNumber() })).json();
    return { driver, id, mobile_number };
  };
  const textsTo = (recipient: string) =>
    texting.db.selectFrom('outbox_messages').select('body').where('recipient', '=', recipient).execute();
  const [one, gone] = [await asking(), await asking()];
  await removeDriver(texting, by.headers, gone.driver.id);
  const long = await send(`/car_requests/${one.id}/refuse`, by.headers, { reason: 'It is not yours. '.repeat(17) });
  expect([long.statusCode, long.json().issues]).toEqual([
    400,
    [{ path: 'body.reason', message: expect.stringMatching(/ may take 2\. Please shorten it\.$/) }],
  ]);
  for (const [{ id }, end] of [
    [one, ' and gets it as a text.'],
    [gone, 'The member sees the reason.'],
  ] as const) {
    const refused = await send(`/car_requests/${id}/refuse`, by.headers, { reason: 'It is not yours.' });
    expect([refused.statusCode, refused.json().message.endsWith(end)]).toEqual([200, true]);
  }
  expect((await textsTo(one.mobile_number)).filter(({ body }) => body.includes('It is not yours.'))).toHaveLength(1);
  expect((await textsTo(gone.mobile_number)).filter(({ body }) => body.includes('It is not yours.'))).toEqual([]);
  await texting.close();
});
