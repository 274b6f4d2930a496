import { randomUUID } from 'node:crypto';
import type { ReminderPreview } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { findAuthor } from '#domains/identity';
import { jobServer, retryJob } from '#domains/jobs';
import { deliverMessages, queueSms } from '#domains/messages';
import { fakeSms } from '#integrations/sms/open-sms.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { keepAsIs } from '../../../../test/database/put-back.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { reminderJob } from './send-reminders.ts';

let it: TestApp;
let putBack: () => Promise<void>;
let signedIn: Record<string, string>;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp({ SMS_PRICE: '0.035' });
  signedIn = (await buildCaller(it, 'SuperUser')).headers;
  putBack = await keepAsIs(it);
});
beforeEach(async () => {
  await putBack();
  headers = signedIn;
});
afterAll(() => it.close());

/** A driver who owes this month, and has paid all else. */
const owing = async () => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  await buildPayment(it, submissionOf(driver), 'cleared');
  await buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '1500.00' }), 'cleared');
  return driver;
};

const preview = async (by = headers): Promise<ReminderPreview> =>
  (await it.app.inject({ url: '/api/reminders/preview?age=current', headers: by })).json();

const send = (body: object, by = headers) =>
  it.app.inject({
    method: 'POST',
    url: '/api/reminders',
    headers: { ...by, 'idempotency-key': randomUUID() },
    payload: { age: 'current', ...body },
  });

/** Confirms what the preview shows. */
const confirm = async () => {
  const { recipients, parts } = await preview();
  return send({ recipients, parts });
};

const runJobs = () =>
  jobServer({
    db: it.db,
    now: () => it.clock.now,
    chunked: [reminderJob(null)],
    findAuthor,
    onError: (_, error) => Promise.reject(error),
    pause: async () => {},
  }).runDue();

const texts = () =>
  it.db.selectFrom('outbox_messages').select(['recipient', 'body']).where('priority', '=', 2).orderBy('id').execute();

test('the preview shows whom a reminder goes to, its exact text, parts and cost, and that is what is sent', async () => {
  const driver = await owing();
  const shown = await preview();
  expect(shown).toMatchObject({ recipients: 1, parts: 1, cost: '0.04', has_more: false, texting: 'by hand' });
  expect(shown.left_out).toEqual({ claim_waits: 0, reminded: 0, held: 0, other: 0 });
  const [reminder] = shown.reminders;
  expect(reminder?.text).toContain(
    `Banbo Driver Safety: GHS 300.00 is due for ${driver.driver_code}: November 2026. Pay to `,
  );
  const answer = await confirm();
  expect(answer.json()).toMatchObject({
    status: true,
    message: '1 reminder is written. It goes out when texts may be sent.',
  });
  const { batch_id } = answer.json();
  const progress = async () => (await it.app.inject({ url: `/api/reminders/${batch_id}`, headers })).json();
  expect(await progress()).toMatchObject({ age: 'current', recipients: 1, queued: 0, waiting: 1, cost: '0.04' });
  await runJobs();
  expect(await progress()).toMatchObject({ queued: 1, skipped: 0, waiting: 0, failure: '' });
  expect(await texts()).toEqual([{ recipient: driver.mobile_number, body: reminder?.text }]);
  expect(await it.db.selectFrom('reminders').select(['status', 'body']).execute()).toEqual([
    { status: 'queued', body: '' },
  ]);
});

test('the preview says where texts are stopped by staff, and where the day’s are used up', async () => {
  const limited = await startApp({ SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'a token', SMS_PER_DAY: '1' });
  onTestFinished(() => limited.close());
  const { headers: by } = await buildCaller(limited, 'SuperAdmin');
  const texting = async () =>
    (await limited.app.inject({ url: '/api/reminders/preview?age=current', headers: by })).json().texting;
  expect(await texting()).toBe('sent');
  await queueSms(limited.db, { to: '+233241234567', text: 'Hello', hours: 24 }, limited.clock.now);
  await deliverMessages(limited.db, { mail: null, sms: fakeSms() }, limited.clock.now);
  expect(await texting()).toBe('held');
  const payload = { stop: 'all', reason: 'Wrong words.' };
  await limited.app.inject({ method: 'PATCH', url: '/api/outbox/sending', headers: by, payload });
  expect(await texting()).toBe('stopped');
});

