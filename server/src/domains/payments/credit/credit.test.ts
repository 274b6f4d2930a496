import { randomUUID } from 'node:crypto';
import type { DriverStanding, FeeNamed } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf, checkLedger, creditOf } from '#domains/ledger';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildMember, signIn } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { archiveUnpaid } from '../standing/archive-unpaid.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

type Driver = Awaited<ReturnType<typeof buildDriver>>['driver'];

const NOVEMBER = { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' } as const;

const use = (driver: { id: string }, fee: FeeNamed, by = headers) =>
  it.app.inject({
    method: 'POST',
    url: `/api/drivers/${driver.id}/credit_uses`,
    headers: { ...by, 'idempotency-key': randomUUID() },
    payload: fee,
  });

const giveBack = (driver: { id: string }, useId: string, by = headers) =>
  it.app.inject({
    method: 'PATCH',
    url: `/api/drivers/${driver.id}/credit_uses/${useId}`,
    headers: by,
    payload: { reason: 'The wrong month' },
  });

const standingOf = async ({ id }: { id: string }): Promise<DriverStanding> =>
  (await it.app.inject({ url: `/api/drivers/${id}/standing`, headers })).json();

/** A driver whose registration fee is paid, with that much over. */
const withCredit = async (amount: string): Promise<Driver> => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  await buildPayment(it, submissionOf(driver, { amount }), 'cleared');
  return driver;
};

/** As above, registered on the 5th of a month. */
const registeredIn = async (month: string, amount: string): Promise<Driver> => {
  const { now } = it.clock;
  it.clock.now = new Date(`${month}-05T10:00:00Z`);
  const driver = await withCredit(amount);
  it.clock.now = now;
  return driver;
};

const creditLeft = async ({ id }: Driver): Promise<bigint> => (await creditOf(it.db, [id])).get(id) ?? 0n;

test('credit pays a due fee whole: the fee is covered, the revenue counted, and no payment made', async () => {
  const driver = await buildMember(it, { plan: 'monthly' });
  await buildPayment(it, submissionOf(driver, { amount: '550.00' }), 'cleared');
  const before = await standingOf(driver);
  expect(before).toMatchObject({ credit: '350.00', paid: '550.00' });
  expect(before.due.map(({ payment_type, payable }) => [payment_type, payable])).toEqual([
    ['DP', false],
    ['SS', true],
  ]);
  const [revenue, momo] = [await balanceOf(it.db, '4000-SS'), await balanceOf(it.db, '1000')];
  const answer = await use(driver, NOVEMBER);
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toMatchObject({ status: true, message: 'GHS 300.00 of the credit paid this fee.' });
  const after = await standingOf(driver);
  expect(after).toMatchObject({ credit: '50.00', paid: '550.00', due_total: '1500.00' });
  expect(after.covered[0]).toMatchObject({
    ...NOVEMBER,
    covered_by: 'credit',
    credit_use_id: answer.json().credit_use_id,
  });
  expect(await balanceOf(it.db, '4000-SS')).toBe(revenue - 30_000n);
  expect(await balanceOf(it.db, '1000')).toBe(momo);
  expect(await checkLedger(it.db)).toEqual([]);
  const { car_number, driver_code } = driver;
  const member = await signIn(it, 'member_login', { car_number, driver_code });
  const own = (await it.app.inject({ url: '/api/member/standing', headers: member })).json();
  expect(own).toMatchObject({ credit: '50.00', due_total: '1500.00', next_due: { payment_month: 'DECEMBER' } });
  expect(own.covered).toEqual(after.covered);
});

test('a fee that credit paid is not claimed nor cleared again, and credit does not pay one that was cleared', async () => {
  const driver = await withCredit('800.00');
  const waiting = await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'));
  const { credit_use_id } = (await use(driver, NOVEMBER)).json();
  expect(await use(driver, NOVEMBER)).toHaveProperty('statusCode', 409);
  await expect(buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'))).rejects.toMatchObject({
    code: 'already_paid',
  });
  await expect(changePayment(it, waiting, 'clear')).rejects.toMatchObject({ code: 'already_paid' });
  expect((await giveBack(driver, credit_use_id)).statusCode).toBe(200);
  await changePayment(it, waiting, 'clear');
  const again = await use(driver, NOVEMBER);
  expect(again.json()).toMatchObject({
    code: 'already_paid',
    message: 'The monthly subscription for November 2026 of this driver was already paid.',
  });
});

