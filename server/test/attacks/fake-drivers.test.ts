import { randomUUID } from 'node:crypto';
import { addDays, today } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deliverMessages } from '#domains/messages';
import { fakeSms } from '#integrations/sms/open-sms.ts';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { logCeilingDaily, releaseWelcomesOfPayers } from '../../src/jobs/delivery.ts';
import { buildCaller, buildMember } from '../builders/identity.ts';
import { makingAccounts, rowsNamed, storingDrivers } from '../builders/many-drivers.ts';
import { formOf, nextRegistration } from '../builders/registrations.ts';
import { submissionOf } from '../builders/submissions.ts';
import { importDriver } from '../driver-imports.ts';
import { passwords, startApp, type TestApp, TOKEN_SECRET } from '../harness.ts';
import { leftBehind, nextAddress, sendRegistration } from '../register.ts';

const PER_DAY = 20;

let it: TestApp;
beforeAll(async () => {
  it = await startApp({ SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'a token', SMS_PER_DAY: String(PER_DAY) });
});
afterAll(() => it.close());

/** Each test has a Friday of its own, and nothing of another one in the four weeks before. */
let friday = Date.UTC(2026, 0, 9, 10);
beforeEach(async () => {
  friday += 35 * 86_400_000;
  it.clock.now = new Date(friday);
  await it.db.deleteFrom('outbox_messages').execute();
});

const wait = (minutes: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + minutes * 60_000);
};

/** Runs a day's deliveries on the same clock; answers the messages sent and the log. */
const deliverAll = async (sms = fakeSms()) => {
  const alarms: unknown[] = [];
  const log = { error: (what: unknown) => void alarms.push(what) };
  const reached = logCeilingDaily(log, () => it.clock.now.getTime());
  for (let round = 0; round < 10; round += 1) {
    await deliverMessages(it.db, { mail: null, sms, ceiling: { perDay: PER_DAY, reached } }, it.clock.now);
  }
  return { sent: sms.sent, alarms };
};

const held = async () => {
  const { headers } = await buildCaller(it, 'Operations');
  return (await it.app.inject({ url: '/api/outbox/held', headers })).json();
};

/** The most of a day's texts that are no codes of somebody who is known. */
const MOST_OTHERS = 15;
const NONE_HELD = { held: 0, used_up: null, welcomes: 0, per_day: PER_DAY, stopped: null };

test('made-up drivers from many addresses cost their share of a day’s texts and no more; theirs wait, and staff see it', async () => {
  const answers = [];
  for (let n = 0; n < 30; n += 1) answers.push(await sendRegistration(it));
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201));
  expect(await held()).toEqual(NONE_HELD);
  const { sent, alarms } = await deliverAll();
  expect(sent).toHaveLength(MOST_OTHERS);
  expect(alarms).toEqual([{ perDay: PER_DAY }]);
  expect(await held()).toEqual({ ...NONE_HELD, held: 15, used_up: 'others' });
});

test('a setup code that had to wait goes out the next day, while it is still good', async () => {
  for (let n = 0; n < MOST_OTHERS; n += 1) await sendRegistration(it);
  await deliverAll();
  const { body } = await sendRegistration(it);
  expect((await deliverAll()).sent).toHaveLength(0);
  wait(14 * 60 + 1);
  const { sent } = await deliverAll();
  expect(sent.map(({ text }) => text.includes(body.setup_code))).toEqual([true]);
  expect(await held()).toEqual(NONE_HELD);
});

