import type { DriverChange } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#db/database.ts';
import { openBrowser } from '../../../../test/browser.ts';
import { nextCarNumber } from '../../../../test/builders/cars.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildMember } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { callDriver, removeDriver, signInMember } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { nextPayer } from '../../../../test/prompts/harness.ts';
import { whileHeld } from '../../../../test/waiting.ts';

const REASON = 'As on the licence that the driver showed.';

let it: TestApp;
let staff: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  it = await startApp();
  staff = await buildCaller(it, 'SuperUser');
});
afterAll(() => it.close());

const change = (id: string, fields: Partial<DriverChange> | Record<string, unknown>, headers = staff.headers) =>
  callDriver(it, headers, 'PATCH', id, { version: 1, reason: REASON, ...fields });
const show = async (id: string) => (await callDriver(it, staff.headers, 'GET', id)).body;
const history = async (id: string) =>
  (await it.app.inject({ url: `/api/driver_changes?driver_id=${id}`, headers: staff.headers })).json();

test('a change is stored as registering stores it, with who, why, before and after', async () => {
  const { driver } = await buildDriver(it, { first_name: 'Ama', spouse_mobile_number: '' });
  const answer = await change(driver.id, { first_name: 'yaa', spouse_mobile_number: '024 999 0001' });
  expect(answer).toMatchObject({
    status: 200,
    body: { message: 'The driver was changed.', driver: { first_name: 'YAA', spouse_mobile_number: '+233249990001' } },
  });
  expect(await show(driver.id)).toMatchObject({ first_name: 'YAA', version: 2, last_name: driver.last_name });
  expect(await history(driver.id)).toEqual([
    {
      id: expect.any(String),
      changed_at: it.clock.now.toISOString(),
      changed_by: expect.stringMatching(/^ama\.mensah/),
      reason: REASON,
      before: { first_name: 'AMA', spouse_mobile_number: null },
      after: { first_name: 'YAA', spouse_mobile_number: '+233249990001' },
    },
  ]);
});

test('the audit log, which is kept for good, says which fields were changed and nothing personal of them', async () => {
  const { driver } = await buildDriver(it);
  await change(driver.id, { last_name: 'Sarpong', car_number: 'GR 8101-20', email: 'sarpong@example.com' });
  const entry = await it.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'subject', 'before', 'after'])
    .where('subject_kind', '=', 'driver')
    .where('subject_id', '=', driver.id)
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    actor_id: staff.id,
    action: 'drivers.change',
    subject: driver.driver_code,
    before: { car_number: driver.car_number },
    after: { car_number: 'GR 8101-20', fields: 'Last name, Car number, E-mail' },
  });
});

test('two parts of the identity of a driver who has paid wait for another person, also one after the other', async () => {
  const admin = await buildCaller(it, 'SystemAdmin');
  const asked = async () => {
    const url = '/api/approvals?status=asked&kind=drivers.identity';
    return (await it.app.inject({ url, headers: admin.headers })).json();
  };
  const { driver } = await buildDriver(it);
  // Of a driver who has paid nothing yet a clerk mends what was typed wrongly.
  const [mobile_number, car_number] = [nextPayer(), nextCarNumber()];
  expect((await change(driver.id, { mobile_number, car_number })).body.driver).toMatchObject({ version: 2 });
  const { driver: payer } = await buildDriver(it);
  await buildPayment(it, submissionOf(payer), 'cleared');
  const stolen = { first_name: 'Kojo', last_name: 'Boateng', mobile_number: nextPayer(), car_number: nextCarNumber() };
  const waits = await change(payer.id, stolen);
  const parts = 'It changes the name, car number and mobile number of somebody who has paid, within 30 days.';
  expect(waits.body.message).toContain(parts);
  expect(waits.body.driver).toMatchObject({ first_name: payer.first_name, car_number: payer.car_number, version: 1 });
  expect((await change(payer.id, { first_name: 'Kojo' })).status).toBe(409);
  const [approval] = await asked();
  expect(JSON.stringify(approval)).not.toContain('BOATENG');
  const at = (by: { headers: object }, method: 'GET' | 'POST', how = '') =>
    it.app.inject({ method, url: `/api/approvals/${approval.id}${how}`, headers: { ...by.headers } });
  expect((await at(admin, 'GET')).json().changes).toContainEqual({
    field: 'Last name',
    before: payer.last_name,
    after: 'BOATENG',
  });
  expect((await at(staff, 'POST', '/approve')).statusCode).toBe(403);
  expect((await at(admin, 'POST', '/approve')).json().message).toContain('The driver was changed.');
  expect(await show(payer.id)).toMatchObject({ first_name: 'KOJO', last_name: 'BOATENG', version: 2 });
  const [last] = await history(payer.id);
  expect(last.changed_by).toMatch(/^ama\.mensah/);
  const logged = it.db.selectFrom('audit_log').select('actor').where('action', '=', 'drivers.change');
  expect((await logged.orderBy('id', 'desc').executeTakeFirst())?.actor).toBe(last.changed_by);
  const kept = await it.db.selectFrom('approvals').select('input').where('id', '=', approval.id).executeTakeFirst();
  expect(kept).toEqual({ input: {} });

  const { driver: other } = await buildDriver(it);
  await buildPayment(it, submissionOf(other), 'cleared');
  expect((await change(other.id, { mobile_number: nextPayer() })).body.driver).toMatchObject({ version: 2 });
  const second = { version: 2, last_name: 'Boateng' };
  expect((await change(other.id, second)).body.message).toContain('It changes the name and mobile number of');
  // Other fields change meanwhile.
  expect((await change(other.id, { version: 2, email: 'other@example.com' })).status).toBe(200);
});

