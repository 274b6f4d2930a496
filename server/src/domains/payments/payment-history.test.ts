import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
let staff: { headers: Record<string, string> };
beforeAll(async () => {
  it = await startApp();
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  staff = await buildCaller(it, 'SuperUser');
});
afterAll(() => it.close());

const get = (url: string, headers = staff.headers) => it.app.inject({ url: `/api${url}`, headers });

test('a driver of a code in any case is found for their history, a removed one too', async () => {
  const { driver } = await buildDriver(it, { first_name: 'Ama', last_name: 'Mensah' });
  const { id, driver_code, car_number, mobile_number } = driver;
  const known = { id, driver_code, car_number, mobile_number, first_name: 'AMA', last_name: 'MENSAH' };
  expect((await get(`/payments/drivers/${driver_code.toLowerCase()}`)).json()).toEqual({ ...known, is_removed: false });
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', id).execute();
  expect((await get(`/payments/drivers/${driver_code}`)).json()).toEqual({ ...known, is_removed: true });
});

test.each(['DRV999999Z', 'nobody', '%', "DRV' OR '1'='1"])(
  'a code that no driver has is not found: %s',
  async (code) => {
    const response = await get(`/payments/drivers/${encodeURIComponent(code)}`);
    expect([response.statusCode, response.json().message]).toEqual([404, 'No driver has this driver code.']);
  },
);

test('a payment is shown with its price, its state and the money that was found', async () => {
  const { driver } = await buildDriver(it);
  const id = await buildPayment(it, submissionOf(driver, { amount: '250.00' }), 'rejected', 'No such receipt.');
  const response = await get(`/payments/${id}`);
  expect(response.json()).toMatchObject({
    id,
    driver_code: driver.driver_code,
    payment_type: 'RF',
    amount_paid: '250.00',
    amount_due: '200.00',
    claimed_amount: null,
    status: 'rejected',
    status_reason: 'No such receipt.',
    date_of: 'claim',
    mode: 'momo',
    is_credit: false,
    has_transfer: false,
    transfer_id: null,
    created_at: '2026-11-20T10:00:00.000Z',
  });
});

test('a payment that is none is not found, and a number that is none is refused', async () => {
  const missing = await get('/payments/9999999');
  expect([missing.statusCode, missing.json().message]).toEqual([404, 'There is no such payment.']);
  expect((await get('/payments/first')).statusCode).toBe(400);
});

test('both are for staff who may read payments', async () => {
  const { headers } = await buildCaller(it, 'Legal');
  for (const url of ['/payments/1', '/payments/drivers/DRV000001B']) {
    expect((await get(url, headers)).statusCode).toBe(403);
    expect((await get(url, {})).statusCode).toBe(401);
  }
});