test('the alarm is one line a day', () => {
  const lines: unknown[] = [];
  const log = { error: (what: unknown) => void lines.push(what) };
  let now = Date.UTC(2026, 10, 20, 10);
  const reached = logCeilingDaily(log, () => now);
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

test('made-up drivers keep nobody’s password code back, and a flood of codes no welcome', async () => {
  const members = [];
  for (let n = 0; n < 12; n += 1) members.push(await buildMember(it));
  await it.db.deleteFrom('outbox_messages').execute();
  for (let n = 0; n < 30; n += 1) await sendRegistration(it);
  expect((await deliverAll()).sent).toHaveLength(MOST_OTHERS);
  const [first, ...others] = members;
  expect((await forgot(first?.car_number ?? '')).json()).toMatchObject({ texted: true });
  expect((await deliverAll()).sent).toHaveLength(1);
  wait(24 * 60);
  await it.db.deleteFrom('outbox_messages').execute();
  const texted = [];
  for (const { car_number } of others) texted.push((await forgot(car_number)).json().texted);
  expect((await deliverAll()).sent).toHaveLength(PER_DAY / 2);
  expect((await forgot(first?.car_number ?? '')).json()).toMatchObject({ texted: false });
  expect(await held()).toMatchObject({ held: 1, used_up: 'codes' });
  await sendRegistration(it);
  expect((await deliverAll()).sent).toHaveLength(1);
});

/** The number of registrations of a day in a small office that are never too many. */
const FEW = 50;
const registerMany = async (times: number): Promise<void> => {
  const answers = [];
  for (let n = 0; n < times; n += 1) answers.push((await sendRegistration(it)).status);
  expect(answers).toEqual(Array(times).fill(201));
};
let stored = 0;

/** Stores drivers who registered on the day, as many as one would otherwise have to send. */
const storeRegistered = async (count: number): Promise<void> => {
  const rows = rowsNamed('AMA', 'OWUSU', 'GHANAIAN', `timestamptz '${it.clock.now.toISOString()}'`);
  await sql.raw(storingDrivers(rows, makingAccounts(900_000 + stored, count))).execute(it.db);
  stored += count;
};

const release = async () => {
  const { headers } = await buildCaller(it, 'SystemAdmin');
  return it.app.inject({ method: 'POST', url: '/api/outbox/release_welcomes', headers });
};

test('welcomes of far more drivers than usual wait for a person, who lets them go for the rest of the day', async () => {
  expect((await release()).json()).toMatchObject({ code: 'conflict', message: 'No welcome is held back.' });
  await registerMany(FEW + 10);
  expect(await held()).toMatchObject({ welcomes: 10 });
  const { headers } = await buildCaller(it, 'SystemAdmin');
  const listed = await it.app.inject({ url: '/api/outbox?status=held', headers });
  expect(listed.headers['x-total-count']).toBe('10');
  expect((await release()).json().message).toBe('10 welcomes go out now, and no further ones are held back today.');
  await registerMany(1);
  expect(await held()).toMatchObject({ welcomes: 0 });
  expect(
    await it.db.selectFrom('audit_log').select('after').where('action', '=', 'messages.release_welcomes').execute(),
  ).toEqual([{ after: { welcomes: '10' } }]);
  // The next day's registrations count anew.
  wait(24 * 60);
  await storeRegistered(FEW);
  await registerMany(1);
  expect(await held()).toMatchObject({ welcomes: 1 });
});

test('in a flood each address registers ten more; a new address, staff and a released day have no such share', async () => {
  const register = async (remoteAddress: string, headers: Record<string, string> = {}, form = nextRegistration()) => {
    const call = { method: 'POST', url: '/api/drivers', remoteAddress, payload: formOf(form) } as const;
    return it.app.inject({ ...call, headers });
  };
  const registered = async (address: string, times: number, headers = {}): Promise<number> => {
    const answers = [];
    for (let n = 0; n < times; n += 1) answers.push((await register(address, headers)).statusCode);
    return answers.filter((status) => status === 201).length;
  };
  await storeRegistered(FEW);
  for (const address of ['10.9.0.1', '10.9.0.2', '10.9.0.3']) expect(await registered(address, 15)).toBe(10);
  const refused = await register('10.9.0.1');
  expect(refused.json()).toMatchObject({
    code: 'too_many_requests',
    message: 'Very many people register today. Our office can register you at once, or please try again tomorrow.',
  });
  const member = await buildCaller(it, 'Member');
  const { drivers } = await leftBehind(it);
  expect(await registered('10.9.0.1', 1, member.headers)).toBe(0);
  expect((await leftBehind(it)).drivers).toBe(drivers);
  const key = { 'idempotency-key': randomUUID() };
  const form = nextRegistration();
  for (let n = 0; n < 3; n += 1) expect((await register('10.9.0.4', key, form)).statusCode).toBe(201);
  expect(await registered('10.9.0.4', 10)).toBe(9);
  const staff = await buildCaller(it, 'SuperUser');
  expect(await registered('10.9.0.1', 1, staff.headers)).toBe(1);
  await release();
  expect(await registered('10.9.0.1', 2)).toBe(2);
});

test('a welcome that is held goes out with its driver’s first payment, and no other with it', async () => {
  await storeRegistered(FEW);
  const [payer, other] = [await sendRegistration(it), await sendRegistration(it)];
  await releaseWelcomesOfPayers(it.db);
  expect(await held()).toMatchObject({ welcomes: 2 });
  const { car_number, driver_code } = payer.body.driver;
  const claim = await it.app.inject({
    method: 'POST',
    url: '/api/payments',
    remoteAddress: nextAddress(),
    headers: { 'idempotency-key': randomUUID() },
    payload: submissionOf({ car_number, driver_code }),
  });
  expect(claim.statusCode).toBe(201);
  await releaseWelcomesOfPayers(it.db);
  const states = await it.db
    .selectFrom('outbox_messages')
    .select(['subject', 'status'])
    .where('held_for', 'is not', null)
    .orderBy('id')
    .execute();
  expect(states).toEqual([
    { subject: `Welcome, ${driver_code}`, status: 'waiting' },
    { subject: `Welcome, ${other.body.driver.driver_code}`, status: 'held' },
  ]);
});

/** Stores the totals of the 28 days before. */
const storeUsual = async (countOf: (day: number) => number): Promise<void> => {
  const days = Array.from({ length: 28 }, (_, day) => ({
    ...{ measure: 'drivers', key: 'current', day: addDays(today(it.clock.now), -1 - day) },
    ...{ count: String(countOf(day)), amount: '0' },
  }));
  await it.db.insertInto('total_deltas').values(days).execute();
};

test('what is usual is the middle of four weeks, and staff’s own registrations are never held', async () => {
  const { headers } = await buildCaller(it, 'SuperUser');
  // Twenty drivers on twenty days, none on the others, and as many as an import brings on one.
  await storeUsual((day) => (day === 3 ? 400 : Number(day < 20) * 20));
  await storeRegistered(79);
  await registerMany(1);
  expect(await held()).toMatchObject({ welcomes: 0 });
  await registerMany(1);
  expect(await held()).toMatchObject({ welcomes: 1 });
  const payload = formOf(nextRegistration());
  expect((await it.app.inject({ method: 'POST', url: '/api/drivers', headers, payload })).statusCode).toBe(201);
  expect(await held()).toMatchObject({ welcomes: 1 });
});

test('a list that staff import holds no welcome of those who register on the same day', async () => {
  const { headers } = await buildCaller(it, 'SystemAdmin');
  await importDriver(it, headers, {}, {}, Array(FEW).fill({}));
  await registerMany(1);
  expect(await held()).toMatchObject({ welcomes: 0 });
  await storeRegistered(FEW - 1);
  await registerMany(1);
  expect(await held()).toMatchObject({ welcomes: 1 });
});

test.each(['0900123456', '0302123456', '+233 80 123 4567'])('%s, which is no mobile, is refused', async (number) => {
  const { drivers } = await leftBehind(it);
  const own = 'Give a mobile number of MTN, Telecel or AirtelTigo, like 024 123 4567.';
  const others = /^Give a mobile number of Ghana, like 024 123 4567, or one abroad/;
  for (const [field, words] of [
    ['mobile_number', own],
    ['kin_mobile_number', others],
    ['spouse_mobile_number', others],
  ] as const) {
    const { status, body } = await sendRegistration(it, { [field]: number });
    expect([status, body.issues[0].path]).toEqual([400, `body.${field}`]);
    expect(body.message).toEqual(expect.stringMatching(words));
  }
  expect((await leftBehind(it)).drivers).toBe(drivers);
});

test('one address registers at most sixty in ten minutes, on three servers together', async () => {
  await storeUsual(() => 20);
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
