import { RegistrationFields, valueInWords } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildMember, signIn } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { photoJpeg } from '../../../../test/builders/photos.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { callDriver, SAME_PERSON } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SystemAdmin')).headers;
});
afterAll(() => it.close());

const given = (path: string, by = headers) => it.app.inject({ url: `/api/${path}`, headers: by });

test('staff give a person one file with all that is held of them, and the audit log keeps that they did', async () => {
  const { driver } = await buildDriver(it, {
    first_name: 'Ama',
    last_name: 'O’Mensah <b>',
    email: 'ama@example.com',
    file: await photoJpeg(),
  });
  const payment = submissionOf(driver, { amount: '250.00' });
  await buildPayment(it, payment, 'cleared');
  await given(`drivers/${driver.id}`);
  const written = { name: 'Ama', email: 'ama@example.com', subject: 'My tracker', message: 'It blinks <i>red</i>.' };
  await it.db
    .insertInto('contact_messages')
    .values({ reference: 'CM-OWN001', received_at: it.clock.now, ...written })
    .execute();
  await it.db.updateTable('contact_messages').set({ driver_id: driver.id }).execute();
  const response = await given(`drivers/${driver.id}/personal_data`);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-disposition': `attachment; filename="${driver.driver_code}-personal-data.html"`,
    'x-content-type-options': 'nosniff',
  });
  const held = [
    '&lt;B&gt;',
    'ama@example.com',
    driver.id_number,
    payment.transaction_id,
    'GHS 250.00',
    'GHS 50.00',
    'It blinks &lt;i&gt;',
  ];
  for (const text of [...held, 'src="data:image/jpeg;base64,/9j/', 'When our staff looked at your page'])
    expect(response.body).toContain(text);
  expect(response.body).not.toMatch(/<b>|<script/i);
  const entry = await it.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ action: 'drivers.give_out', subject_id: driver.id, subject: driver.driver_code });
});

test('the file has whatever a registration asks for', async () => {
  const { driver } = await buildDriver(it, {
    spouse_mobile_number: '0241234501',
    reference_person: 'Nii Quaye',
    reference_mobile_number: '0241234502',
  });
  const { body } = await given(`drivers/${driver.id}/personal_data`);
  const { plan: _, ...fields } = RegistrationFields.shape;
  const stored = await it.db
    .selectFrom('driver_records')
    .selectAll()
    .where('id', '=', driver.id)
    .executeTakeFirstOrThrow();
  for (const field of Object.keys(fields) as (keyof typeof fields)[])
    expect([field, body]).toEqual([field, expect.stringContaining(valueInWords(field, stored[field]))]);
});

test('mails in reply to the person’s messages are in the file; notes of the office and others’ replies are not', async () => {
  const { driver } = await buildDriver(it);
  const { driver: other } = await buildDriver(it);
  const { id: written_by } = await buildCaller(it, 'SuperUser');
  const reply = async (driver_id: string, entries: readonly { kind: 'reply' | 'note'; body: string }[]) => {
    const words = { name: 'Ama', email: 'ama@example.com', subject: 'My tracker', message: 'It blinks.' };
    const { id: message_id } = await it.db
      .insertInto('contact_messages')
      .values({ reference: `CM-R${driver_id}`, received_at: it.clock.now, ...words })
      .returning('id')
      .executeTakeFirstOrThrow();
    await it.db.updateTable('contact_messages').set({ driver_id }).where('id', '=', message_id).execute();
    const rows = entries.map((entry) => ({ ...entry, message_id, written_by, written_at: it.clock.now }));
    await it.db.insertInto('contact_entries').values(rows).execute();
  };
  await reply(driver.id, [
    { kind: 'reply', body: 'Please bring it to <b>our</b> office.' },
    { kind: 'note', body: 'Sounds angry.' },
  ]);
  await reply(other.id, [{ kind: 'reply', body: 'Yours is stolen.' }]);
  const { body } = await given(`drivers/${driver.id}/personal_data`);
  expect(body).toContain('Please bring it to &lt;b&gt;our&lt;/b&gt; office.');
  expect(body).not.toContain('Sounds angry.');
  expect(body).not.toContain('Yours is stolen.');
});

test('cars that were asked for with a duplicate are in the file of the record that it was merged into', async () => {
  const [duplicate, kept] = [await buildMember(it), await buildMember(it)];
  const { car_number, driver_code } = duplicate;
  const member = await signIn(it, 'member_login', { car_number, driver_code });
  const payload = { car_number: 'GX 7171-26', note: 'For my son.' };
  const asked = await it.app.inject({ method: 'POST', url: '/api/member/car_requests', headers: member, payload });
  expect(asked.statusCode).toBe(201);
  const merge = { into: kept.id, reason: 'Registered twice.', same_person: SAME_PERSON };
  expect((await callDriver(it, headers, 'POST', `${duplicate.id}/merge`, merge)).status).toBe(200);
  const { body } = await given(`drivers/${kept.id}/personal_data`);
  expect(body).toContain('GX 7171-26');
  expect(body).toContain('For my son.');
});

test('members get their own data and nobody else’s', async () => {
  const own = await buildMember(it);
  const other = await buildMember(it);
  const { car_number, driver_code } = own;
  const member = await signIn(it, 'member_login', { car_number, driver_code });
  const response = await given('member/personal_data', member);
  expect(response.body).toContain(driver_code);
  expect(response.body).not.toContain(other.driver_code);
  expect((await given(`drivers/${own.id}/personal_data`, member)).statusCode).toBe(403);
});

test('a message to the number’s former owner is not in the file', async () => {
  const { driver } = await buildDriver(it);
  const written = { created_at: new Date(0), next_attempt_at: it.clock.now, expires_at: it.clock.now, body: '' };
  await it.db
    .insertInto('outbox_messages')
    .values({ channel: 'sms', recipient: driver.mobile_number, subject: 'Of another one', ...written })
    .execute();
  expect((await given(`drivers/${driver.id}/personal_data`)).body).not.toContain('Of another one');
});

test('it is refused to others, and of a driver who is not there', async () => {
  const { driver } = await buildDriver(it);
  const clerk = await buildCaller(it, 'SuperUser');
  expect((await given(`drivers/${driver.id}/personal_data`, clerk.headers)).statusCode).toBe(403);
  expect((await given(`drivers/${driver.id}/personal_data`, {})).statusCode).toBe(401);
  expect((await given('drivers/999999/personal_data')).statusCode).toBe(404);
});
