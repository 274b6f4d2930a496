import type { StaffRole } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldTotals } from '#db/totals/fold-totals.ts';
import { noteBackup } from '#domains/reports';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;

beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const dashboard = async (role: StaffRole = 'SuperUser') => {
  const { headers } = await buildCaller(it, role);
  return (await it.app.inject({ url: '/api/dashboard', headers })).json();
};

test('an empty product shows nothing waiting and nothing received', async () => {
  const nothing = { count: 0, amount: '0.00', types: [], modes: [] };
  const days = (first: string, last: string) => ({ first, last });
  const before = (first: string, last: string) => ({ first, last, amount: '0.00' });
  expect(await dashboard()).toEqual({
    today: '2026-11-20',
    time: '10:00',
    approvals: 0,
    new_messages: 0,
    incomplete_registrations: 0,
    car_requests: 0,
    drivers: { count: 0, registered: { today: 0, month: 0, year: 0 }, unpaid: 0 },
    claims: { count: 0, amount: '0.00', oldest_at: null },
    received: {
      today: { ...nothing, ...days('2026-11-20', '2026-11-20'), before: before('2026-11-13', '2026-11-13') },
      month: { ...nothing, ...days('2026-11-01', '2026-11-20'), before: before('2026-10-01', '2026-10-20') },
      year: { ...nothing, ...days('2026-01-01', '2026-11-20'), before: before('2025-01-01', '2025-11-20') },
      hours: [],
      days: [],
      months: [],
    },
    books: null,
    watch_entries: 0,
    late_applications: 0,
    heard_cases: 0,
    emergencies: { open: 0, unacknowledged: 0, watching: 0 },
    ending_bundles: { count: 0, until: '2026-11-27' },
    statements_behind: [],
    uncounted_cash: 0,
  });
});

/** Moves the clock, and gives back what brings it to the present again. */
const at = (instant: string): void => {
  it.clock.now = new Date(instant);
};
const NOW = '2026-11-20T10:00:00Z';

test('money counts by its day, type and mode, folded or not, beside its like up to the same time', async () => {
  const payers = [];
  const instants = ['2025-11-20T09:00', '2025-11-21T09:00', '2026-10-20T09:59', '2026-10-20T10:01'];
  for (const instant of [...instants, '2026-11-13T08:30', '2026-11-13T15:00', '2026-11-20T09:00']) {
    at(`${instant}:00Z`);
    const { driver } = await buildDriver(it);
    payers.push(driver);
    await buildPayment(it, submissionOf(driver, { amount: '200.00' }), 'cleared');
  }
  await foldTotals(it.db);
  const [first, last] = [payers[0], payers.at(-1)];
  if (!first || !last) throw new Error('Drivers were built');
  at(NOW);
  const paid = await buildPayment(it, subscriptionOf(last, 2026, 'NOVEMBER', { amount: '310.25' }));
  await it.db.updateTable('payments').set({ mode: 'cash' }).where('id', '=', paid).execute();
  await changePayment(it, paid, 'clear');
  await buildPayment(it, subscriptionOf(first, 2026, 'NOVEMBER'), 'rejected');
  await buildPayment(it, subscriptionOf(first, 2026, 'DECEMBER'), 'reversed');
  at('2026-11-12T08:00:00Z');
  await buildPayment(it, subscriptionOf(first, 2026, 'JANUARY'), 'submitted');
  at(NOW);
  const { received, claims, drivers } = await dashboard();
  expect(claims).toEqual({ count: 1, amount: '300.00', oldest_at: '2026-11-12T08:00:00.000Z' });
  expect(drivers).toEqual({ count: 7, registered: { today: 1, month: 3, year: 5 }, unpaid: 0 });
  expect(received.today).toEqual({
    first: '2026-11-20',
    last: '2026-11-20',
    count: 2,
    amount: '510.25',
    before: { first: '2026-11-13', last: '2026-11-13', amount: '200.00' },
    types: [
      { type_code: 'RF', description: 'REGISTRATION FEE', count: 1, amount: '200.00' },
      { type_code: 'SS', description: 'MONTHLY SUBSCRIPTION', count: 1, amount: '310.25' },
    ],
    modes: [
      { mode: 'momo', count: 1, amount: '200.00' },
      { mode: 'cash', count: 1, amount: '310.25' },
    ],
  });
  expect([received.month.amount, received.month.before.amount]).toEqual(['910.25', '200.00']);
  expect([received.year.amount, received.year.before.amount]).toEqual(['1310.25', '200.00']);
  expect(received.hours).toEqual([
    { day: '2026-11-13', hour: 8, amount: '200.00' },
    { day: '2026-11-13', hour: 15, amount: '200.00' },
    { day: '2026-11-20', hour: 9, amount: '200.00' },
    { day: '2026-11-20', hour: 10, amount: '310.25' },
  ]);
  expect(received.days).toEqual([
    { day: '2026-10-20', amount: '400.00' },
    { day: '2026-11-13', amount: '400.00' },
    { day: '2026-11-20', amount: '510.25' },
  ]);
  expect(received.months).toEqual([
    { month: '2025-11', amount: '400.00' },
    { month: '2026-10', amount: '400.00' },
    { month: '2026-11', amount: '910.25' },
  ]);
  await foldTotals(it.db);
  expect((await dashboard()).received).toEqual(received);
});

