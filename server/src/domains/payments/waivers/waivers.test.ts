import { randomUUID } from 'node:crypto';
import type { DriverStanding, NewWaiver } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteHands } from '#domains/approvals';
import { lockDrivers } from '#domains/drivers';
import { balanceOf, checkLedger } from '#domains/ledger';
import { priceSubject } from '#domains/prices';
import { checkBooks } from '../../../../test/book-checks.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildMember, signIn } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { author } from '../../../../test/clearing-office.ts';
import { callDriver, mergeByTwo, removeDriver } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { whileHeld } from '../../../../test/waiting.ts';

let it: TestApp;
type Person = Awaited<ReturnType<typeof buildCaller>>;
let asker: Person;
let other: Person;
beforeAll(async () => {
  it = await startApp();
  [asker, other] = [await buildCaller(it, 'SystemAdmin'), await buildCaller(it, 'SystemAdmin')];
});
afterAll(async () => {
  expect((await checkBooks(it)).differences).toEqual([]);
  await it.close();
});

type Driver = Awaited<ReturnType<typeof buildDriver>>['driver'];

const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, by: Person = other, payload?: object) => {
  const response = await it.app.inject({
    method,
    url: `/api${path}`,
    headers: { ...by.headers, 'idempotency-key': randomUUID() },
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
};

/** A driver registered on the 5th of a month, whose registration and device are paid. */
const registeredIn = async (month: string): Promise<Driver> => {
  const { now } = it.clock;
  it.clock.now = new Date(`${month}-05T10:00:00Z`);
  const driver = await buildMember(it, { plan: 'monthly' });
  await buildPayment(it, submissionOf(driver), 'cleared');
  await buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '1500.00' }), 'cleared');
  it.clock.now = now;
  return driver;
};

const monthOf = (payment_month: string, payment_year = 2026) =>
  ({ payment_type: 'SS', payment_year, payment_month }) as NewWaiver['fees'][number];
const NOVEMBER = monthOf('NOVEMBER');

const ask = (driver: Driver, given: Partial<NewWaiver> = {}, by = asker) => {
  const body = { kind: 'waiver', fees: [NOVEMBER], reason: 'The driver was ill all month.', ...given };
  return call('POST', `/drivers/${driver.id}/waivers`, by, body);
};
const approve = (id: string, by = other) => call('POST', `/approvals/${id}/approve`, by);
const waive = async (driver: Driver, given: Partial<NewWaiver> = {}) =>
  approve((await ask(driver, given)).body.approval_id);
const standingOf = async ({ id }: Driver): Promise<DriverStanding> =>
  (await call('GET', `/drivers/${id}/standing`)).body;
const part = (driver: Driver, payment_month: string, amount: string) =>
  buildPayment(it, subscriptionOf(driver, 2026, payment_month, { amount }), 'cleared');
const waiversOf = async ({ id }: Driver) => (await call('GET', `/waivers?driver_id=${id}`)).body;
const lastUse = ({ id }: Driver) =>
  it.db.selectFrom('credit_uses').selectAll().where('driver_id', '=', id).orderBy('id', 'desc').executeTakeFirst();