test('earlier reminders are listed with who confirmed them, how many got one and the cost, the newest first', async () => {
  await owing();
  expect((await confirm()).statusCode).toBe(201);
  it.clock.now = new Date(it.clock.now.getTime() + 60_000);
  const paying = await owing();
  const other = await buildCaller(it, 'SuperAdmin');
  const { recipients, parts } = await preview();
  expect((await send({ recipients, parts }, other.headers)).statusCode).toBe(201);
  await buildPayment(it, subscriptionOf(paying, 2026, 'NOVEMBER'), 'cleared');
  await runJobs();
  const listed = (await it.app.inject({ url: '/api/reminders', headers })).json();
  const batch = { age: 'current', recipients: 1, parts: 1, cost: '0.04' };
  expect(listed).toMatchObject([
    { ...batch, skipped: 1, created_at: it.clock.now.toISOString() },
    { ...batch, skipped: 0 },
  ]);
  const logins = await it.db
    .selectFrom('reminder_batches')
    .innerJoin('accounts', 'accounts.id', 'created_by')
    .select('login')
    .orderBy('reminder_batches.id', 'desc')
    .execute();
  expect(listed.map(({ sent_by }: { sent_by: string }) => sent_by)).toEqual(logins.map(({ login }) => login));
  expect(new Set(logins.map(({ login }) => login)).size).toBe(2);
});

test('nobody is reminded whose claim waits, whose credit pays it, whose registration was never paid, or who was reminded within seven days', async () => {
  const [claiming, reminded, rich] = [await owing(), await owing(), await owing()];
  // Anybody can register with somebody else's number.
  await buildDriver(it, { plan: 'monthly' });
  await buildPayment(it, subscriptionOf(claiming, 2026, 'NOVEMBER', { amount: '1.00' }));
  const extra = await buildPayment(it, subscriptionOf(rich, 2026, 'DECEMBER'));
  await changePayment(it, extra, 'credit');
  expect((await preview()).reminders.map(({ driver_id }) => driver_id)).toEqual([reminded.id]);
  expect((await confirm()).statusCode).toBe(201);
  expect(await preview()).toMatchObject({ recipients: 0, left_out: { claim_waits: 1, reminded: 1, other: 1 } });
  await runJobs();
  expect(await preview()).toMatchObject({ recipients: 0, left_out: { claim_waits: 1, reminded: 1, other: 1 } });
  it.clock.now = new Date('2026-11-27T10:00:00Z');
  headers = (await buildCaller(it, 'SuperUser')).headers;
  expect((await preview()).reminders.map(({ driver_id }) => driver_id)).toEqual([reminded.id]);
});

/** Puts the clock on a later day, on which the clerk signs in anew. */
const goTo = async (day: string) => {
  it.clock.now = new Date(`${day}T10:00:00Z`);
  headers = (await buildCaller(it, 'SuperUser')).headers;
};
const failJobs = () =>
  it.db
    .updateTable('jobs')
    .set({ status: 'failed', failure: 'No more disk.', attempts: 8, ended_at: it.clock.now })
    .where('name', '=', 'send reminders')
    .returning('id')
    .executeTakeFirstOrThrow();
const tryAgain = async ({ id }: { id: string }) => {
  await it.db.transaction().execute((tx) => retryJob(tx, id, it.clock.now));
  await runJobs();
};

test('a batch whose job failed holds its drivers for seven days; a later batch then gives its reminders up', async () => {
  const driver = await owing();
  await confirm();
  const job = await failJobs();
  await goTo('2026-11-26');
  expect(await preview()).toMatchObject({ recipients: 0, left_out: { reminded: 1 } });
  await goTo('2026-11-27');
  expect((await confirm()).statusCode).toBe(201);
  await runJobs();
  await tryAgain(job);
  expect((await texts()).map(({ recipient }) => recipient)).toEqual([driver.mobile_number]);
  expect(await it.db.selectFrom('reminders').select(['status', 'status_reason']).orderBy('id').execute()).toEqual([
    { status: 'skipped', status_reason: 'Not sent in time; another one was confirmed.' },
    { status: 'queued', status_reason: null },
  ]);
});

