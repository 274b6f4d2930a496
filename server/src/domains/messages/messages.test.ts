import { afterAll, beforeEach, expect, test } from 'vitest';
import { fakeMail } from '#integrations/mail/fake-mail.ts';
import { fakeSms } from '#integrations/sms/fake-sms.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { clearOldMessages, deliverMessages } from './deliver-messages.ts';
import { queueMail, queueSms } from './queue-message.ts';

let it: TestApp;
beforeEach(async () => {
  await it?.close();
  it = await startApp();
});
afterAll(() => it.close());

const NUMBER = '+233241234567';

const wait = (minutes: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + minutes * 60_000);
};

const outbox = async (query = '') => {
  const { headers } = await buildCaller(it, 'SystemAdmin');
  return (await it.app.inject({ url: `/api/outbox${query}`, headers })).json();
};

test('without a service, text messages wait where staff can read them', async () => {
  await queueSms(it.db, { to: NUMBER, text: 'Your code is ABC.', hours: 24 }, it.clock.now);
  await deliverMessages(it.db, { mail: null, sms: null }, it.clock.now);
  expect(await outbox()).toMatchObject([{ recipient: NUMBER, text: 'Your code is ABC.', status: 'waiting' }]);
});

test('with a service set up, nobody can read a code in the outbox, whether or not it could be sent', async () => {
  await it.close();
  it = await startApp({ SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'a token' });
  await queueSms(it.db, { to: NUMBER, text: 'Your code is ABC.', hours: 24 }, it.clock.now);
  expect(await outbox()).toMatchObject([{ recipient: NUMBER, text: '', status: 'waiting' }]);
  const sms = { send: () => Promise.reject(new Error('no')) };
  await deliverMessages(it.db, { mail: null, sms }, it.clock.now);
  expect(await outbox()).toMatchObject([{ text: '', attempts: 1 }]);
});

test('with a service they are sent once, and their text is forgotten', async () => {
  const sms = fakeSms();
  await queueSms(it.db, { to: NUMBER, text: 'Your code is ABC.', hours: 24 }, it.clock.now);
  await Promise.all([1, 2].map(() => deliverMessages(it.db, { mail: null, sms }, it.clock.now)));
  expect(sms.sent).toEqual([{ to: NUMBER, text: 'Your code is ABC.' }]);
  expect(await outbox()).toMatchObject([{ text: '', status: 'sent' }]);
});

/** The minutes from now at which a gateway that always refuses is tried, when the job runs every minute. */
const triesWithin = async (minutes: number): Promise<number[]> => {
  const tries: number[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    const sms = { send: async () => Promise.reject(new Error(`no ${tries.push(minute)}`)) };
    await Promise.all([1, 2].map(() => deliverMessages(it.db, { mail: null, sms }, it.clock.now)));
    wait(1);
  }
  return tries;
};

test('a refused message is tried again less and less often, until it would have expired', async () => {
  await queueSms(it.db, { to: NUMBER, text: 'Hello', hours: 1 }, it.clock.now);
  expect(await triesWithin(59)).toEqual([0, 1, 3, 8, 23, 53]);
  expect(await outbox()).toMatchObject([{ status: 'failed', attempts: 6, text: 'Hello' }]);
});

test('a gateway in trouble for hours gets the message once it is well again', async () => {
  await queueSms(it.db, { to: NUMBER, text: 'Hello', hours: 24 }, it.clock.now);
  expect(await triesWithin(180)).toEqual([0, 1, 3, 8, 23, 53, 113, 173]);
  wait(60);
  const sms = fakeSms();
  await deliverMessages(it.db, { mail: null, sms }, it.clock.now);
  expect(sms.sent).toHaveLength(1);
});

test('messages being sent are left alone by another server as long as a service may take to answer', async () => {
  for (let count = 10; count < 22; count += 1)
    await queueSms(it.db, { to: `+2332412345${count}`, text: 'Hello', hours: 24 }, it.clock.now);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked: string[] = [];
  const slow = { send: ({ to }: { to: string }) => answered.then(() => void asked.push(to)) };
  const sending = deliverMessages(it.db, { mail: null, sms: slow }, it.clock.now);
  const claimed = async () =>
    (await it.db.selectFrom('outbox_messages').select('id').where('attempts', '>', 0).execute()).length;
  await expect.poll(claimed).toBe(5);
  wait(4);
  const other = fakeSms();
  await deliverMessages(it.db, { mail: null, sms: other }, it.clock.now);
  expect(other.sent).toHaveLength(7);
  answer();
  await sending;
  expect(asked).toHaveLength(5);
});

test('an expired message is neither sent nor shown, and goes after a month', async () => {
  const sms = fakeSms();
  await queueSms(it.db, { to: NUMBER, text: 'Your code is ABC.', hours: 1 }, it.clock.now);
  wait(60);
  await deliverMessages(it.db, { mail: null, sms }, it.clock.now);
  expect(sms.sent).toEqual([]);
  expect(await outbox()).toMatchObject([{ text: '', status: 'expired', expires_at: it.clock.now.toISOString() }]);
  await clearOldMessages(it.db, it.clock.now);
  expect(await outbox()).toMatchObject([{ status: 'expired' }]);
  expect(await it.db.selectFrom('outbox_messages').select('body').execute()).toEqual([{ body: '' }]);
  wait(31 * 24 * 60);
  await clearOldMessages(it.db, it.clock.now);
  expect(await outbox()).toEqual([]);
});

test('a mail’s text is never shown, since it may invite a higher rank', async () => {
  const mail = fakeMail();
  const message = { to: 'ama@example.com', subject: 'Your account', text: 'a link' };
  await queueMail(it.db, { ...message, hours: 24 }, it.clock.now);
  expect(await outbox('?channel=mail')).toMatchObject([{ subject: 'Your account', text: '', status: 'waiting' }]);
  await deliverMessages(it.db, { mail, sms: null }, it.clock.now);
  expect(mail.sent).toEqual([message]);
});

test('a number gets five texts on each day, and those beyond wait for the first day with room', async () => {
  const texts = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      await queueSms(it.db, { to: NUMBER, text: 'Hello', hours: 24 * 30 }, it.clock.now);
    }
  };
  await texts(12);
  it.clock.now = new Date(it.clock.now.getTime() + 24 * 3_600_000);
  await texts(4);
  const rows = await it.db
    .selectFrom('outbox_messages')
    .select('next_attempt_at')
    .where('recipient', '=', NUMBER)
    .execute();
  const perDay = Map.groupBy(rows, ({ next_attempt_at }) => next_attempt_at.toISOString().slice(0, 10));
  const first = [...perDay.keys()].sort()[0] ?? '';
  const day = (after: number) => new Date(Date.parse(first) + after * 24 * 3_600_000).toISOString().slice(0, 10);
  expect([0, 1, 2, 3].map((after) => perDay.get(day(after))?.length)).toEqual([5, 5, 5, 1]);
});