test('a waiver gives up what is missing once another person approves it; what is held pays the rest', async () => {
  const driver = await registeredIn('2026-11');
  await part(driver, 'NOVEMBER', '100.00');
  const before = [await balanceOf(it.db, '4900'), await balanceOf(it.db, '4000-SS'), await balanceOf(it.db, '2000')];
  const asked = await ask(driver);
  expect(asked).toMatchObject({ status: 201, body: { message: expect.stringContaining('waits for approval') } });
  expect((await standingOf(driver)).due).toMatchObject([{ paid: '100.00', missing: '200.00' }]);
  expect((await call('GET', `/approvals/${asked.body.approval_id}`)).body).toMatchObject({
    kind: 'fees.waive',
    subject: `GHS 200.00 of ${driver.driver_code}`,
    changes: [{ before: 'GHS 300.00, of which GHS 100.00 is held', after: 'GHS 200.00 is waived' }],
    reason: 'The driver was ill all month.',
    moves: ['approve', 'refuse'],
  });
  expect((await approve(asked.body.approval_id, asker)).status).toBe(403);
  expect((await approve(asked.body.approval_id)).body.message).toBe(`GHS 200.00 of ${driver.driver_code} is waived.`);
  const after = await standingOf(driver);
  expect(after).toMatchObject({ due: [], credit: '0.00', owed: '0.00', paid: '1800.00' });
  expect(after.covered[0]).toMatchObject({ ...NOVEMBER, covered_by: 'waived', waived: '200.00' });
  const [waived, revenue, credit] = before.map(BigInt);
  expect(await balanceOf(it.db, '4900')).toBe((waived ?? 0n) + 20_000n);
  expect(await balanceOf(it.db, '4000-SS')).toBe((revenue ?? 0n) - 30_000n);
  expect(await balanceOf(it.db, '2000')).toBe((credit ?? 0n) + 10_000n);
  expect(await waiversOf(driver)).toMatchObject([
    {
      kind: 'waiver',
      price: '300.00',
      waived: '200.00',
      credit_used: '100.00',
      reason: 'The driver was ill all month.',
      asked_by: 'Ama Mensah',
      approved_by: 'Ama Mensah',
      status: 'used',
    },
  ]);
  const actions = await it.db.selectFrom('audit_log').select(['action', 'actor_id', 'after']).execute();
  expect(actions.find(({ action }) => action === 'credit.waive')).toMatchObject({
    actor_id: other.id,
    after: { fees: 'SS November 2026', waived: '200.00' },
  });
  expect(await checkLedger(it.db)).toEqual([]);
});

test('the member sees which of the fees was waived, and owes it no more', async () => {
  const driver = await registeredIn('2026-11');
  await waive(driver);
  const { car_number, driver_code } = driver;
  const headers = await signIn(it, 'member_login', { car_number, driver_code });
  const own = (await it.app.inject({ url: '/api/member/standing', headers })).json();
  expect(own).toMatchObject({ owed: '0.00', due: [], covered: [{ covered_by: 'waived', waived: '300.00' }, {}, {}] });
});

test('old debts are written off together, to an account of their own, and leave arrears', async () => {
  const driver = await registeredIn('2026-09');
  const before = await balanceOf(it.db, '5100');
  const fees = [monthOf('SEPTEMBER'), monthOf('OCTOBER')];
  const answer = await waive(driver, { kind: 'write_off', fees });
  expect(answer.body.message).toBe(`GHS 600.00 of ${driver.driver_code} is written off.`);
  expect((await balanceOf(it.db, '5100')) - before).toBe(60_000n);
  expect((await standingOf(driver)).due.map(({ payment_month }) => payment_month)).toEqual(['NOVEMBER']);
  const [arrears] = (await call('GET', `/arrears?driver_code=${driver.driver_code}`)).body;
  expect(arrears).toMatchObject({ total: '300.00', months: 1, oldest_month: '2026-11' });
  await waive(driver, { kind: 'write_off' });
  expect((await call('GET', `/arrears?driver_code=${driver.driver_code}`)).body).toEqual([]);
});

test('sums are by kind and day, and leave out what was taken back', async () => {
  const driver = await registeredIn('2026-10');
  const sumOf = async (kind: string, days = '') => {
    const { body } = await call('GET', `/waivers/figures${days}`);
    return Number(
      body.find((one: { kind: string; by: string }) => one.kind === kind && one.by === 'people')?.amount ?? 0,
    );
  };
  const before = await sumOf('waiver');
  await waive(driver);
  expect(await sumOf('waiver')).toBe(before + 300);
  expect(await sumOf('waiver', '?from=2026-12-01')).toBe(0);
  const [{ id }] = await waiversOf(driver);
  const back = await call('PATCH', `/drivers/${driver.id}/credit_uses/${id}`, other, { reason: 'The wrong driver' });
  expect(back.body.message).toBe('The fee is due again.');
  expect(await sumOf('waiver')).toBe(before);
  expect((await standingOf(driver)).due).toHaveLength(2);
  expect(await waiversOf(driver)).toMatchObject([{ status: 'returned', status_reason: 'The wrong driver' }]);
});

