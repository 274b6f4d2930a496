import { ENDPOINTS, type Endpoint, LIVE_MEDIA_TYPE } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller, buildMember, signIn } from '../builders/identity.ts';
import { buildPayment, changePayment } from '../builders/payments.ts';
import { statementCsv } from '../builders/statements.ts';
import { submissionOf, subscriptionOf } from '../builders/submissions.ts';
import { buildTransfer } from '../builders/transfers.ts';
import { startApp, type TestApp } from '../harness.ts';
import { statementsOf } from '../statement-imports.ts';
import { line } from '../statements/harness.ts';

// The largest amount that the database takes, many times: sums have more digits than it has.
const LARGEST = '999999999999.99';
const MONTHS = ['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE', 'JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER'];

let it: TestApp;
let staff: Record<string, string>;
let member: Record<string, string>;
let driverId: string;

beforeAll(async () => {
  it = await startApp();
  it.clock.now = new Date('2026-01-05T10:00:00Z');
  const [driver, debtor] = [await buildMember(it), await buildMember(it)];
  driverId = driver.id;
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  await it.db.updateTable('payment_list').set({ amount: LARGEST }).execute();
  const amount = LARGEST;
  await buildPayment(it, submissionOf(driver, { amount }), 'cleared');
  await buildPayment(it, submissionOf(debtor, { amount }), 'cleared');
  for (const month of MONTHS) await buildPayment(it, subscriptionOf(driver, 2026, month, { amount }), 'cleared');
  const again: string[] = [];
  for (let claim = 0; claim < 10; claim += 1) {
    again.push(await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER', { amount })));
    await buildPayment(it, subscriptionOf(driver, 2026, 'DECEMBER', { amount }));
    await buildPayment(it, subscriptionOf(debtor, 2026, 'DECEMBER', { amount }));
    await buildTransfer(it, { amount });
  }
  // Of five credits two pay the device and November.
  for (const [claim, id] of again.entries()) {
    await changePayment(it, id, claim < 5 ? 'credit' : 'reject', 'More than once.');
  }
  ({ headers: staff } = await buildCaller(it, 'SuperAdmin'));
  member = await signIn(it, 'member_login', { car_number: driver.car_number, driver_code: driver.driver_code });
});
afterAll(() => it.close());

const get = (url: string, headers = staff) => it.app.inject({ url: `/api${url}`, headers });

test('sums of more digits than an amount are shown as they are', async () => {
  const dashboard = await get('/dashboard');
  expect(dashboard.json()).toMatchObject({
    claims: { count: 20, amount: '19999999999999.80' },
    received: { month: { amount: '16999999999999.83' }, year: { amount: '16999999999999.83' } },
  });
  const totals = async (url: string) => {
    const { statusCode, headers } = await get(url);
    return [statusCode, headers['x-total-amount'], headers['x-waiting-amount']];
  };
  expect(await totals('/payments?status=submitted')).toEqual([200, '19999999999999.80', '19999999999999.80']);
  for (const by of ['by_mode?', 'by_month?year=2026&', 'by_period?from=2026-11-01&to=2026-11-30&']) {
    const sums = [200, '14999999999999.85', '19999999999999.80'];
    expect(await totals(`/payments/${by}kind=subscriptions`)).toEqual(sums);
  }
  expect((await totals('/arrears')).slice(0, 2)).toEqual([200, '11999999999999.88']);
  expect((await get(`/drivers/${driverId}/standing`)).json()).toMatchObject({ credit: '2999999999999.97' });
  expect((await get('/member/standing', member)).json()).toMatchObject({ credit: '2999999999999.97' });
});

const isRead = ({ method, file, cookie }: Endpoint): boolean =>
  method === 'GET' && cookie === undefined && !file?.includes(LIVE_MEDIA_TYPE);

test('the lines of a statement are added up by outcome, however much went out', async () => {
  const statements = statementsOf(it, staff);
  const out = Array.from({ length: 101 }, () => line({ amount: `-${LARGEST}` }));
  const id = await statements.checked(statementCsv(out));
  expect((await statements.show(id)).counts).toEqual([
    { outcome: 'outgoing', lines: 101, amount: '100999999999998.99' },
  ]);
});

test('no call that reads fails, for staff and for the member', async () => {
  const broken = [];
  for (const endpoint of ENDPOINTS.filter(isRead)) {
    for (const headers of [staff, member]) {
      const { statusCode, body } = await get(endpoint.url.replace(/:\w+/g, driverId), headers);
      if (statusCode >= 500) broken.push(`${endpoint.url}: ${body}`);
    }
  }
  expect(broken).toEqual([]);
});
