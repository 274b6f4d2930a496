import { type Dashboard, FIGURE_LINKS, fromPesewas, toPesewas } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { buildApplication } from '../../../test/builders/land.ts';
import { buildContactMessage } from '../../../test/builders/messages.ts';
import { buildPayment, changePayment } from '../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../test/builders/transfers.ts';
import { rowOf } from '../../../test/desk/harness.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
let staff: { headers: Record<string, string> };

/** Drivers of three months, with money that was cleared, reversed, cleared late, or waits. */
beforeAll(async () => {
  it = await startApp();
  const pays = async (instant: string, mode: 'momo' | 'cash') => {
    it.clock.now = new Date(`${instant}:00Z`);
    const { driver } = await buildDriver(it);
    const fee = await buildPayment(it, submissionOf(driver));
    await it.db.updateTable('payments').set({ mode }).where('id', '=', fee).execute();
    await changePayment(it, fee, 'clear');
    return driver;
  };
  const old = await pays('2026-08-03T09:00', 'momo');
  await pays('2026-10-20T09:00', 'cash');
  const own = await pays('2026-11-05T09:00', 'cash');
  const paid = await buildPayment(it, subscriptionOf(old, 2026, 'OCTOBER'), 'cleared');
  await buildPayment(it, subscriptionOf(own, 2026, 'NOVEMBER'), 'cleared');
  await pays('2026-11-20T08:00', 'momo');
  await changePayment(it, paid, 'reverse', 'The transfer bounced.');
  await buildPayment(it, subscriptionOf(old, 2026, 'SEPTEMBER'), 'submitted');
  await buildDriver(it);
  await buildContactMessage(it);
  await buildTransfer(it);
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  staff = await buildCaller(it, 'SuperAdmin');
});
afterAll(() => it.close());

const get = async (url: string) => {
  const response = await it.app.inject({ url: `/api${url}`, headers: staff.headers });
  expect(response.statusCode, url).toBe(200);
  const { 'x-total-count': count, 'x-total-amount': amount } = response.headers;
  return { body: response.json(), count: Number(count), amount };
};

/** The list that each page shows. */
const LISTS: Readonly<Record<string, string>> = {
  '/regFees_by_period': '/payments/by_period',
  '/regFees_by_month': '/payments/by_month',
  '/regFees_by_mode': '/payments/by_mode',
  '/payment_transactions': '/payments',
  '/payment_clearance': '/clearance',
  '/global_drivers': '/drivers',
  '/admin_registration': '/incomplete_registrations',
  '/pending_approvals': '/applications',
};

/** The list that the page of a link shows. */
const opened = (link: string | null) => {
  const [path = '', query = ''] = (link ?? '').split('?');
  return get(`${LISTS[path] ?? path}?${query}`);
};

type Board = { [Name in keyof Dashboard]-?: NonNullable<Dashboard[Name]> };

const board = async (): Promise<Board> => (await get('/dashboard')).body;

test.each(['today', 'month', 'year'] as const)('money received, %s, opens sums of exactly that', async (name) => {
  const { received } = await board();
  const period = received[name];
  const { amount, body } = await opened(FIGURE_LINKS.received(period));
  expect(amount).toBe(period.amount);
  const count = body.reduce(
    (sum: number, row: { count: number; reversed_count: number }) => sum + row.count - row.reversed_count,
    0,
  );
  expect(count).toBe(period.count);
  for (const type of period.types) {
    expect((await opened(FIGURE_LINKS.receivedOfType(type.type_code, period))).amount).toBe(type.amount);
  }
  const modes = await opened(FIGURE_LINKS.receivedByMode(period));
  for (const mode of period.modes) {
    expect(modes.body.find(({ id }: { id: string }) => id === mode.mode).amount_paid).toBe(mode.amount);
  }
});

test('each bar of the charts opens sums of exactly that', async () => {
  const { received } = await board();
  expect(received.days.length * received.months.length).toBeGreaterThan(5);
  for (const { day, amount } of received.days) {
    expect((await opened(FIGURE_LINKS.received({ first: day, last: day }))).amount).toBe(amount);
  }
  for (const { month, amount } of received.months) {
    const { body } = await opened(FIGURE_LINKS.receivedByMonth(month));
    expect(body.find(({ id }: { id: string }) => id === month).amount_paid).toBe(amount);
  }
  const today = received.hours.filter(({ day }) => day === '2026-11-20');
  expect(fromPesewas(today.reduce((sum, { amount }) => sum + toPesewas(amount), 0n))).toBe(received.today.amount);
});