test.each([
  ['a month to come', { fees: [monthOf('DECEMBER')] }, 422, 'is not due, so it cannot be waived or written off.'],
  ['a month without a price', { fees: [monthOf('JANUARY', 2027)] }, 422, 'cannot be waived or written off.'],
  ['a paid fee', { fees: [{ payment_type: 'RF' }] }, 409, 'of this driver was already paid.'],
  ['two fees by one waiver', { fees: [NOVEMBER, monthOf('OCTOBER')] }, 400, 'A waiver is for one fee.'],
  ['a fee twice', { kind: 'write_off', fees: [NOVEMBER, NOVEMBER] }, 400, 'A fee is listed twice.'],
  ['no reason', { reason: ' ' }, 400, 'Please say in a few words why it is waived or written off.'],
] as const)('%s is refused', async (_case, given, status, message) => {
  const driver = await registeredIn('2026-11');
  const answer = await ask(driver, given as Partial<NewWaiver>);
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toContain(message);
  expect(await waiversOf(driver)).toEqual([]);
});

test('a fee that its credit pays needs no waiver', async () => {
  const driver = await registeredIn('2026-11');
  await part(driver, 'NOVEMBER', '300.00');
  expect((await ask(driver)).body.code).toBe('already_paid');
});

test('a waiver waits alone: a second one of the driver is refused until it is decided', async () => {
  const driver = await registeredIn('2026-10');
  const { approval_id } = (await ask(driver)).body;
  expect((await ask(driver, { kind: 'write_off', fees: [monthOf('OCTOBER')] })).body).toMatchObject({
    code: 'conflict',
  });
  await call('POST', `/approvals/${approval_id}/refuse`, other, { reason: 'He can pay' });
  expect((await ask(driver)).status).toBe(201);
});

test('a fee that was paid meanwhile makes the waiver out of date', async () => {
  const driver = await registeredIn('2026-11');
  const { approval_id } = (await ask(driver)).body;
  await part(driver, 'NOVEMBER', '300.00');
  expect((await approve(approval_id)).body.message).toContain(
    'nothing of MONTHLY SUBSCRIPTION, November 2026 is missing now.',
  );
  expect((await call('GET', `/approvals/${approval_id}`)).body.status).toBe('stale');
  expect(await waiversOf(driver)).toEqual([]);
});

test('so does a part of it, and another price', async () => {
  const driver = await registeredIn('2026-11');
  const { approval_id } = (await ask(driver)).body;
  await part(driver, 'NOVEMBER', '0.01');
  expect((await approve(approval_id)).body.message).toContain(
    'GHS 299.99 of GHS 300.00 of MONTHLY SUBSCRIPTION, November 2026 is missing now.',
  );
  expect((await standingOf(driver)).due).toHaveLength(1);
});

test('a removed driver’s waiver is out of date', async () => {
  const driver = await registeredIn('2026-11');
  const { approval_id } = (await ask(driver)).body;
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', driver.id).execute();
  expect((await approve(approval_id)).body.message).toContain('This driver is removed');
});

