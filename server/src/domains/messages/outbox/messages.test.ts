import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { jobServer } from '#domains/jobs';
import { fakeMail } from '#integrations/mail/open-mail.ts';
import { fakeSms } from '#integrations/sms/open-sms.ts';
import { awaitLater } from '#lib/gather.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { overhear } from '../../../../test/database/overhear.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { delivery } from '../../../jobs/delivery.ts';
import { clearOldMessages, type Services } from './deliver-messages.ts';
import { queueMail, queueSms, takeBackSms } from './queue-message.ts';

let it: TestApp;
let began: Date;
beforeAll(async () => {
  it = await startApp();
  began = it.clock.now;
});
beforeEach(async () => {
  it.clock.now = began;
  await it.db.deleteFrom('outbox_messages').execute();
  await it.db.deleteFrom('jobs').execute();
});
afterAll(() => it.close());

const NUMBER = '+233241234567';

const wait = (minutes: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + minutes * 60_000);
};

const unreachable = (_: string, error: unknown): void => expect.unreachable(String(error));

/** A server with these services; its jobs must not fail. */
const serverWith = (services: Partial<Services>, { db = it.db, onError = unreachable } = {}) => {
  const now = () => it.clock.now;
  const recurring = delivery({ db, now, mail: null, sms: null, ...services });
  return jobServer({ db, now, recurring, onError });
};

/** Delivers what is due, on two servers that poll at the same time. */
const deliver = async (services: Partial<Services>): Promise<void> => {
  await Promise.all([1, 2].map(() => serverWith(services).runDue()));
};

const outbox = async (query = '') => {
  const { headers } = await buildCaller(it, 'SystemAdmin');
  return (await it.app.inject({ url: `/api/outbox${query}`, headers })).json();
};

test('without a service, text messages wait where staff can read them', async () => {
  await queueSms(it.db, { to: NUMBER, text: 'Your code is ABC.', hours: 24 }, it.clock.now);
  await deliver({});
  expect(await outbox()).toMatchObject([{ recipient: NUMBER, text: 'Your code is ABC.', status: 'waiting' }]);
});

test('with a service set up, nobody can read a code in the outbox, whether or not it could be sent', async () => {
  const plain = it;
  onTestFinished(async () => {
    await it.close();
    it = plain;
  });
  it = await startApp({ SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'a token' });
  await queueSms(it.db, { to: NUMBER, text: 'Your code is ABC.', hours: 24 }, it.clock.now);
  expect(await outbox()).toMatchObject([{ recipient: NUMBER, text: '', status: 'waiting' }]);
  const sms = { send: () => Promise.reject(new Error('no')) };
  await deliver({ sms });
  expect(await outbox()).toMatchObject([{ text: '', attempts: 1 }]);
});

test('with a service they are sent once, and their text is forgotten', async () => {
  const sms = fakeSms();
  await queueSms(it.db, { to: NUMBER, text: 'Your code is ABC.', hours: 24 }, it.clock.now);
  await deliver({ sms });
  expect(sms.sent).toEqual([{ to: NUMBER, text: 'Your code is ABC.' }]);
  expect(await outbox()).toMatchObject([{ text: '', status: 'sent' }]);
});

/** The minutes at which an always refusing gateway is tried; the job runs every minute. */
const triesWithin = async (minutes: number): Promise<number[]> => {
  const tries: number[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    const sms = { send: async () => Promise.reject(new Error(`no ${tries.push(minute)}`)) };
    await deliver({ sms });
    wait(1);
  }
  return tries;
};

test('a refused message is tried again less and less often, until it would have expired', async () => {
  await queueSms(it.db, { to: NUMBER, text: 'Hello', hours: 1 }, it.clock.now);
  expect(await triesWithin(59)).toEqual([0, 1, 3, 8, 23, 53]);
  expect(await outbox()).toMatchObject([{ status: 'failed', attempts: 6, text: 'Hello' }]);
});

test('no text goes abroad', async () => {
  const abroad = { to: '+447400123456', text: 'Hello', hours: 1 };
  expect(await queueSms(it.db, abroad, it.clock.now)).toBeNull();
  expect(await outbox()).toEqual([]);
});

test('a gateway in trouble for hours gets the message once it is well again', async () => {
  await queueSms(it.db, { to: NUMBER, text: 'Hello', hours: 24 }, it.clock.now);
  expect(await triesWithin(180)).toEqual([0, 1, 3, 8, 23, 53, 113, 173]);
  wait(60);
  const sms = fakeSms();
  await deliver({ sms });
  expect(sms.sent).toHaveLength(1);
});

/** Queues texts to twelve numbers, and begins to send them by a service that answers on demand. */
const beginSlowly = async () => {
  for (let count = 10; count < 22; count += 1)
    await queueSms(it.db, { to: `+2332412345${count}`, text: 'Hello', hours: 24 }, it.clock.now);
  const answer = Promise.withResolvers<void>();
  const asked: string[] = [];
  const send = ({ to }: { to: string }) => answer.promise.then(() => void asked.push(to));
  const server = serverWith({ sms: { send } });
  const [sending] = await server.poll();
  const begun = async () =>
    (await it.db.selectFrom('outbox_messages').select('id').where('attempts', '>', 0).execute()).length;
  await expect.poll(begun).toBe(5);
  return { server, sending, asked, answer: answer.resolve };
};