test('claims, drivers, messages and registrations open lists of exactly that many', async () => {
  const { claims, drivers, received, ...waiting } = await board();
  const shown = await opened(FIGURE_LINKS.claims);
  expect([shown.count, shown.amount]).toEqual([claims.count, claims.amount]);
  expect((await opened(FIGURE_LINKS.drivers)).count).toBe(drivers.count);
  expect((await opened(FIGURE_LINKS.unpaidDrivers)).count).toBe(drivers.unpaid);
  for (const name of ['today', 'month', 'year'] as const) {
    expect((await opened(FIGURE_LINKS.newDrivers(received[name]))).count).toBe(drivers.registered[name]);
  }
  expect(waiting.new_messages).toBe(1);
  expect((await opened(FIGURE_LINKS.messages)).count).toBe(waiting.new_messages);
  expect((await opened(FIGURE_LINKS.approvals)).count).toBe(waiting.approvals);
  expect((await opened(FIGURE_LINKS.failedJobs)).count).toBe(waiting.failed_jobs);
  expect(waiting.incomplete_registrations).toBe(1);
  expect((await opened(FIGURE_LINKS.registrations)).count).toBe(waiting.incomplete_registrations);
});

test('debts open lists of exactly these drivers, of an age and of months since a day', async () => {
  const { body: arrears } = await get('/arrears/ages');
  const all = await opened(FIGURE_LINKS.overdue);
  expect([all.count, all.amount]).toEqual([arrears.all.count, arrears.all.amount]);
  for (const { age, count } of arrears.ages) {
    expect((await opened(FIGURE_LINKS.overdueOf(age))).count).toBe(count);
  }
  expect(arrears.month.owing).toBeLessThan(arrears.all.count);
  for (const { first, owing } of [arrears.month, arrears.year]) {
    expect((await opened(FIGURE_LINKS.owingSince(first))).count).toBe(owing);
  }
  for (const { age, remindable } of arrears.ages.slice(0, 4)) {
    expect((await get(`/reminders/preview?age=${age}`)).body.recipients).toBe(remindable);
  }
});

test('each clerk’s cash of today opens exactly these times', async () => {
  const { driver } = await buildDriver(it);
  const clerk = await buildCaller(it, 'SuperUser');
  const payload = { mode: 'cash', amount: '200.00', payments: [rowOf(driver)] };
  const { headers } = clerk;
  const received = await it.app.inject({ method: 'POST', url: '/api/payments/receive', payload, headers });
  expect(received.statusCode, received.body).toBe(201);
  const { body: clerks } = await opened(FIGURE_LINKS.cash('2026-11-20'));
  expect(clerks.length).toBeGreaterThan(0);
  for (const { clerk: name, net, count, returned_count } of clerks) {
    const times = await opened(FIGURE_LINKS.cashOf(name, '2026-11-20').replace('/cash_by_day', '/cash_movements'));
    expect([times.count, times.amount]).toEqual([count + returned_count, net]);
  }
});

test('a request for another car waits in its own row, and the menu counts both queues', async () => {
  const before = await board();
  const { driver } = await buildDriver(it);
  await it.db
    .insertInto('car_requests')
    .values({ driver_id: driver.id, car_number: 'GX 5-26', asked_at: it.clock.now })
    .execute();
  const { incomplete_registrations, car_requests } = await board();
  expect([incomplete_registrations, car_requests]).toEqual([before.incomplete_registrations + 1, 1]);
  expect((await opened(FIGURE_LINKS.registrations)).count).toBe(incomplete_registrations);
  const { counts } = (await get('/office_counts')).body;
  expect(counts['/admin_registration']).toBe(incomplete_registrations + car_requests);
});

test('applications that are late are those of their list, and the menu counts all that wait', async () => {
  await buildApplication(it, { due_on: '2026-11-19' });
  await buildApplication(it, { due_on: '2026-11-20' });
  expect((await board()).late_applications).toBe(1);
  expect((await opened(FIGURE_LINKS.lateApplications)).count).toBe(1);
  expect((await get('/office_counts')).body.counts['/pending_approvals']).toBe(2);
});

test('cases have one number in the menu, on the page, in its list and by reason', async () => {
  const { counts } = (await get('/office_counts')).body;
  const { all, reasons } = (await get('/clearance/figures')).body;
  const list = await opened(FIGURE_LINKS.cases);
  expect([all.count, list.count]).toEqual(Array(2).fill(counts['/payment_clearance']));
  for (const { reason, count } of reasons) {
    expect((await opened(FIGURE_LINKS.casesOf(reason))).count).toBe(count);
  }
});
