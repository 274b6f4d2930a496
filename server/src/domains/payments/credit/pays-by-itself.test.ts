import type { DriverStanding } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driversWithOpeningCredit } from '#domains/drivers';
import { checkLedger, creditOf } from '#domains/ledger';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { archiveUnpaid } from '../standing/archive-unpaid.ts';
import { driversMadeCredit } from './credit.repo.ts';
import { payDueFromCredit } from './credit.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

type Driver = Awaited<ReturnType<typeof buildDriver>>['driver'];

/** A driver registered on the 5th of a month, whose registration and device are paid. */
const registeredIn = async (month: string): Promise<Driver> => {
  const { now } = it.clock;
  it.clock.now = new Date(`${month}-05T10:00:00Z`);
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  await buildPayment(it, submissionOf(driver), 'cleared');
  await buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '1500.00' }), 'cleared');
  it.clock.now = now;
  return driver;
};

const part = (driver: Driver, payment_month: string, amount: string, year = 2026) =>
  buildPayment(it, subscriptionOf(driver, year, payment_month, { amount }), 'cleared');

const standingOf = async ({ id }: { id: string }): Promise<DriverStanding> =>
  (await it.app.inject({ url: `/api/drivers/${id}/standing`, headers })).json();

/** The months that are due with what is held towards them and what is missing. */
const dueOf = async (driver: Driver) =>
  (await standingOf(driver)).due.map(({ payment_month, paid, missing }) => [payment_month, paid, missing]);
const coveredOf = async (driver: Driver) =>
  (await standingOf(driver)).covered.flatMap(({ payment_month, covered_by }) =>
    payment_month === null ? [] : [[payment_month, covered_by]],
  );
const creditLeft = async ({ id }: { id: string }): Promise<bigint> => (await creditOf(it.db, [id])).get(id) ?? 0n;

test('two halves pay a month, and the first lowers what is owed', async () => {
  const driver = await registeredIn('2026-11');
  await part(driver, 'NOVEMBER', '150.00');
  expect(await dueOf(driver)).toEqual([['NOVEMBER', '150.00', '150.00']]);
  expect(await standingOf(driver)).toMatchObject({ credit: '150.00', due_total: '300.00', owed: '150.00' });
  await part(driver, 'NOVEMBER', '150.00');
  expect([await coveredOf(driver), await creditLeft(driver)]).toEqual([[['NOVEMBER', 'credit']], 0n]);
  expect(await standingOf(driver)).toMatchObject({ paid: '2000.00', owed: '0.00', due: [] });
  expect(await checkLedger(it.db)).toEqual([]);
});

test('a hundred of a month leaves the rest missing', async () => {
  const driver = await registeredIn('2026-11');
  await part(driver, 'NOVEMBER', '100.00');
  expect(await dueOf(driver)).toEqual([['NOVEMBER', '100.00', '200.00']]);
  expect(await coveredOf(driver)).toEqual([]);
});

test('a registration fee that is claimed alone lets credit pay nothing before it', async () => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  await buildPayment(it, submissionOf(driver, { amount: '100.00' }));
  await part(driver, 'NOVEMBER', '150.00');
  await part(driver, 'NOVEMBER', '150.00');
  expect(await coveredOf(driver)).toEqual([]);
  const { covered } = await standingOf(driver);
  expect(covered).toMatchObject([{ payment_type: 'RF', covered_by: 'credit' }]);
});

test('credit pays the oldest due month first, and as many as it suffices for', async () => {
  const driver = await registeredIn('2026-09');
  await part(driver, 'NOVEMBER', '950.00');
  expect(await coveredOf(driver)).toEqual([
    ['NOVEMBER', 'payment'],
    ['OCTOBER', 'credit'],
    ['SEPTEMBER', 'credit'],
  ]);
  expect(await creditLeft(driver)).toBe(5_000n);
});