test('the seven days of a batch that is tried again count from its sending', async () => {
  await owing();
  await confirm();
  const job = await failJobs();
  await goTo('2026-11-25');
  await tryAgain(job);
  expect(await texts()).toHaveLength(1);
  await goTo('2026-11-27');
  expect(await preview()).toMatchObject({ recipients: 0, left_out: { reminded: 1 } });
});

test('who pays, claims or owes another sum after staff confirmed is left out', async () => {
  const drivers = [await owing(), await owing(), await owing(), await owing()];
  const [paying, claiming, changing, owed] = drivers;
  if (!paying || !claiming || !changing || !owed) throw new Error('No drivers');
  expect((await confirm()).statusCode).toBe(201);
  await buildPayment(it, subscriptionOf(paying, 2026, 'NOVEMBER'), 'cleared');
  await buildPayment(it, subscriptionOf(claiming, 2026, 'NOVEMBER'));
  await it.db.updateTable('driver_plans').set({ plan: 'standard' }).where('driver_id', '=', changing.id).execute();
  await runJobs();
  expect((await texts()).map(({ recipient }) => recipient)).toEqual([owed.mobile_number]);
  const skipped = await it.db.selectFrom('reminders').select(['driver_id', 'status_reason']).orderBy('id').execute();
  const reasons = new Map(skipped.map(({ driver_id, status_reason }) => [driver_id, status_reason]));
  expect(drivers.map(({ id }) => reasons.get(id))).toEqual([
    'Paid, claimed or removed since.',
    'Paid, claimed or removed since.',
    'The amount due, the text or our accounts have changed.',
    null,
  ]);
  // A driver who was skipped may be reminded again at once.
  expect((await preview()).reminders.map(({ driver_id }) => driver_id)).toEqual([changing.id]);
});

test('what staff did not see is not sent', async () => {
  await owing();
  const { recipients, parts } = await preview();
  await owing();
  const refused = {
    code: 'conflict',
    message: 'The drivers to be reminded have changed. Please look at the reminders again.',
  };
  expect((await send({ recipients, parts })).json()).toMatchObject(refused);
  expect((await send({ recipients: 2, parts })).json()).toMatchObject(refused);
  expect((await send({ recipients: 0, parts: 0 })).statusCode).toBe(400);
  expect(await it.db.selectFrom('reminders').select('id').execute()).toEqual([]);
});

test('of ten batches confirmed at once each driver is reminded by one', async () => {
  for (let count = 0; count < 3; count += 1) await owing();
  const { recipients, parts } = await preview();
  const answers = await Promise.all(Array.from({ length: 10 }, () => send({ recipients, parts })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  await runJobs();
  expect(await texts()).toHaveLength(3);
});

test('a reminder goes after codes and receipts, by day, and leaves them half of the day’s texts', async () => {
  for (let count = 0; count < 4; count += 1) await owing();
  await confirm();
  await runJobs();
  await it.db.deleteFrom('outbox_messages').where('priority', '=', 1).execute();
  const sms = fakeSms();
  const deliver = (at: string) =>
    deliverMessages(it.db, { mail: null, sms, ceiling: { perDay: 6, reached: () => {} } }, new Date(at));
  await deliver('2026-11-20T19:30:00Z');
  expect(sms.sent).toHaveLength(0);
  await deliver('2026-11-21T10:00:00Z');
  await deliver('2026-11-21T11:00:00Z');
  expect(sms.sent).toHaveLength(3);
  await deliver('2026-11-22T12:00:00Z');
  expect(sms.sent).toHaveLength(3);
  await deliver('2026-11-23T09:00:00Z');
  expect(sms.sent).toHaveLength(4);
});

test('only staff who clear payments remind', async () => {
  await owing();
  const { recipients, parts } = await preview();
  for (const role of ['Operations', 'Accounts', 'Legal', 'SystemUser', 'Member'] as const) {
    const by = (await buildCaller(it, role)).headers;
    expect(await preview(by)).toMatchObject({ code: 'not_permitted' });
    expect((await send({ recipients, parts }, by)).json()).toMatchObject({ code: 'not_permitted' });
    expect((await it.app.inject({ url: '/api/reminders/1', headers: by })).json()).toMatchObject({
      code: 'not_permitted',
    });
  }
  expect((await it.app.inject({ url: '/api/reminders/1', headers })).json()).toMatchObject({
    code: 'not_found',
    message: 'There are no such reminders.',
  });
});