test('an approved identity whose car another driver takes meanwhile is refused as a direct change is', async () => {
  const admin = await buildCaller(it, 'SystemAdmin');
  const [{ driver: payer }, { driver: other }] = [await buildDriver(it), await buildDriver(it)];
  await buildPayment(it, submissionOf(payer), 'cleared');
  const car_number = nextCarNumber();
  await change(payer.id, { last_name: 'Boateng', car_number });
  const { id } = await it.db
    .selectFrom('approvals')
    .select('id')
    .where('subject_id', '=', payer.id)
    .where('kind', '=', 'drivers.identity')
    .executeTakeFirstOrThrow();
  const takeCar = (tx: Tx) => tx.updateTable('drivers').set({ car_number }).where('id', '=', other.id).execute();
  const approve = () =>
    it.app.inject({ method: 'POST', url: `/api/approvals/${id}/approve`, headers: { ...admin.headers } });
  const late = await whileHeld(it.db, { hold: takeCar }, approve);
  const direct = await change((await buildDriver(it)).driver.id, { car_number });
  expect([late.statusCode, late.json().message]).toEqual([409, direct.body.message]);
});

test('the expiry date follows the day of issue', async () => {
  const { driver } = await buildDriver(it);
  await change(driver.id, { date_issued: '2020-02-29' });
  expect(await show(driver.id)).toMatchObject({ date_issued: '2020-02-29', expiry_date: '2030-02-28' });
});

