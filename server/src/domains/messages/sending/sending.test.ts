import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { fakeMail } from '#integrations/mail/open-mail.ts';
import { fakeSms } from '#integrations/sms/open-sms.ts';
import { setCompany } from '../../../../test/builders/company.ts';
import { buildCaller, buildMember } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { nextAddress } from '../../../../test/register.ts';
import { deliverMessages } from '../outbox/deliver-messages.ts';
import { queueMail, queueSms } from '../outbox/queue-message.ts';

const CEILING = 3;

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp({ SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'a token', SMS_PER_DAY: String(CEILING) });
  ({ headers } = await buildCaller(it, 'SystemAdmin'));
});
afterAll(() => it.close());

/** Each test begins at the same moment, with an empty outbox and the settings of the start. */
beforeEach(async () => {
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  await it.db.deleteFrom('outbox_messages').execute();
  const running = { status: 'running', status_reason: null, stopped_by: null, stopped_at: null } as const;
  await it.db
    .updateTable('message_sending')
    .set({ ...running, texts_per_day: null })
    .execute();
});

const call = async (method: 'GET' | 'PATCH' | 'POST', path: string, payload?: object) => {
  const response = await it.app.inject({ method, url: `/api/outbox${path}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};
const stop = (given: string, reason?: string) => call('PATCH', '/sending', { stop: given, ...(reason && { reason }) });
const limit = (per_day: unknown) => call('PATCH', '/limit', { per_day });

const services = () => {
  const [mail, sms] = [fakeMail(), fakeSms()];
  const deliver = () =>
    deliverMessages(it.db, { mail, sms, ceiling: { perDay: CEILING, reached: () => {} } }, it.clock.now);
  return { mail, sms, deliver };
};

const queue = async (texts = 1): Promise<void> => {
  for (let n = 0; n < texts; n += 1) {
    await queueSms(it.db, { to: `+23324123456${n}`, text: 'Hello', hours: 24 }, it.clock.now);
  }
  await queueMail(it.db, { to: 'ama@example.com', subject: 'Hello', text: 'Hello', hours: 24 }, it.clock.now);
};

test('a stop of texts lets mail through, one of all stops both, and what waited goes out once they are sent again', async () => {
  const { mail, sms, deliver } = services();
  await queue();
  expect((await stop('texts', 'The gateway sends twice.')).status).toBe(200);
  await deliver();
  expect([sms.sent.length, mail.sent.length]).toEqual([0, 1]);
  expect((await stop('all', 'Wrong words.')).status).toBe(200);
  await queue(0);
  await deliver();
  expect([sms.sent.length, mail.sent.length]).toEqual([0, 1]);
  expect((await stop('none')).status).toBe(200);
  await deliver();
  expect([sms.sent.length, mail.sent.length]).toEqual([1, 2]);
});

test('a stop takes hold of a delivery that has begun, before its next batch', async () => {
  for (let n = 10; n < 22; n += 1) await queueSms(it.db, { to: `+2332412345${n}`, text: 'x', hours: 24 }, it.clock.now);
  let sent = 0;
  const send = async () => {
    sent += 1;
    if (sent === 1) await stop('texts', 'Wrong words.');
    return undefined;
  };
  await deliverMessages(it.db, { mail: null, sms: { send } }, it.clock.now);
  expect(sent).toBe(5);
});

test('the page and the dashboard say who stopped what, when and why, and how many texts wait', async () => {
  await queue(2);
  await stop('texts', 'The gateway sends twice.');
  const stopped = { what: 'texts', reason: 'The gateway sends twice.', at: it.clock.now.toISOString() };
  const { body } = await call('GET', '/sending');
  expect(body).toMatchObject({ held: 2, stopped, sent_today: 0, own_limit: null, ceiling: CEILING });
  expect(body.stopped.by).toMatch(/^ama\.mensah/);
  const operations = (await buildCaller(it, 'Operations')).headers;
  const held = (await it.app.inject({ url: '/api/outbox/held', headers: operations })).json();
  expect(held).toEqual({ held: 2, used_up: null, welcomes: 0, per_day: CEILING, stopped: body.stopped });
});

test('a stop needs its reason, and of two at once one is refused', async () => {
  expect((await stop('texts')).body.issues).toEqual([
    { path: 'body.reason', message: 'Please give the reason in a few words.' },
  ]);
  const both = await Promise.all([stop('all', 'Wrong words.'), stop('all', 'Wrong words.')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await stop('none')).status).toBe(200);
  const again = await stop('none');
  expect([again.status, again.body.message]).toEqual([
    409,
    'The sending of messages is not stopped, so there is nothing to begin.',
  ]);
});

test('while texts are stopped, whoever forgot a password is told so, and their former code stays good', async () => {
  const { car_number, account_id } = await buildMember(it);
  await stop('texts', 'Wrong words.');
  const payload = { car_number };
  const url = '/api/auth/forgot_member_password';
  const answer = await it.app.inject({ method: 'POST', url, payload, remoteAddress: nextAddress() });
  expect(answer.json().message).toMatch(
    /^Text messages are not sent at the moment\. Please call .* or visit our office/,
  );
  const codes = it.db.selectFrom('setup_codes').selectAll().where('account_id', '=', account_id);
  expect((await codes.where('purpose', '=', 'forgotten').execute()).length).toBe(0);
});

test('staff lower the day’s limit and raise it as far as the server’s, and no further', async () => {
  const { sms, deliver } = services();
  await queue(5);
  expect((await limit(1)).body.message).toBe('At most 1 text messages are sent a day.');
  await deliver();
  expect(sms.sent).toHaveLength(1);
  expect((await call('GET', '/sending')).body).toMatchObject({ held: 4, per_day: 1, own_limit: 1, sent_today: 1 });
  const tooMany = await limit(CEILING + 1);
  expect([tooMany.status, tooMany.body.issues[0].path]).toEqual([422, 'body.per_day']);
  expect((await limit(null)).status).toBe(200);
  await deliver();
  expect(sms.sent).toHaveLength(CEILING);
  for (const bad of [0, 1.5, '2', -1]) expect((await limit(bad)).status).toBe(400);
  const log = await it.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('action', '=', 'messages.limit')
    .execute();
  expect(log).toEqual([
    { before: { texts_per_day: 'that of the server' }, after: { texts_per_day: '1' } },
    { before: { texts_per_day: '1' }, after: { texts_per_day: 'that of the server' } },
  ]);
});

/** A text that the gateway has refused, and its row in the outbox. */
const refused = async (hours: number) => {
  await queueSms(it.db, { to: '+233241234567', text: 'Hello', hours }, it.clock.now);
  const send = () => Promise.reject(new Error('The SMS gateway answered 500'));
  await deliverMessages(it.db, { mail: null, sms: { send } }, it.clock.now);
  const [row] = (await call('GET', '')).body;
  return row;
};

test('the owner is told at once of a stop and of a lower limit, which neither of them holds', async () => {
  await setCompany(it.db, { owner_numbers: ['+233241230000'], owner_emails: ['owner@example.com'] });
  onTestFinished(() => setCompany(it.db));
  const { mail, sms, deliver } = services();
  expect((await stop('all', 'Wrong words.')).status).toBe(200);
  expect((await limit(1)).status).toBe(200);
  await deliver();
  const said = [/stopped text messages and mail: Wrong words\.$/, /set it: At most 1 text messages are sent a day\.$/];
  const matching = said.map((words) => ({ text: expect.stringMatching(words) }));
  expect(sms.sent).toMatchObject(matching.map((one) => ({ ...one, to: '+233241230000' })));
  expect(mail.sent).toMatchObject(matching.map((one) => ({ ...one, to: 'owner@example.com' })));
  expect((await limit(2)).status).toBe(200);
  expect((await stop('none')).status).toBe(200);
  await deliver();
  expect([sms.sent.length, mail.sent.length]).toEqual([2, 2]);
});

test('a refused message says what the gateway said, and staff have it tried at once', async () => {
  const row = await refused(24);
  expect(row).toMatchObject({
    status: 'waiting',
    error: 'The SMS gateway answered 500',
    may_send_again: true,
    text: '',
  });
  const { sms, deliver } = services();
  await deliver();
  expect(sms.sent).toEqual([]);
  expect((await call('POST', `/${row.id}/send_again`)).status).toBe(200);
  await deliver();
  expect(sms.sent).toHaveLength(1);
  expect((await call('POST', `/${row.id}/send_again`)).body.message).toMatch(/was sent, so its words are removed\.$/);
});

test('a message that has failed keeps its words until it expires, and is then sent no more', async () => {
  const row = await refused(0.01);
  expect(row).toMatchObject({ status: 'failed', may_send_again: true });
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
  expect((await call('GET', '?status=expired')).body).toMatchObject([{ id: row.id, may_send_again: false }]);
  expect((await call('GET', '?status=failed')).body).toEqual([]);
  const again = await call('POST', `/${row.id}/send_again`);
  expect([again.status, again.body.message]).toEqual([
    409,
    'This message has expired and its words are removed. A code in it would not work any more.',
  ]);
});

test('a message that waits for its first attempt, or is on its way, is not hurried', async () => {
  await queue();
  const [row] = (await call('GET', '')).body;
  expect(row.may_send_again).toBe(false);
  expect((await call('POST', `/${row.id}/send_again`)).status).toBe(409);
  const { sms } = services();
  const send = async (message: { to: string; text: string }) => {
    expect((await call('POST', `/${row.id}/send_again`)).status).toBe(409);
    return sms.send(message);
  };
  await deliverMessages(it.db, { mail: null, sms: { send } }, it.clock.now);
  expect(sms.sent).toHaveLength(1);
});

test('the list is filtered by status and by a whole number in any spelling, and shows the service’s own number', async () => {
  await queue(2);
  const send = async () => 'gw-17';
  await deliverMessages(it.db, { mail: null, sms: { send } }, it.clock.now);
  const [row, ...others] = (await call('GET', '?status=sent&recipient=024%20123%204560')).body;
  expect([row.service_id, others]).toEqual(['gw-17', []]);
  expect((await call('GET', '?channel=sms&status=waiting')).body).toEqual([]);
  expect((await call('GET', '?status=waiting')).body).toMatchObject([{ channel: 'mail' }]);
  expect((await call('GET', '?channel=mail&recipient=ama@example.com')).body).toHaveLength(1);
});
