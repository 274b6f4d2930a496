import { randomUUID } from 'node:crypto';
import { type ClearanceCase, caseReasonText } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAttempt } from '../../../../test/builders/attempts.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;

beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

const newDriver = async () => (await buildDriver(it)).driver;

const list = async (query: string): Promise<ClearanceCase[]> => {
  const response = await it.app.inject({ url: `/api/clearance?${query}`, headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

/** The case of a transaction ID in the list of those that wait. */
const waiting = async (transactionId: string): Promise<ClearanceCase | undefined> =>
  (await list('size=200')).find(({ transaction_id }) => transaction_id === transactionId);

const reasonOf = async (transactionId: string): Promise<string | undefined> => {
  const found = await waiting(transactionId);
  return found && caseReasonText(found);
};

test('a claim without money has no receipt yet', async () => {
  const driver = await newDriver();
  const claim = submissionOf(driver);
  const id = await buildPayment(it, claim);
  expect(await waiting(claim.transaction_id)).toEqual({
    id,
    kind: 'claim',
    side: 'drivers',
    reason: 'no_receipt',
    since: it.clock.now.toISOString(),
    name: `${driver.first_name} ${driver.last_name}`,
    driver_code: driver.driver_code,
    car_number: driver.car_number,
    payment_type: 'RF',
    payment_year: null,
    payment_month: null,
    amount: '200.00',
    price: '200.00',
    transaction_id: claim.transaction_id,
    money_amount: null,
    money_mode: null,
    source: null,
  });
  expect(await reasonOf(claim.transaction_id)).toBe('No receipt yet');
});

test.each([
  ['capture', 'Ready: receipt and amount agree'],
  ['desk', 'Ready: receipt and amount agree'],
  ['statement', 'Ready: statement line agrees'],
  ['prompt', 'Ready: prompt was paid'],
] as const)('a claim whose rejection was undone is ready once its money from %s is there', async (source, words) => {
  const claim = submissionOf(await newDriver());
  const id = await buildPayment(it, claim, 'rejected', 'Too early.');
  await buildTransfer(it, { transaction_id: claim.transaction_id, source });
  await changePayment(it, id, 'undo');
  expect(await reasonOf(claim.transaction_id)).toBe(words);
});

test('money of another amount says what came', async () => {
  const claim = submissionOf(await newDriver());
  await buildPayment(it, claim);
  await buildTransfer(it, { transaction_id: claim.transaction_id, amount: '1150.00' });
  expect(await reasonOf(claim.transaction_id)).toBe('Amount differs: MoMo got 1,150.00');
  const other = submissionOf(await newDriver());
  await buildPayment(it, other);
  await buildTransfer(it, { transaction_id: other.transaction_id, amount: '150.00', mode: 'bank' });
  expect(await reasonOf(other.transaction_id)).toBe('Amount differs: received 150.00');
});

test('a claim below its price waits with its money, and so does one for a year without a price', async () => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  const below = submissionOf(driver, { amount: '120.00' });
  await buildPayment(it, below);
  await buildTransfer(it, { transaction_id: below.transaction_id, amount: '120.00' });
  expect(await reasonOf(below.transaction_id)).toBe('Below the price of 200.00');
  const unpriced = subscriptionOf(driver, 2030, 'MAY');
  await buildPayment(it, unpriced);
  await buildTransfer(it, { transaction_id: unpriced.transaction_id, amount: '300.00' });
  expect(await reasonOf(unpriced.transaction_id)).toBe('No price yet');
});

test('a claim that waited below its price stays so when credit comes that completes it, and a person clears it', async () => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  const below = submissionOf(driver, { amount: '120.00' });
  const id = await buildPayment(it, below);
  await buildTransfer(it, { transaction_id: below.transaction_id, amount: '120.00' });
  await buildPayment(it, submissionOf(driver, { amount: '80.00' }), 'cleared');
  expect(await reasonOf(below.transaction_id)).toBe('Below the price of 200.00');
  const url = `/api/clearance/${id}`;
  const shown = await it.app.inject({ url, headers });
  expect(shown.json()).toMatchObject({ reason: 'below_price', claim: { paid: '80.00', missing: '120.00' } });
  const cleared = await it.app.inject({ method: 'PATCH', url, headers, payload: { decision: 'clear' } });
  expect(cleared.statusCode, cleared.body).toBe(200);
  const standing = await it.app.inject({ url: `/api/drivers/${driver.id}/standing`, headers });
  expect(standing.json()).toMatchObject({ covered: [{ payment_type: 'RF', covered_by: 'credit' }], credit: '0.00' });
});

test('a claim of an ID that another driver sent too waits, also when its money comes', async () => {
  const claim = submissionOf(await newDriver());
  await buildPayment(it, claim);
  await buildAttempt(it, submissionOf(await newDriver(), { transaction_id: claim.transaction_id }));
  expect(await reasonOf(claim.transaction_id)).toBe('Claimed twice');
  await buildTransfer(it, { transaction_id: claim.transaction_id });
  expect(await reasonOf(claim.transaction_id)).toBe('Claimed twice');
});

test('a driver who sends their claim twice disputes nothing', async () => {
  const claim = submissionOf(await newDriver());
  await buildPayment(it, claim);
  await buildAttempt(it, claim);
  expect(await reasonOf(claim.transaction_id)).toBe('No receipt yet');
});

test('a fee that was paid meanwhile says so, with the month where it has one', async () => {
  const driver = await newDriver();
  const [fee, month] = [submissionOf(driver), subscriptionOf(driver, 2026, 'NOVEMBER')];
  await buildPayment(it, fee);
  await buildPayment(it, month);
  await buildPayment(it, submissionOf(driver), 'cleared');
  await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER', { amount: '800.00' }), 'cleared');
  expect(await reasonOf(fee.transaction_id)).toBe('Already paid');
  expect(await reasonOf(month.transaction_id)).toBe('Month already paid');
});

test('a claim of a month that credit was used for is already paid', async () => {
  // The credit is less than a month costs on other plans.
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  await buildPayment(it, submissionOf(driver, { amount: '600.00' }), 'cleared');
  const claim = subscriptionOf(driver, 2026, 'NOVEMBER');
  const id = await buildPayment(it, claim);
  const { payment_type, payment_year, payment_month } = claim;
  const used = await it.app.inject({
    method: 'POST',
    url: `/api/drivers/${driver.id}/credit_uses`,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    payload: { payment_type, payment_year, payment_month },
  });
  expect(used.statusCode, used.body).toBe(201);
  expect(await reasonOf(claim.transaction_id)).toBe('Month already paid');
  const record = await it.app.inject({ url: `/api/clearance/${id}`, headers });
  expect(record.json()).toMatchObject({ claim: { is_paid: true } });
});

test('money that was set aside or used cannot clear a later claim', async () => {
  const id = await buildTransfer(it, { transaction_id: '77700000001' });
  await it.db.updateTable('transfers').set({ status: 'dismissed' }).where('id', '=', id).execute();
  await buildPayment(it, submissionOf(await newDriver(), { transaction_id: '77700000001' }));
  expect(await reasonOf('77700000001')).toBe('Receipt already used');
});

test('a statement of another amount is shown, also of money that is matched', async () => {
  const open = nextTransactionId();
  await buildTransfer(it, { transaction_id: open });
  await buildTransfer(it, { transaction_id: open, amount: '20.00', source: 'statement' });
  expect(await reasonOf(open)).toBe('Statement differs: 20.00');
  const claim = submissionOf(await newDriver());
  await buildPayment(it, claim);
  await buildTransfer(it, { transaction_id: claim.transaction_id });
  await buildTransfer(it, { transaction_id: claim.transaction_id, amount: '20.00', source: 'statement' });
  expect(await waiting(claim.transaction_id)).toMatchObject({ kind: 'transfer', reason: 'statement' });
});

test('a claim after such a statement is not cleared by itself', async () => {
  const transaction_id = nextTransactionId();
  await buildTransfer(it, { transaction_id });
  const id = await buildPayment(it, submissionOf(await newDriver(), { transaction_id }));
  await buildTransfer(it, { transaction_id, amount: '20.00', source: 'statement' });
  expect(await waiting(transaction_id)).toMatchObject({ id, reason: 'statement', money_amount: '20.00' });
});

test('money without a claim names the car, or says that nobody has it', async () => {
  const { car_number } = await newDriver();
  const saysOf = async (reference?: string) => {
    const transaction_id = nextTransactionId();
    await buildTransfer(it, { transaction_id, ...(reference && { reference }) });
    return waiting(transaction_id);
  };
  expect(await saysOf(car_number.toLowerCase())).toMatchObject({
    kind: 'transfer',
    name: 'EFUA SENDER',
    driver_code: null,
    reason: 'no_claim',
  });
  expect(await saysOf('XX 0000-00')).toMatchObject({ reason: 'unknown_car' });
  for (const words of [undefined, 'SUBSCRIPTION', '3435']) {
    expect(await saysOf(words), String(words)).toMatchObject({ reason: 'no_claim' });
  }
});

test('money for an ID that was cleared on somebody’s word says so', async () => {
  const claim = submissionOf(await newDriver());
  await buildPayment(it, claim, 'cleared');
  await buildTransfer(it, { transaction_id: claim.transaction_id });
  expect(await reasonOf(claim.transaction_id)).toBe('Claim cleared before');
});

test('money of which a part is left says how much', async () => {
  const { car_number } = await newDriver();
  const transaction_id = nextTransactionId();
  const id = await buildTransfer(it, { transaction_id, amount: '250.00' });
  const payload = { decision: 'assign', fee: { car_number, payment_type: 'RF' }, amount: '200.00' };
  const url = `/api/transfers/${id}`;
  const { body, statusCode } = await it.app.inject({ method: 'PATCH', url, headers, payload });
  expect(statusCode, body).toBe(200);
  expect(await reasonOf(transaction_id)).toBe('Money left: 50.00');
});

test('the oldest come first, and each reason is counted with what it comes to', async () => {
  const rows = await list('size=200');
  const times = rows.map(({ since }) => since);
  expect(times).toEqual(times.toSorted());
  const { body } = await it.app.inject({ url: '/api/clearance/figures', headers });
  const figures = JSON.parse(body);
  expect(figures.all.count).toBe(rows.length);
  expect(figures.is_cut).toBe(false);
  const counted = figures.reasons.toSorted((a: { reason: string }, b: { reason: string }) =>
    a.reason < b.reason ? -1 : 1,
  );
  const byReason = Object.entries(Object.groupBy(rows, ({ reason }) => reason));
  const expected = byReason.map(([reason, some]) => ({
    reason,
    count: some.length,
    amount: some.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2),
  }));
  expect(counted).toEqual(expected.toSorted((a, b) => (a.reason < b.reason ? -1 : 1)));
  for (const { reason, count } of figures.reasons) {
    const some = await list(`reason=${reason}&size=200`);
    expect(some.map((one) => one.reason)).toEqual(Array(count).fill(reason));
  }
});

test('a search finds by transaction ID with zeros before it, driver code and car, in every state', async () => {
  const driver = await newDriver();
  const claim = submissionOf(driver, { transaction_id: '5550001112' });
  const id = await buildPayment(it, claim, 'rejected', 'Not found.');
  for (const search of ['0005550001112', driver.driver_code.toLowerCase(), driver.car_number.replace(/\W/g, '')]) {
    const found = await list(`search=${encodeURIComponent(search)}`);
    expect(found.map((one) => [one.id, one.reason])).toEqual([[id, 'rejected']]);
  }
  expect(await list('search=NOBODY')).toEqual([]);
  expect(await waiting(claim.transaction_id)).toBeUndefined();
});