test('what is booked late counts on its day, and in no hour of another', async () => {
  const before = (await dashboard()).received;
  const { driver } = await buildDriver(it);
  const claim = await buildPayment(it, submissionOf(driver));
  await it.db.updateTable('payments').set({ transaction_date: '2026-11-18' }).where('id', '=', claim).execute();
  await changePayment(it, claim, 'clear');
  const after = (await dashboard()).received;
  expect(after.hours).toEqual(before.hours);
  expect(after.days).toContainEqual({ day: '2026-11-18', amount: '200.00' });
});

test('jobs that failed are counted for those who see jobs, until a run goes well', async () => {
  await sql`INSERT INTO jobs (name, every_ms, due_at, created_at, failure) VALUES ('tick', 1000, now(), now(), 'No')`.execute(
    it.db,
  );
  await sql`INSERT INTO jobs (name, status, due_at, created_at, ended_at) VALUES ('once', 'failed', now(), now(), now())`.execute(
    it.db,
  );
  expect((await dashboard('SuperAdmin')).failed_jobs).toBe(2);
  await sql`UPDATE jobs SET failure = '' WHERE name = 'tick'`.execute(it.db);
  expect((await dashboard('SuperAdmin')).failed_jobs).toBe(1);
  expect(await dashboard('SuperUser')).not.toHaveProperty('failed_jobs');
});

test('those who see jobs are told when the data was copied last, and that nobody has', async () => {
  expect((await dashboard('SuperAdmin')).backup).toEqual({ made_at: null });
  for (const day of ['2026-11-19', '2026-11-18']) await noteBackup(it.db, new Date(`${day}T02:30:00Z`));
  expect((await dashboard('SuperAdmin')).backup).toEqual({ made_at: '2026-11-19T02:30:00.000Z' });
  expect(await dashboard('SuperUser')).not.toHaveProperty('backup');
});

test.each([
  ['Operations', ['heard_cases', 'late_applications']],
  ['Legal', ['approvals', 'heard_cases', 'late_applications']],
  ['SystemUser', []],
] as const)('%s, who may open neither money nor drivers, is given no figure of them', async (role, own) =>
  expect(Object.keys(await dashboard(role)).sort()).toEqual([...own, 'time', 'today']),
);

const read = async (path: string, role: StaffRole) =>
  (await it.app.inject({ url: `/api${path}`, headers: (await buildCaller(it, role)).headers })).json();

test('what happened last comes with the newest first, to those who may see it', async () => {
  at('2026-11-20T13:00:00Z');
  const clerk = await buildCaller(it, 'SuperUser');
  const { driver } = await buildDriver(it, { first_name: 'Ama', last_name: 'Owusu' });
  at('2026-11-20T13:01:00Z');
  await buildPayment(it, submissionOf(driver));
  at('2026-11-20T13:02:00Z');
  const payload = { transaction_id: '98765432101', mobile_number: '0244123456', amount: '75.00', reference: 'GR1' };
  const captured = await it.app.inject({
    method: 'POST',
    url: '/api/payments/capture_momo',
    payload,
    headers: clerk.headers,
  });
  expect(captured.statusCode).toBe(201);
  const [money, claim, registered] = await read('/dashboard/just_now', 'SuperUser');
  expect(money).toMatchObject({ kind: 'money', at: '2026-11-20T13:02:00.000Z', amount: '75.00', mode: 'momo' });
  expect(money.by).toMatch(/^ama\.mensah/);
  expect(claim).toMatchObject({ kind: 'claim', name: 'AMA OWUSU', amount: '200.00', payment_month: null });
  expect(registered).toMatchObject({ kind: 'driver', id: driver.id, car_number: driver.car_number });
  expect(await read('/dashboard/just_now', 'Operations')).toEqual([]);
  at(NOW);
});

test('the menu’s counts are of the pages that the role may open', async () => {
  expect(await read('/office_counts', 'SuperUser')).toEqual({
    counts: {
      ...{ '/payment_clearance': 3, '/admin_registration': 1, '/contact_messages': 0, '/approvals': 0 },
      '/tracker_watch': 0,
      '/response_request': 0,
      '/pending_approvals': 0,
      '/update_response': 0,
      '/activation_response': 0,
      '/messages_response': 0,
    },
  });
  expect(await read('/office_counts', 'Legal')).toEqual({
    counts: {
      ...{ '/approvals': 0, '/pending_approvals': 0 },
      ...{ '/update_response': 0, '/activation_response': 0, '/messages_response': 0 },
    },
  });
});

test('the menu counts what the page of clearance lists: claims, and money that waits', async () => {
  const { counts } = await read('/office_counts', 'SuperUser');
  const { all } = await read('/clearance/figures', 'SuperUser');
  const { headers } = await buildCaller(it, 'SuperUser');
  const list = await it.app.inject({ url: '/api/clearance', headers });
  const ofPage = [list.json().length, Number(list.headers['x-total-count']), all.count];
  expect(ofPage).toEqual(Array(3).fill(counts['/payment_clearance']));
  expect(all.count).toBeGreaterThan((await dashboard()).claims.count);
});
