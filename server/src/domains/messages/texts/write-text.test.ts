import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, shapeRole } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { callDriver, removeDriver } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

const SENDS = { SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'a token' };

let it: TestApp;
afterEach(() => it.close());

const write = async (payload: object, by: { headers: Record<string, string> }) => {
  const answer = await it.app.inject({ method: 'POST', url: '/api/texts', headers: by.headers, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const outbox = async () =>
  (
    await it.db.selectFrom('outbox_messages').select(['channel', 'recipient', 'body']).orderBy('id', 'desc').execute()
  )[0];
const logged = async () =>
  (
    await sql`SELECT subject_kind, subject_id::text, after FROM audit_log WHERE action = 'messages.write'`.execute(
      it.db,
    )
  ).rows;

test('a clerk writes a text to a driver: it begins with the company, and the log keeps to whom and no words', async () => {
  it = await startApp(SENDS);
  const clerk = await buildCaller(it, 'SuperUser');
  const { driver } = await buildDriver(it);
  const desk = (await it.app.inject({ url: '/api/texts', headers: clerk.headers })).json();
  expect(desk.texting).toBe('sent');
  expect(desk.usual_answers.map(({ label }: { label: string }) => label)).toContain('Answer: payment found');
  const mobile_number = driver.mobile_number;
  const sent = await write({ mobile_number, driver_id: driver.id, text: ' Please send the ID. ' }, clerk);
  expect(sent).toMatchObject({ status: 201, body: { message: 'The text is in the outbox.' } });
  const { company_name } = (await it.app.inject({ url: '/api/site' })).json();
  const text = { channel: 'sms', body: `${company_name}: Please send the ID.` };
  expect(await outbox()).toEqual({ ...text, recipient: mobile_number });
  expect(await logged()).toEqual([{ subject_kind: 'driver', subject_id: driver.id, after: null }]);
  const moved = await write({ mobile_number: '0209999999', driver_id: driver.id, text: 'Hello there.' }, clerk);
  expect(moved).toMatchObject({ status: 409, body: { message: expect.stringMatching(/another mobile number now/) } });
  expect(await write({ mobile_number, driver_id: '999999', text: 'Hello there.' }, clerk)).toMatchObject({
    status: 404,
    body: { message: 'There is no such driver.' },
  });
  expect((await write({ mobile_number: '0209999999', text: 'Who paid this?' }, clerk)).status).toBe(201);
  expect(await outbox()).toMatchObject({ recipient: '+233209999999' });
});

test('a text from a case of clearance stands in its history: who, when, what in short, and the masked number', async () => {
  it = await startApp(SENDS);
  const admin = await buildCaller(it, 'SystemAdmin');
  const { login } = await it.db
    .selectFrom('accounts')
    .select('login')
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow();
  const get = async (path: string) => (await it.app.inject({ url: `/api/${path}`, headers: admin.headers })).json();
  const { driver } = await buildDriver(it, { mobile_number: '0241234567' });
  const claim = await buildPayment(it, submissionOf(driver));
  const money = `T${await buildTransfer(it)}`;
  const toDriver = { mobile_number: '0241234567', driver_id: driver.id, case_id: claim };

  const text = 'Please send the whole message of the network again, with its transaction ID, today.';
  expect((await write({ ...toDriver, text }, admin)).status).toBe(201);
  const [usual] = (await get('texts')).usual_answers;
  expect((await write({ ...toDriver, text: usual.text }, admin)).status).toBe(201);
  const to = { field: 'To', before: null, after: '024 *** 4567' };
  const told = { at: it.clock.now.toISOString(), actor: login, action: 'payments.text' };
  expect((await get(`clearance/${claim}`)).history).toMatchObject([
    { ...told, facts: expect.arrayContaining([to, { field: 'Usual answer', before: null, after: usual.label }]) },
    {
      ...told,
      facts: expect.arrayContaining([
        to,
        { field: 'Begins with', before: null, after: 'Please send the whole message of the network again, with its…' },
      ]),
    },
  ]);
  expect((await write({ mobile_number: '0209999999', case_id: money, text: 'Who paid?' }, admin)).status).toBe(201);
  expect((await get(`clearance/${money}`)).history).toMatchObject([
    { action: 'transfers.text', facts: expect.arrayContaining([{ field: 'To', before: null, after: '020 *** 9999' }]) },
  ]);

  const sent = async () => (await it.db.selectFrom('outbox_messages').select('id').execute()).length;
  const before = await sent();
  expect((await write({ ...toDriver, case_id: '999999', text }, admin)).status).toBe(404);
  await shapeRole(it, 'Operations', { 'contact.answer': true });
  const answering = await buildCaller(it, 'Operations');
  expect((await write({ ...toDriver, text }, answering)).status).toBe(403);
  expect(await sent()).toBe(before);
});

test('no text goes to a removed driver, whose data are erased without it', async () => {
  it = await startApp(SENDS);
  const admin = await buildCaller(it, 'SystemAdmin');
  const { driver } = await buildDriver(it);
  await removeDriver(it, admin.headers, driver.id);
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
  const { mobile_number } = driver;
  expect(await write({ mobile_number, driver_id: driver.id, text: 'Please call us.' }, admin)).toMatchObject({
    status: 409,
    body: { message: `${driver.driver_code} was removed, so no text goes to this driver. Please call.` },
  });
  expect((await callDriver(it, admin.headers, 'POST', `${driver.id}/erase`, { reason: 'Asked for it.' })).status).toBe(
    200,
  );
  const kept = it.db.selectFrom('outbox_messages').select('id').where('recipient', '=', mobile_number);
  expect(await kept.execute()).toEqual([]);
});

test('a text that nobody sends, that is too long or that somebody may not write is refused in words', async () => {
  it = await startApp(SENDS);
  const clerk = await buildCaller(it, 'SuperUser');
  const long = await write({ mobile_number: '0241234567', text: 'Pay now. '.repeat(80) }, clerk);
  expect(long).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/^This takes \d+ text messages/) },
  });
  const reader = await buildCaller(it, 'Accounts');
  expect((await write({ mobile_number: '0241234567', text: 'Hello.' }, reader)).status).toBe(403);
  await it.close();
  it = await startApp();
  const other = await buildCaller(it, 'SuperUser');
  expect(await write({ mobile_number: '0241234567', text: 'Hello.' }, other)).toMatchObject({
    status: 422,
    body: { message: 'No service sends text messages. Please write from your own phone.' },
  });
});
