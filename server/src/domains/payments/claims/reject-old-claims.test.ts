import type { PaymentStatus } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { shareUndone } from '../../../../test/undone-app.ts';
import { rejectClaimsWithoutReceipt } from './reject-old-claims.ts';

let it: TestApp;
beforeEach(() => {
  others.length = 0;
});
const DAYS = 14;

const on = (day: string): void => {
  it.clock.now = new Date(`${day}T23:00:00Z`);
};

const newPayer = async () => (await buildDriver(it)).driver;
const reject = () => rejectClaimsWithoutReceipt(it.db, DAYS, it.clock.now);
/** Others, whose cleared fees show that the office clears. */
const others: string[] = [];
const clearOne = async (): Promise<void> => {
  const other = await newPayer();
  others.push(other.id);
  await buildPayment(it, submissionOf(other), 'cleared');
};
const states = async () => {
  const rows = await it.db.selectFrom('payments').select(['driver_id', 'status']).orderBy('id').execute();
  return rows.filter(({ driver_id }) => !others.includes(driver_id ?? '')).map(({ status }) => status);
};
/** Texts in the outbox besides the drivers' welcomes. */
const texts = async () => {
  const rows = await it.db.selectFrom('outbox_messages').select(['recipient', 'body']).orderBy('id').execute();
  return rows.filter(({ body }) => !body.includes('welcome. Your driver code'));
};

describe('on a database that is undone after each test', () => {
  shareUndone((app) => {
    it = app;
  });

  test('a claim that found no receipt within the days is rejected with its reason, and its driver is told', async () => {
    const payer = await newPayer();
    await buildPayment(it, submissionOf(payer, { transaction_id: '68576386182' }));
    on('2026-12-04');
    await clearOne();
    expect(await reject()).toBe(0);
    on('2026-12-05');
    expect(await reject()).toBe(1);
    const stored = await it.db
      .selectFrom('payments')
      .select(['status', 'status_reason'])
      .where('driver_id', '=', payer.id)
      .execute();
    expect(stored).toEqual([{ status: 'rejected', status_reason: 'No receipt was found within 14 days.' }]);
    const text =
      'Banbo Driver Safety: your payment of GHS 200.00, transaction ID 68576386182, was not found within 14 days and so ' +
      'rejected. If you did pay, please contact us.';
    expect(await texts()).toEqual([{ recipient: payer.mobile_number, body: text }]);
    expect(text.length).toBeLessThanOrEqual(160);
    expect(await reject()).toBe(0);
    expect(await texts()).toHaveLength(1);
  });

  test('an office that has cleared nothing in all those days does not clear here, and nothing is rejected', async () => {
    await clearOne();
    await buildPayment(it, submissionOf(await newPayer()));
    on('2027-01-01');
    expect(await reject()).toBe(0);
    expect(await states()).toEqual(['submitted']);
    await clearOne();
    expect(await reject()).toBe(1);
  });

  test('what is decided stays as it is', async () => {
    const kept: PaymentStatus[] = ['cleared', 'rejected', 'reversed'];
    for (const status of kept) await buildPayment(it, submissionOf(await newPayer()), status);
    on('2027-11-20');
    await clearOne();
    expect(await reject()).toBe(0);
    expect(await states()).toEqual(kept);
    expect(await texts()).toEqual([]);
  });

  test('a driver gets one text for all claims of a day, whoever sent them', async () => {
    const payer = await newPayer();
    for (const month of ['MAY', 'JUNE', 'JULY']) {
      await buildPayment(it, submissionOf(payer));
      await buildPayment(it, subscriptionOf(payer, 2026, month));
    }
    const younger = subscriptionOf(payer, 2026, 'AUGUST');
    on('2026-11-25');
    await buildPayment(it, younger);
    on('2026-12-05');
    await clearOne();
    expect(await reject()).toBe(6);
    expect(await states()).toEqual([...Array(6).fill('rejected'), 'submitted']);
    expect((await texts()).map(({ body }) => body)).toEqual([
      'Banbo Driver Safety: 6 payments sent for your cars were not found within 14 days and so rejected. ' +
        'If you did pay, please contact us.',
    ]);
  });

  test('more claims than a chunk holds all end in one run', async () => {
    const payer = await newPayer();
    const other = await newPayer();
    const row = (n: number) => ({
      driver_id: n < 150 ? payer.id : other.id,
      type_code: 'RF',
      period: 'once' as const,
      payment_year: null,
      payment_month: null,
      amount_due: null,
      amount: '200.00',
      transaction_id: String(70_000_000_000 + n),
      transaction_date: '2026-11-20',
      waiting_since: '2026-11-20',
      created_at: it.clock.now,
    });
    await it.db
      .insertInto('payments')
      .values(Array.from({ length: 250 }, (_, n) => row(n)))
      .execute();
    on('2027-01-01');
    await clearOne();
    expect(await reject()).toBe(250);
    expect(new Set(await states())).toEqual(new Set(['rejected']));
    expect(await texts()).toHaveLength(2);
  });
});

describe('where the app or several servers see the claims, which stay', () => {
  let started: TestApp;
  beforeAll(async () => {
    started = await startApp();
  });
  beforeEach(() => {
    it = { ...started, clock: started.clock };
    on('2026-11-20');
  });
  afterAll(() => started.close());

  test('its transaction ID is free again, and the list and the driver’s page say why', async () => {
    const payer = await newPayer();
    await buildPayment(it, submissionOf(payer, { transaction_id: '68576386182' }));
    on('2027-01-01');
    await clearOne();
    await reject();
    const { headers } = await buildCaller(it, 'SuperUser');
    const url = `/api/payments?status=rejected&driver_code=${payer.driver_code}`;
    const listed = await it.app.inject({ url, headers });
    expect(listed.json()).toMatchObject([
      { status: 'rejected', status_reason: 'No receipt was found within 14 days.' },
    ]);
    expect(listed.headers).toMatchObject({ 'x-total-amount': '200.00', 'x-waiting-amount': '0.00' });
    await buildPayment(it, submissionOf(payer, { transaction_id: '68576386182' }));
    const stored = it.db.selectFrom('payments').select('status').where('driver_id', '=', payer.id).orderBy('id');
    expect(await stored.execute()).toEqual([{ status: 'rejected' }, { status: 'submitted' }]);
  });

  test('servers that do it at the same moment reject and tell once', async () => {
    const before = (await texts()).length;
    for (let n = 0; n < 30; n += 1) await buildPayment(it, submissionOf(await newPayer()));
    on('2027-01-01');
    await clearOne();
    const rejected = await Promise.all([reject(), reject(), reject(), reject()]);
    expect(rejected.reduce((sum, one) => sum + one, 0)).toBe(30);
    expect(await texts()).toHaveLength(before + 30);
  });
});