test('a use is returned once, by the path of its own driver, and the fee is due again', async () => {
  const [driver, other] = [await withCredit('500.00'), await withCredit('500.00')];
  const { credit_use_id } = (await use(driver, NOVEMBER)).json();
  expect((await giveBack(other, credit_use_id)).json()).toMatchObject({
    code: 'not_found',
    message: 'There is no such use of credit.',
  });
  expect((await giveBack(driver, credit_use_id)).json()).toMatchObject({
    message: 'The fee was given back to the credit and is due again.',
  });
  expect(await standingOf(driver)).toMatchObject({ credit: '300.00', due_total: '1800.00' });
  expect((await giveBack(driver, credit_use_id)).json()).toMatchObject({
    code: 'conflict',
    message: 'The use of credit SS November 2026 was already returned.',
  });
  expect(await checkLedger(it.db)).toEqual([]);
  const actions = await it.db.selectFrom('audit_log').select('action').where('action', 'like', 'credit.%').execute();
  expect(new Set(actions.map(({ action }) => action))).toEqual(new Set(['credit.use', 'credit.return']));
});

test('of twenty uses at once one is made, and credit is never below nothing', async () => {
  const driver = await withCredit('500.00');
  const uses = await Promise.all(Array.from({ length: 20 }, () => use(driver, NOVEMBER)));
  expect(uses.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  expect(await creditLeft(driver)).toBe(0n);
});

test('of credit for one fee and two that are asked for at once, one is paid', async () => {
  const driver = await registeredIn('2026-09', '500.00');
  const months = ['SEPTEMBER', 'OCTOBER', 'NOVEMBER'];
  const answers = await Promise.all(months.map((payment_month) => use(driver, { ...NOVEMBER, payment_month })));
  const refused = answers.filter(({ statusCode }) => statusCode !== 201);
  expect(refused.map((answer) => answer.json().message)).toEqual(
    refused.map(() => 'The credit is GHS 0.00 and the fee GHS 300.00. Credit pays a fee whole or not at all.'),
  );
  expect([refused.length, await creditLeft(driver)]).toEqual([2, 0n]);
});

test('clearing a claim and paying its fee from credit at once does one of the two', async () => {
  for (let round = 0; round < 5; round += 1) {
    const driver = await withCredit('500.00');
    const claim = await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'));
    const [used, cleared] = await Promise.all([
      use(driver, NOVEMBER).then(({ statusCode }) => statusCode === 201),
      changePayment(it, claim, 'clear').then(
        () => true,
        () => false,
      ),
    ]);
    expect([used, cleared].filter(Boolean)).toHaveLength(1);
    expect(await creditLeft(driver)).toBe(used ? 0n : 30_000n);
  }
});

test('reversing money whose credit was used returns the newest uses that it does not cover any more', async () => {
  const driver = await registeredIn('2026-09', '200.00');
  await buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '1500.00' }), 'cleared');
  const more = await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER', { amount: '750.00' }), 'cleared');
  // Of the 450.00 that are over, September is paid.
  const extra = await buildPayment(it, subscriptionOf(driver, 2026, 'DECEMBER', { amount: '200.00' }), 'cleared');
  const coveredNow = async () => (await standingOf(driver)).covered.map(({ payment_month }) => payment_month);
  expect(await coveredNow()).toEqual(['NOVEMBER', 'OCTOBER', 'SEPTEMBER', null, null]);
  await changePayment(it, extra, 'reverse', 'A slip');
  expect([await coveredNow(), await creditLeft(driver)]).toEqual([['NOVEMBER', 'SEPTEMBER', null, null], 15_000n]);
  await changePayment(it, more, 'reverse', 'A slip');
  expect([await coveredNow(), await creditLeft(driver)]).toEqual([[null, null], 0n]);
  expect(await checkLedger(it.db)).toEqual([]);
});