test('debts of a removed driver are written off by two people, and can be taken back; nothing is waived', async () => {
  const driver = await registeredIn('2026-10');
  await removeDriver(it, other.headers, driver.id);
  expect((await ask(driver)).body).toMatchObject({
    code: 'conflict',
    message: 'This driver is removed, so fees and credit stay as they are.',
  });
  const due = (await standingOf(driver)).due.map(({ payment_month }) => payment_month);
  expect(due).toEqual(['OCTOBER', 'NOVEMBER']);
  const before = await balanceOf(it.db, '5100');
  const writeOff = { kind: 'write_off', fees: due.map((month) => monthOf(month ?? '')) } as const;
  const { approval_id } = (await ask(driver, writeOff)).body;
  expect((await approve(approval_id, asker)).status).toBe(403);
  expect((await approve(approval_id)).body.message).toBe(`GHS 600.00 of ${driver.driver_code} is written off.`);
  expect((await balanceOf(it.db, '5100')) - before).toBe(60_000n);
  expect(await standingOf(driver)).toMatchObject({ due: [], owed: '0.00' });
  const [{ id }] = await waiversOf(driver);
  await call('PATCH', `/drivers/${driver.id}/credit_uses/${id}`, other, { reason: 'The wrong driver' });
  expect((await standingOf(driver)).due).toHaveLength(1);
});

test('nothing is written off of a record that was merged into another one', async () => {
  const driver = await registeredIn('2026-11');
  const { driver: kept } = await buildDriver(it, { plan: 'monthly' });
  const merged = await mergeByTwo(it, other.headers, { id: driver.id, into: kept.id });
  expect(merged.body.message).toContain('merged into');
  expect((await ask(driver, { kind: 'write_off' })).body.message).toBe(
    'This record was merged into another one, which owes its debts.',
  );
});

