import { afterEach, beforeEach, expect, test } from 'vitest';
import { deliverMessages } from '#domains/messages';
import { fakeSms } from '#integrations/sms/fake-sms.ts';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { sayCeiling } from '../../src/jobs/delivery.ts';
import { buildCaller, buildMember } from '../builders/identity.ts';
import { formOf, nextRegistration } from '../builders/registrations.ts';
import { passwords, startApp, type TestApp, TOKEN_SECRET } from '../harness.ts';
import { leftBehind, nextAddress, sendRegistration } from '../register.ts';

const PER_DAY = 20;

let it: TestApp;
beforeEach(async () => {
  it = await startApp({ SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'a token', SMS_PER_DAY: String(PER_DAY) });
});
afterEach(() => it.close());

const wait = (minutes: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + minutes * 60_000);
};

/** Runs the delivery as often as in a day, on the same clock; answers the messages sent and the log. */
const deliverAll = async (sms = fakeSms()) => {
  const alarms: unknown[] = [];
  const log = { error: (what: unknown) => void alarms.push(what) };
  const reached = sayCeiling(log, () => it.clock.now.getTime());
  for (let round = 0; round < 10; round += 1) {
    await deliverMessages(it.db, { mail: null, sms, ceiling: { perDay: PER_DAY, reached } }, it.clock.now);
  }
  return { sent: sms.sent, alarms };
};

const held = async () => {
  const { headers } = await buildCaller(it, 'Operations');
  return (await it.app.inject({ url: '/api/outbox/held', headers })).json();
};

test('made-up drivers from many addresses cost a day’s texts and no more; theirs wait, and staff see it', async () => {
  const answers = [];
  for (let n = 0; n < 30; n += 1) answers.push(await sendRegistration(it));
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201));
  expect(await held()).toEqual({ held: 0, per_day: PER_DAY, stopped: null });
  const { sent, alarms } = await deliverAll();
  expect(sent).toHaveLength(PER_DAY);
  expect(alarms).toEqual([{ perDay: PER_DAY }]);
  expect(await held()).toEqual({ held: 10, per_day: PER_DAY, stopped: null });
});

test('a setup code that had to wait goes out the next day, while it is still good', async () => {
  for (let n = 0; n < PER_DAY; n += 1) await sendRegistration(it);
  await deliverAll();
  const { body } = await sendRegistration(it);
  expect((await deliverAll()).sent).toHaveLength(0);
  wait(14 * 60 + 1);
  const { sent } = await deliverAll();
  expect(sent.map(({ text }) => text.includes(body.setup_code))).toEqual([true]);
  expect(await held()).toEqual({ held: 0, per_day: PER_DAY, stopped: null });
});

test('the alarm is one line a day', () => {
  const lines: unknown[] = [];
  const log = { error: (what: unknown) => void lines.push(what) };
  let now = Date.UTC(2026, 10, 20, 10);
  const reached = sayCeiling(log, () => now);
  for (let hour = 0; hour < 48; hour += 1) {
    reached(PER_DAY);
    now += 3_600_000;
  }
  expect(lines).toHaveLength(3);
});

const forgot = (car_number: string) =>
  it.app.inject({
    method: 'POST',
    url: '/api/auth/forgot_member_password',
    remoteAddress: nextAddress(),
    payload: { car_number },
  });

test('a number gets five texts a day, whoever asks, and the last code that was sent stays good', async () => {
  const { car_number, account_id } = await buildMember(it);
  const codeOf = () =>
    it.db
      .selectFrom('setup_codes')
      .select('code_hash')
      .where('account_id', '=', account_id)
      .where('purpose', '=', 'forgotten')
      .executeTakeFirst();
  const codes = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    expect((await forgot(car_number)).statusCode).toBe(200);
    codes.push((await codeOf())?.code_hash);
    wait(11);
  }
  // The text of the registration itself is the first of the five.
  expect((await leftBehind(it)).messages).toBe(5);
  expect(codes.slice(4)).toEqual(Array(4).fill(codes[3]));
  wait(14 * 60);
  await forgot(car_number);
  expect((await leftBehind(it)).messages).toBe(6);
});

test.each(['0900123456', '0302123456', '+233 80 123 4567'])('%s, which is no mobile, is refused', async (number) => {
  for (const field of ['mobile_number', 'kin_mobile_number', 'spouse_mobile_number']) {
    const { status, body } = await sendRegistration(it, { [field]: number });
    expect([status, body.issues[0].path]).toEqual([400, `body.${field}`]);
    expect(body.message).toBe('Give a mobile number of MTN, Telecel or AirtelTigo, like 024 123 4567.');
  }
  expect((await leftBehind(it)).drivers).toBe(0);
});

test('one address registers at most sixty in ten minutes, on three servers together', async () => {
  const config = readConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test', TOKEN_SECRET });
  const servers = await Promise.all(
    [1, 2, 3].map(() => buildApp({ ...it, config, now: () => it.clock.now, passwords })),
  );
  const statuses: number[] = [];
  for (let n = 0; n < 25; n += 1) {
    for (const server of servers) {
      const payload = formOf(nextRegistration());
      const sent = { method: 'POST', url: '/api/drivers', remoteAddress: '2001:db8:1:1::7', payload } as const;
      statuses.push((await server.inject(sent)).statusCode);
    }
  }
  await Promise.all(servers.map((server) => server.close()));
  expect(statuses).toEqual([...Array(60).fill(201), ...Array(15).fill(429)]);
});
