import { fromPesewas, type PaymentRecord, toPesewas } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let staff: { headers: Record<string, string> };

const STATES = ['submitted', 'cleared', 'rejected', 'reversed'] as const;
const DRIVERS = 24;

beforeAll(async () => {
  it = await startApp();
  for (let n = 0; n < DRIVERS; n += 1) {
    it.clock.now = new Date(Date.UTC(2026, n % 5, 1 + (n % 3), 12));
    const { driver } = await buildDriver(it);
    await buildPayment(it, submissionOf(driver, { amount: `${200 + n}.50` }), STATES[n % 2]);
    await buildPayment(it, subscriptionOf(driver, 2026, 'MAY'), STATES[n % 4]);
  }
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  staff = await buildCaller(it, 'SuperUser');
});
afterAll(() => it.close());

const list = async (query: string) => {
  const response = await it.app.inject({ url: `/api/payments?${query}`, headers: staff.headers });
  return {
    rows: response.json<PaymentRecord[]>(),
    count: Number(response.headers['x-total-count']),
    amount: String(response.headers['x-total-amount']),
    waiting: String(response.headers['x-waiting-amount']),
  };
};

/** The expected list, straight from the table. */
const expected = async (statuses: readonly string[], type?: string) => {
  const rows = await it.db
    .selectFrom('payments')
    .select(['id', 'amount', 'status'])
    .where('status', 'in', statuses as never)
    .$if(type !== undefined, (query) => query.where('type_code', '=', type ?? ''))
    .orderBy('transaction_date', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const sumOf = (status: string) =>
    fromPesewas(rows.reduce((sum, row) => (row.status === status ? sum + toPesewas(row.amount) : sum), 0n));
  return {
    ids: rows.map(({ id }) => id),
    totals: {
      count: rows.length,
      amount: sumOf(statuses.length === 1 ? String(statuses[0]) : 'cleared'),
      waiting: sumOf('submitted'),
    },
  };
};

test.each([
  ['those that stand, when no state is named', '', ['submitted', 'cleared'], undefined],
  ['those of a type', 'payment_type=SS', ['submitted', 'cleared'], 'SS'],
  ['those of a type in any case', 'payment_type=rf', ['submitted', 'cleared'], 'RF'],
  ['those that wait', 'status=submitted', ['submitted'], undefined],
  ['those of a state', 'status=rejected', ['rejected'], undefined],
  ['those of a state and type', 'status=cleared&payment_type=SS', ['cleared'], 'SS'],
])(
  'pages hold %s, whole and without overlap, with their money and beside it what waits',
  async (_name, filter, statuses, type) => {
    const whole = await expected(statuses, type);
    expect(whole.totals.count).toBeGreaterThan(5);
    const ids: string[] = [];
    for (let page = 1; page <= Math.ceil(whole.totals.count / 5); page += 1) {
      const { rows, ...totals } = await list(`${filter}&page=${page}&size=5`);
      expect(totals).toEqual(whole.totals);
      ids.push(...rows.map(({ id }) => id));
    }
    expect(ids).toEqual(whole.ids);
    expect((await list(`${filter}&page=999&size=5`)).rows).toEqual([]);
  },
);

test('a row shows the payment and its driver as it is now', async () => {
  const [row] = (await list('payment_type=SS&size=1')).rows;
  const driver = await it.db
    .selectFrom('drivers')
    .selectAll()
    .where('id', '=', row?.driver_id ?? '')
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    driver_code: driver.driver_code,
    car_number: driver.car_number,
    mobile_number: driver.mobile_number,
    payment_type: 'SS',
    payment_year: 2026,
    payment_month: 'MAY',
    transaction_date: '2026-05-02',
    amount_paid: '300.00',
    drivers: { first_name: driver.first_name, last_name: driver.last_name, is_removed: false },
  });
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', driver.id).execute();
  const [later] = (await list('payment_type=SS&size=1')).rows;
  expect(later?.drivers).toEqual({ ...row?.drivers, is_removed: true });
});

test('a type that nobody has paid has an empty list and totals of nothing', async () => {
  expect(await list('payment_type=DP')).toEqual({ rows: [], count: 0, amount: '0.00', waiting: '0.00' });
});

test('the list is for staff who may read payments', async () => {
  expect((await it.app.inject('/api/payments')).statusCode).toBe(401);
  for (const role of ['Operations', 'Legal', 'SystemUser'] as const) {
    const { headers } = await buildCaller(it, role);
    expect((await it.app.inject({ url: '/api/payments', headers })).statusCode).toBe(403);
  }
});