test('of a hundred approvals at once one applies', async () => {
  const driver = await registeredIn('2026-11');
  await part(driver, 'NOVEMBER', '120.00');
  const { approval_id } = (await ask(driver)).body;
  const answers = await Promise.all(Array.from({ length: 100 }, () => approve(approval_id)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await waiversOf(driver)).toHaveLength(1);
  expect((await standingOf(driver)).credit).toBe('0.00');
});

test('of a waiver and a write-off that are asked for at once, one waits', async () => {
  const driver = await registeredIn('2026-11');
  const asking = whileHeld(it.db, { hold: (tx) => lockDrivers(tx, [driver.id]), waiting: 2 }, () =>
    Promise.all([ask(driver), ask(driver, { kind: 'write_off' }, other)]),
  );
  expect((await asking).map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test('whoever took the money held towards the fee does not approve it, and somebody else does', async () => {
  const driver = await registeredIn('2026-11');
  const claim = subscriptionOf(driver, 2026, 'NOVEMBER', { amount: '100.00' });
  const id = await buildPayment(it, claim);
  const given = { transaction_id: claim.transaction_id, amount: '100.00' };
  const transfer = await buildTransfer(it, given, author(other));
  const { approval_id } = (await ask(driver)).body;
  const hindrance = 'You captured this money, so somebody else has to decide.';
  // Its money waits beside a claim, and then as credit.
  expect((await approve(approval_id)).body).toMatchObject({ code: 'not_permitted', message: hindrance });
  await call('PATCH', `/clearance/${id}`, asker, { decision: 'clear', transfer_id: transfer });
  await call('POST', `/approvals/${approval_id}/withdraw`, asker);
  const again = (await ask(driver)).body.approval_id;
  expect((await call('GET', `/approvals/${again}`)).body).toMatchObject({ moves: ['refuse'], hindrance });
  expect((await approve(again)).status).toBe(403);
  const third = await buildCaller(it, 'SystemAdmin');
  expect((await approve(again, third)).status).toBe(201);
});

test('a second account whose code one made approves no waiver of one’s own', async () => {
  const driver = await registeredIn('2026-11');
  const second = await buildCaller(it, 'SystemAdmin');
  const subject = { subject_kind: 'user', subject_id: second.id, what: 'issued_code', at: it.clock.now };
  await it.db
    .insertInto('hands')
    .values({ ...subject, account_id: asker.id })
    .execute();
  const { approval_id } = (await ask(driver)).body;
  expect((await approve(approval_id, second)).body.message).toContain('count as one person for 30 days');
  expect((await approve(approval_id)).status).toBe(201);
});

test('only those who may waive ask for it', async () => {
  const driver = await registeredIn('2026-11');
  expect((await ask(driver, {}, await buildCaller(it, 'SuperUser'))).status).toBe(403);
});

test('reversed money takes the waiver of the fee with it, which is due again whole', async () => {
  const driver = await registeredIn('2026-11');
  const money = await part(driver, 'NOVEMBER', '100.00');
  await waive(driver);
  const before = await balanceOf(it.db, '4900');
  await changePayment(it, money, 'reverse', 'Never came');
  expect((await standingOf(driver)).due).toMatchObject([{ amount: '300.00', paid: '0.00', missing: '300.00' }]);
  expect(await waiversOf(driver)).toMatchObject([{ status: 'returned', waived: '200.00' }]);
  expect((await balanceOf(it.db, '4900')) - before).toBe(-20_000n);
});

test('a waiver without any money stays when other money of the driver is reversed', async () => {
  const driver = await registeredIn('2026-10');
  const money = await part(driver, 'OCTOBER', '350.00');
  await waive(driver);
  expect(await lastUse(driver)).toMatchObject({ amount: '50.00', waived: '250.00' });
  const other_ = await registeredIn('2026-10');
  const theirs = await part(other_, 'OCTOBER', '300.00');
  await waive(other_);
  await changePayment(it, theirs, 'reverse', 'Never came');
  expect((await standingOf(other_)).due.map(({ payment_month }) => payment_month)).toEqual(['OCTOBER']);
  await changePayment(it, money, 'reverse', 'Never came');
  expect((await standingOf(driver)).due).toHaveLength(2);
});

test('income, totals of payments and reports count no waived money', async () => {
  const driver = await registeredIn('2026-11');
  const figures = async () => {
    const months = await call('GET', '/payments/by_month?kind=subscriptions&year=2026');
    const list = await it.app.inject({ url: '/api/payments', headers: other.headers });
    const dashboard = await call('GET', '/dashboard');
    expect([months.status, list.statusCode, dashboard.status]).toEqual([200, 200, 200]);
    return [months.body, list.headers['x-total-amount'], dashboard.body.received];
  };
  const before = await figures();
  await waive(driver);
  expect(await figures()).toEqual(before);
  expect((await standingOf(driver)).paid).toBe('1700.00');
});

test('a waiver moves with its record where that is merged, and back with it', async () => {
  const driver = await registeredIn('2026-11');
  const { driver: kept } = await buildDriver(it, { plan: 'monthly' });
  await waive(driver);
  const merged = await mergeByTwo(it, other.headers, { id: driver.id, into: kept.id });
  expect(merged.body.message).toContain('merged into');
  expect(await waiversOf(kept)).toContainEqual(expect.objectContaining({ kind: 'waiver', waived: '300.00' }));
  expect((await standingOf(kept)).covered[0]).toMatchObject({ covered_by: 'waived' });
  expect((await callDriver(it, other.headers, 'POST', `${driver.id}/merge/take_back`)).status).toBe(200);
  expect([await waiversOf(kept), await waiversOf(driver)]).toMatchObject([
    [{ kind: 'merge', status: 'returned' }],
    [{ status: 'used' }],
  ]);
});

test('whoever changed the price of a claim that waits does not approve a waiver of its driver', async () => {
  const driver = await registeredIn('2026-11');
  await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER', { amount: '100.00' }));
  const { approval_id } = (await ask(driver)).body;
  const subject = priceSubject({ year: 2026, type_code: 'SS', plan: null });
  await it.db
    .transaction()
    .execute((tx) =>
      noteHands(tx, [{ accountId: other.id, what: 'changed_price', subjects: [subject] }], it.clock.now),
    );
  expect((await approve(approval_id)).body.message).toContain('changed the price meanwhile');
  const third = await buildCaller(it, 'SystemAdmin');
  expect((await approve(approval_id, third)).status).toBe(201);
});