test('messages are sent by one server at a time, however long its service takes to answer', async () => {
  const { server, sending, asked, answer } = await beginSlowly();
  const other = fakeSms();
  for (let minute = 0; minute < 4; minute += 0.5) {
    wait(0.5);
    await server.poll();
    await serverWith({ sms: other }).runDue();
  }
  expect(other.sent).toEqual([]);
  answer();
  await sending;
  expect(asked).toHaveLength(12);
});

test('of a server that is gone another sends the rest a minute later, and what was being sent once more when it must have failed', async () => {
  const { sending, answer } = await beginSlowly();
  const other = fakeSms();
  wait(1);
  await serverWith({ sms: other }).runDue();
  expect(other.sent).toHaveLength(7);
  wait(4);
  await serverWith({ sms: other }).runDue();
  expect(other.sent).toHaveLength(12);
  answer();
  await sending;
});

test('an expired message is neither sent nor shown, and goes after a month', async () => {
  const sms = fakeSms();
  await queueSms(it.db, { to: NUMBER, text: 'Your code is ABC.', hours: 1 }, it.clock.now);
  wait(60);
  await deliver({ sms });
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
  await deliver({ mail });
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

test('a text about people in danger goes before all others, and between two batches of a slow service', async () => {
  const sent: string[] = [];
  const queue = (text: string, more: object = {}) =>
    queueSms(it.db, { to: `+2332412${String(10_000 + sent.length)}`, text, hours: 1, ...more }, it.clock.now);
  const sms = {
    send: async ({ text }: { text: string }) => {
      sent.push(text);
      if (sent.length === 2) await queue('Second SOS', { isUrgent: true });
      await new Promise((resolve) => setTimeout(resolve, 50));
      return '';
    },
  };
  for (let n = 0; n < 12; n += 1)
    await queueSms(it.db, { to: `+2332412345${10 + n}`, text: `Receipt ${n}`, hours: 1 }, it.clock.now);
  await queue('First SOS', { isUrgent: true });
  await serverWith({ sms }).runDue();
  expect(sent).toHaveLength(14);
  expect(sent[0]).toBe('First SOS');
  expect(sent.indexOf('Second SOS')).toBe(6);
});

test('texts to a number that are taken back leave those about people in danger', async () => {
  const sms = fakeSms();
  await queueSms(it.db, { to: NUMBER, text: 'Your code is ABC.', hours: 1 }, it.clock.now);
  await queueSms(it.db, { to: NUMBER, text: 'SOS 2026-0001', hours: 1, isUrgent: true }, it.clock.now);
  await takeBackSms(it.db, { to: NUMBER });
  await deliver({ sms });
  expect(sms.sent).toMatchObject([{ to: NUMBER, text: 'SOS 2026-0001' }]);
});

/** The database as one goes away while a service takes a message, until `comeBack`. */
const goingAway = () => {
  let isAway = false;
  const db = overhear(it.db, () => {
    if (isAway) throw Object.assign(new Error('The database fails over'), { code: '57P01' });
  });
  const sent: string[] = [];
  const send = async ({ text }: { text: string }) => {
    isAway = true;
    return `ID${sent.push(text)}`;
  };
  const comeBack = () => {
    isAway = false;
  };
  return { db, sms: { send }, sent, comeBack };
};

test('a text that went out while the database was away is noted once that is back, and goes out once', async () => {
  const { db, sms, sent, comeBack } = goingAway();
  await queueSms(it.db, { to: NUMBER, text: 'Your code is ABC.', hours: 24 }, it.clock.now);
  const running = awaitLater(serverWith({ sms }, { db }).runDue());
  await expect.poll(() => sent.length).toBe(1);
  setTimeout(comeBack, 1_500);
  await running;
  expect(await outbox()).toMatchObject([{ status: 'sent', attempts: 1 }]);
  wait(6);
  await deliver({ sms });
  expect(sent).toHaveLength(1);
});

test.each([
  ['was back', true, 'sent'],
  ['was away', false, 'waiting'],
])('a server that ends notes a text at once where the database %s, and waits for none', async (_, isBack, status) => {
  const { db, sms, sent, comeBack } = goingAway();
  await queueSms(it.db, { to: NUMBER, text: 'Your code is ABC.', hours: 24 }, it.clock.now);
  const server = serverWith({ sms }, { db, onError: () => {} });
  const running = awaitLater(server.runDue());
  await expect.poll(() => sent.length).toBe(1);
  if (isBack) comeBack();
  const began = performance.now();
  await server.stop();
  expect(performance.now() - began).toBeLessThan(500);
  // Its next look for jobs fails while the database is away.
  await running.catch(() => {});
  expect(await outbox()).toMatchObject([{ status }]);
});