test('the rules of registering hold, each at its field', async () => {
  const { driver } = await buildDriver(it);
  const refused = async (fields: Record<string, unknown>) => {
    const { status, body } = await change(driver.id, fields);
    return [
      status,
      ...body.issues.map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`),
    ];
  };
  expect(await refused({ id_number: 'GHA-12' })).toEqual([
    400,
    'body.id_number: A Ghana Card number is GHA or another country’s three letters, nine digits and one digit, like GHA-712345678-9.',
  ]);
  expect(await refused({ date_of_birth: '2015-01-01' })).toEqual([
    400,
    'body.date_of_birth: A driver must be at least 18 years old. Please check the year of birth.',
  ]);
  expect(await refused({ nationality: 'Martian' })).toEqual([
    400,
    'body.nationality: Please choose the nationality from the list.',
  ]);
  expect(await refused({ first_name: '-', last_name: '' })).toEqual([
    400,
    'body.first_name: Please enter the name. One of the two is enough.',
  ]);
  expect((await show(driver.id)).version).toBe(1);
});

test('what another field broke is told of, and what is older than a rule stands in nobody’s way', async () => {
  const { driver } = await buildDriver(it, { identification_type: 'VOTER ID', id_number: '1234567' });
  const refused = await change(driver.id, { identification_type: 'GHANA CARD' });
  expect(refused.body.issues).toMatchObject([{ path: 'body.id_number' }]);
  await it.db
    .updateTable('persons')
    .set({ identification_type: 'GHANA CARD' })
    .where('id', '=', driver.person_id)
    .execute();
  expect((await change(driver.id, { first_name: 'Yaa' })).status).toBe(200);
});

test('neither role, state, code nor amounts can be written, and a reason and a version are needed', async () => {
  const { driver } = await buildDriver(it);
  for (const field of ['role', 'id', 'status', 'driver_code', 'removed_at', 'merged_into', 'expiry_date', 'paid']) {
    expect([field, (await change(driver.id, { first_name: 'Yaa', [field]: '1' })).status]).toEqual([field, 400]);
  }
  for (const missing of [{ reason: '' }, { reason: '??' }, { version: 0 }, { version: null }]) {
    expect((await change(driver.id, { first_name: 'Yaa', ...missing })).status).toBe(400);
  }
  expect(await show(driver.id)).toMatchObject({ first_name: driver.first_name, version: 1 });
});

test('a car, mobile or ID number of another current driver is refused, and its own in another spelling is not', async () => {
  const [{ driver }, { driver: other }] = [await buildDriver(it), await buildDriver(it)];
  const taken = async (field: 'car_number' | 'mobile_number' | 'id_number') => {
    const { status, body } = await change(driver.id, { [field]: other[field] });
    return [status, body.code, body.issues[0].path];
  };
  for (const field of ['car_number', 'mobile_number', 'id_number'] as const) {
    expect(await taken(field)).toEqual([409, 'already_registered', `body.${field}`]);
  }
  const respelled = driver.car_number.replaceAll(' ', '').replaceAll('-', '');
  expect((await change(driver.id, { car_number: respelled })).body.driver.car_number).toBe(respelled);
});

test('of two who give one car to two drivers at once, one is refused', async () => {
  const [one, other] = [(await buildDriver(it)).driver, (await buildDriver(it)).driver];
  const both = await Promise.all([one, other].map(({ id }) => change(id, { car_number: 'GT 9191-21' })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('already_registered');
});

test('of two edits at once the later one is told what changed, and may be sent again', async () => {
  const { driver } = await buildDriver(it, { first_name: 'Ama' });
  const both = await Promise.all([
    change(driver.id, { first_name: 'Yaa' }),
    change(driver.id, { first_name: 'Esi', email: 'esi@example.com' }),
  ]);
  const late = both.find(({ status }) => status === 409);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const now = await show(driver.id);
  expect(late?.body).toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^ama\.mensah\d+ has changed this driver since you opened it: First name\./),
    issues: [{ path: 'body.first_name', message: `Changed meanwhile. It is now ${now.first_name}.` }],
  });
  const again = await change(driver.id, { first_name: 'Afia', version: now.version });
  expect(again.body.driver).toMatchObject({ first_name: 'AFIA', version: 3 });
});

test('edits of different fields do not disturb each other', async () => {
  const { driver } = await buildDriver(it, { first_name: 'Ama' });
  await change(driver.id, { first_name: 'Yaa' });
  expect((await change(driver.id, { email: 'new@example.com' })).status).toBe(200);
  expect(await show(driver.id)).toMatchObject({ first_name: 'YAA', email: 'new@example.com', version: 3 });
});

test('a change whose answer was lost is answered as made, and kept once', async () => {
  const { driver } = await buildDriver(it, { first_name: 'Ama' });
  await change(driver.id, { first_name: 'Yaa' });
  expect(await change(driver.id, { first_name: 'Yaa' })).toMatchObject({
    status: 200,
    body: { message: 'The driver has these values already.' },
  });
  expect(await history(driver.id)).toHaveLength(1);
});

test('a member signs in with the new car, no longer with the old one, and stays signed in', async () => {
  const driver = await buildMember(it);
  const { browser } = await signInMember(it, driver);
  const { body } = await change(driver.id, { car_number: 'GW 7171-22' });
  expect(body.message).toBe(
    `The driver was changed. They sign in with GW 7171-22 and ${driver.driver_code} from now on.`,
  );
  expect((await browser.get('/api/token/member_refresh_token')).status).toBe(200);
  expect((await signInMember(it, driver)).answer.status).toBe(401);
  expect((await signInMember(it, { ...driver, car_number: 'gw717122' })).answer.status).toBe(200);
});

test('a new mobile number cuts the old one off: its texts are withdrawn and its code is dead', async () => {
  const { driver, setupCode } = await buildDriver(it);
  const texts = () =>
    it.db.selectFrom('outbox_messages').select('status').where('recipient', '=', driver.mobile_number).execute();
  expect(await texts()).toEqual([{ status: 'waiting' }]);
  await change(driver.id, { mobile_number: '0249990002' });
  expect(await texts()).toEqual([{ status: 'expired' }]);
  const set = await openBrowser(it).post('/api/auth/set_member_password', {
    car_number: driver.car_number,
    setup_code: setupCode,
    password: 'Counter@2026',
  });
  expect(set.status).toBe(422);
});

test('where texts are sent, the old number is told that it is no longer the driver’s', async () => {
  const sending = await startApp({ SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'a token' });
  const { headers } = await buildCaller(sending, 'SuperUser');
  const { driver } = await buildDriver(sending);
  const payload = { version: 1, reason: REASON, mobile_number: '0249990003' };
  expect((await callDriver(sending, headers, 'PATCH', driver.id, payload)).status).toBe(200);
  const texts = sending.db.selectFrom('outbox_messages').select(['status', 'body']).orderBy('id');
  expect(await texts.where('recipient', '=', driver.mobile_number).execute()).toEqual([
    { status: 'expired', body: '' },
    { status: 'waiting', body: expect.stringContaining('our office no longer has this number for you') },
  ]);
  await sending.close();
});

test('neither a removed driver nor one that is not there is changed, and not by everybody', async () => {
  const { driver } = await buildDriver(it);
  expect((await change('999999', { first_name: 'Yaa' })).status).toBe(404);
  for (const role of ['Member', 'Tenant', 'Operations', 'Accounts', 'Legal', 'SystemUser'] as const) {
    const { headers } = await buildCaller(it, role);
    expect([role, (await change(driver.id, { first_name: 'Yaa' }, headers)).status]).toEqual([role, 403]);
  }
  const admin = await buildCaller(it, 'SystemAdmin');
  await removeDriver(it, admin.headers, driver.id);
  expect(await change(driver.id, { first_name: 'Yaa' })).toMatchObject({
    status: 409,
    body: { message: 'This driver was removed, so nothing of them can be changed.' },
  });
});