test('a registration whose fee credit paid is not archived, and waits anew once that is returned', async () => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  const wait = async () =>
    (await it.db.selectFrom('drivers').select('unpaid_since').where('id', '=', driver.id).executeTakeFirstOrThrow())
      .unpaid_since;
  const first = await buildPayment(it, submissionOf(driver), 'cleared');
  const second = await buildPayment(it, subscriptionOf(driver, 2026, 'DECEMBER', { amount: '250.00' }));
  await changePayment(it, second, 'clear');
  await changePayment(it, first, 'reverse', 'A slip');
  expect(await wait()).toBeNull();
  const { covered } = await standingOf(driver);
  expect(covered).toMatchObject([{ payment_type: 'RF', covered_by: 'credit' }]);
  // Even one that was not told counts as paid.
  await it.db
    .updateTable('drivers')
    .set({ unpaid_since: new Date('2026-01-01'), is_fee_due: true })
    .where('id', '=', driver.id)
    .execute();
  await withCredit('200.00');
  await archiveUnpaid(it.db, { days: 30, now: it.clock.now });
  expect(await wait()).toBeNull();
  await giveBack(driver, covered[0]?.credit_use_id ?? '');
  expect(await wait()).toEqual(it.clock.now);
});

test.each([
  ['a month to come', { ...NOVEMBER, payment_month: 'DECEMBER' }, 'This fee is not due, so credit cannot pay it.'],
  ['no month', { payment_type: 'SS' }, 'Please select the payment year.'],
  ['a fee of land', { payment_type: 'CC2000' }, 'Please select payment type'],
  ['one there is not', { payment_type: 'NONE' }, 'Please select payment type'],
])('credit does not pay %s', async (_, fee, message) => {
  const driver = await withCredit('5000.00');
  const answer = await use(driver, fee as FeeNamed);
  expect([answer.statusCode, answer.json().message]).toEqual([422, message]);
  expect(await creditLeft(driver)).toBe(300_000n);
});

test('credit pays no subscription before what it requires, nor for a removed driver', async () => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  const claim = await buildPayment(it, submissionOf(driver), 'cleared');
  const extra = await buildPayment(it, subscriptionOf(driver, 2026, 'DECEMBER'));
  await changePayment(it, extra, 'credit');
  await changePayment(it, claim, 'reverse', 'A slip');
  await giveBack(driver, (await standingOf(driver)).covered[0]?.credit_use_id ?? '');
  expect((await use(driver, NOVEMBER)).json().message).toBe(
    'Please pay the registration fee before the monthly subscription.',
  );
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', driver.id).execute();
  expect((await use(driver, NOVEMBER)).json()).toMatchObject({
    code: 'conflict',
    message: 'This driver is removed, so fees and credit stay as they are.',
  });
});

test('a driver who was removed owes nothing for the time since', async () => {
  const driver = await registeredIn('2026-09', '200.00');
  const removed_at = new Date('2026-10-15T10:00:00Z');
  await it.db.updateTable('drivers').set({ removed_at }).where('id', '=', driver.id).execute();
  const { due } = await standingOf(driver);
  expect(due.map(({ payment_month }) => payment_month)).toEqual([null, 'SEPTEMBER', 'OCTOBER']);
});

test('only staff who clear payments use and return credit', async () => {
  const driver = await withCredit('500.00');
  for (const role of ['Operations', 'Accounts', 'Legal', 'SystemUser', 'Member'] as const) {
    const by = (await buildCaller(it, role)).headers;
    expect((await use(driver, NOVEMBER, by)).json()).toMatchObject({ code: 'not_permitted' });
    expect((await giveBack(driver, '1', by)).json()).toMatchObject({ code: 'not_permitted' });
  }
  expect((await use({ id: '987654321' }, NOVEMBER)).json()).toMatchObject({ code: 'not_found' });
});

test('the database lets a fee be paid from credit once', async () => {
  const driver = await withCredit('500.00');
  const { credit_use_id } = (await use(driver, NOVEMBER)).json();
  await expect(
    sql`INSERT INTO credit_uses (driver_id, type_code, period, payment_year, payment_month, amount, used_on, used_by, used_at)
      SELECT driver_id, type_code, period, payment_year, payment_month, amount, used_on, used_by, used_at
      FROM credit_uses WHERE id = ${credit_use_id}`.execute(it.db),
  ).rejects.toMatchObject({ constraint: 'credit_uses_once' });
});