test('a month paid in parts is paid before an older one', async () => {
  const driver = await registeredIn('2026-09');
  await part(driver, 'NOVEMBER', '200.00');
  expect(await dueOf(driver)).toEqual([
    ['SEPTEMBER', '0.00', '300.00'],
    ['OCTOBER', '0.00', '300.00'],
    ['NOVEMBER', '200.00', '100.00'],
  ]);
  await part(driver, 'NOVEMBER', '100.00');
  expect(await coveredOf(driver)).toEqual([['NOVEMBER', 'credit']]);
});

test('money below the price of a registration starts no subscription, and keeps it from being archived', async () => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  await buildPayment(it, submissionOf(driver, { amount: '120.00' }), 'cleared');
  await expect(buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'))).rejects.toMatchObject({ code: 'refused' });
  await registeredIn('2026-11');
  const later = new Date(it.clock.now.getTime() + 100 * 86_400_000);
  await archiveUnpaid(it.db, { days: 90, now: later });
  const { removed_at } = await it.db
    .selectFrom('drivers')
    .select('removed_at')
    .where('id', '=', driver.id)
    .executeTakeFirstOrThrow();
  expect(removed_at).toBeNull();
});

test('money for a month to come stays credit until the month has begun, and the job pays it then', async () => {
  const driver = await registeredIn('2026-11');
  await part(driver, 'NOVEMBER', '300.00');
  await part(driver, 'DECEMBER', '150.00');
  await part(driver, 'DECEMBER', '150.00');
  expect([await coveredOf(driver), await creditLeft(driver)]).toEqual([[['NOVEMBER', 'payment']], 30_000n]);
  const before = await payDueFromCredit(it.db, it.clock.now);
  expect([before, await creditLeft(driver)]).toEqual([before, 30_000n]);
  await payDueFromCredit(it.db, new Date('2026-12-01T01:00:00Z'));
  expect(await creditLeft(driver)).toBe(0n);
  expect(await payDueFromCredit(it.db, new Date('2026-12-01T01:00:00Z'))).toBe(0);
  expect(await checkLedger(it.db)).toEqual([]);
});

test('money for a year without a price is credit, and the job pays once there is a price', async () => {
  const driver = await registeredIn('2026-11');
  await part(driver, 'NOVEMBER', '300.00');
  await part(driver, 'JANUARY', '300.00', 2030);
  const january = new Date('2030-01-05T10:00:00Z');
  expect(await creditLeft(driver)).toBe(30_000n);
  await it.db
    .updateTable('drivers')
    .set({ registered_at: new Date('2030-01-05T10:00:00Z') })
    .where('id', '=', driver.id)
    .execute();
  await payDueFromCredit(it.db, january);
  expect(await creditLeft(driver)).toBe(30_000n);
  await it.db
    .insertInto('payment_list')
    .values({ year: 2030, type_code: 'SS', plan: 'monthly', amount: '250.00' })
    .execute();
  await payDueFromCredit(it.db, january);
  expect(await creditLeft(driver)).toBe(5_000n);
});

test('of twenty clearings at once each makes credit, each month is covered once, and credit is never below nothing', async () => {
  const driver = await registeredIn('2026-08');
  const months = ['AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER'];
  const claims: string[] = [];
  for (let index = 0; index < 20; index += 1) {
    const month = months[index % months.length] ?? '';
    claims.push(await buildPayment(it, subscriptionOf(driver, 2026, month, { amount: '55.00' })));
  }
  const ends = await Promise.allSettled(claims.map((id) => changePayment(it, id, 'clear')));
  const cleared = BigInt(ends.filter(({ status }) => status === 'fulfilled').length);
  const covered = await coveredOf(driver);
  expect(new Set(covered.map(([month]) => month)).size).toBe(covered.length);
  expect(await creditLeft(driver)).toBe(cleared * 5_500n - BigInt(covered.length) * 30_000n);
  expect((await dueOf(driver)).every(([, held]) => held !== '300.00')).toBe(true);
  expect(await checkLedger(it.db)).toEqual([]);
});

test('clearing more and reversing what the credit came from, at once, leave the books right and no credit below nothing', async () => {
  for (let round = 0; round < 5; round += 1) {
    const driver = await registeredIn('2026-10');
    const first = await part(driver, 'OCTOBER', '200.00');
    const second = await buildPayment(it, subscriptionOf(driver, 2026, 'OCTOBER', { amount: '150.00' }));
    await Promise.all([changePayment(it, second, 'clear'), changePayment(it, first, 'reverse', 'Never came.')]);
    expect([await coveredOf(driver), await creditLeft(driver)]).toEqual([[], 15_000n]);
  }
  expect(await checkLedger(it.db)).toEqual([]);
});

test('a return by a person keeps the credit until other money comes', async () => {
  const driver = await registeredIn('2026-11');
  await part(driver, 'NOVEMBER', '150.00');
  await part(driver, 'NOVEMBER', '150.00');
  const useId = (await standingOf(driver)).covered.find(({ covered_by }) => covered_by === 'credit')?.credit_use_id;
  const url = `/api/drivers/${driver.id}/credit_uses/${useId}`;
  const answer = await it.app.inject({ method: 'PATCH', url, headers, payload: { reason: 'For another month' } });
  expect(answer.statusCode).toBe(200);
  // The job leaves the driver out: it would wait here for the lock.
  await it.db.transaction().execute(async (tx) => {
    await sql`SELECT FROM drivers WHERE id = ${driver.id} FOR UPDATE`.execute(tx);
    await payDueFromCredit(it.db, it.clock.now);
  });
  expect([await coveredOf(driver), await creditLeft(driver)]).toEqual([[], 30_000n]);
  await part(driver, 'DECEMBER', '10.00');
  expect([await coveredOf(driver), await creditLeft(driver)]).toEqual([[['NOVEMBER', 'credit']], 1_000n]);
});

test('reversing a payment of a month whose claim was paid twice lets the credit pay it', async () => {
  const driver = await registeredIn('2026-11');
  const twice = await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'));
  const month = await part(driver, 'NOVEMBER', '300.00');
  await changePayment(it, twice, 'credit');
  await changePayment(it, month, 'reverse', 'Never came.');
  expect([await coveredOf(driver), await creditLeft(driver)]).toEqual([[['NOVEMBER', 'credit']], 0n]);
});

test('drivers whose credit is of either kind are read by index in chunks, each of them once', async () => {
  const opened: string[] = [];
  for (const amount of ['-5.00', '-6.00', '0.00', '-8.00']) {
    const { id } = await registeredIn('2026-11');
    const posted_on = amount === '0.00' ? null : '2026-11-05';
    const days = { billed_from: '2026-11-01', posted_on, opened_at: it.clock.now };
    await it.db
      .insertInto('driver_openings')
      .values({ driver_id: id, amount, ...days })
      .execute();
    if (amount !== '0.00') opened.push(id);
  }
  const paid = await registeredIn('2026-11');
  await part(paid, 'NOVEMBER', '310.00');
  const read = (after: string, limit: number) =>
    driversMadeCredit(it.db, { after, limit, others: driversWithOpeningCredit });
  const all = await read('0', 1000);
  expect(all.filter((id) => [...opened, paid.id].includes(id))).toEqual([...opened, paid.id]);
  const found: string[] = [];
  for (let after: string | undefined = '0'; after !== undefined; after = found.at(-1)) {
    const chunk: string[] = await read(after, 2);
    found.push(...chunk);
    if (chunk.length < 2) break;
  }
  expect(found).toEqual(all);
  const plan = await it.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off`.execute(tx);
    const { rows } = await sql<Record<string, string>>`
      EXPLAIN SELECT driver_id FROM (${driversWithOpeningCredit}) AS other
      WHERE driver_id > 1 ORDER BY driver_id LIMIT 2`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toMatch(/Index (Only )?Scan using driver_openings/);
  expect(plan).not.toMatch(/Sort|Seq Scan/);
});
