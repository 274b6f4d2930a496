import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkBooks } from '../../../../test/book-checks.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { rowOf } from '../../../../test/desk/harness.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

type Person = Awaited<ReturnType<typeof buildCaller>>;
let it: TestApp;
let clerk: Person;
let admin: Person;
/** The last payment, money and receipt before a test. */
let last: { payment: string; money: string; receipt: string };

beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

/** Has a clerk and an admin of whom nothing is known begin at 10 o'clock of a day. */
const beginOn = async (day: string): Promise<void> => {
  it.clock.now = new Date(`${day}T10:00:00Z`);
  clerk = await buildCaller(it, 'SuperUser');
  admin = await buildCaller(it, 'SystemAdmin');
};
beforeEach(async () => {
  await beginOn('2026-11-20');
  const { rows } = await sql<typeof last>`
    SELECT (SELECT coalesce(max(id), 0) FROM payments) AS payment, (SELECT coalesce(max(id), 0) FROM transfers) AS money,
      (SELECT coalesce(max(number), 0) FROM receipts) AS receipt`.execute(it.db);
  [last] = rows as [typeof last];
});

const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, by: Person, payload?: object) => {
  const answer = await it.app.inject({ method, url: `/api${path}`, headers: by.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
};
const ask = (payment: string, amount: string, by = clerk) =>
  call('POST', `/cash_corrections/${payment}`, by, { amount, reason: 'Typed wrongly.' });

/** Takes cash for a registration fee; `given` may add rows or another amount. */
const take = async (given: object = {}, by = clerk): Promise<string> => {
  const { driver } = await buildDriver(it);
  const asked = { mode: 'cash', amount: '20.00', payments: [rowOf(driver, { amount: '20.00' })], ...given };
  const { status, body } = await call('POST', '/payments/receive', by, asked);
  expect(status, body.message).toBe(201);
  return body.payment_ids[0];
};
/** The payments of this test. */
const payments = () =>
  it.db
    .selectFrom('payments')
    .select(['status', 'amount', 'transaction_date'])
    .where('id', '>', last.payment)
    .orderBy('id')
    .execute();
/** The money of this test. */
const money = () =>
  it.db
    .selectFrom('transfers')
    .select(['id', 'status', 'captured_by', 'received_on'])
    .where('id', '>', last.money)
    .orderBy('id')
    .execute();
const onlyMoney = async (): Promise<string> => {
  const all = await money();
  expect(all).toHaveLength(1);
  return all[0]?.id ?? '';
};
/** The approval that the clerk or the admin of this test has asked for. */
const waiting = async (): Promise<string> => {
  const asked = it.db.selectFrom('approvals').select('id').where('status', '=', 'asked');
  const all = await asked.where('asked_by', 'in', [clerk.id, admin.id]).execute();
  expect(all).toHaveLength(1);
  return all[0]?.id ?? '';
};
/** The day's cash of the clerk and of the admin, where they have some. */
const sheetsOf = async (day: string) =>
  (await call('GET', `/cash_by_day?day=${day}`, admin)).body.filter(({ id }: { id: string }) =>
    [clerk.id, admin.id].includes(id),
  );

test('who took cash and may not reverse asks for its right amount, and another person approves it', async () => {
  const payment = await take();
  const reversal = { decision: 'reverse', cause: 'never_came', reason: 'Typed wrongly.' };
  expect((await call('PATCH', `/clearance/${payment}`, clerk, reversal)).status).toBe(403);
  expect(await ask(payment, '200.00')).toMatchObject({
    status: 201,
    body: { message: expect.stringMatching(/^This waits for approval by somebody else: the cash CASH\d+\.$/) },
  });
  expect(await payments()).toMatchObject([{ status: 'cleared', amount: '20.00' }]);
  const id = await waiting();
  expect((await call('GET', `/approvals/${id}`, admin)).body).toMatchObject({
    reason: 'Typed wrongly.',
    changes: [
      { field: 'Amount', before: 'GHS 20.00', after: 'GHS 200.00' },
      { field: 'Pays', after: expect.stringMatching(/^DRV\w+: REGISTRATION FEE, GHS 200\.00$/) },
    ],
  });
  expect((await call('POST', `/approvals/${id}/approve`, clerk)).status).toBe(403);
  expect(await call('POST', `/approvals/${id}/approve`, admin)).toMatchObject({
    status: 201,
    body: { message: expect.stringMatching(/^GHS 200\.00 is received under CASH\d+: the payment is cleared\.$/) },
  });
  expect(await payments()).toMatchObject([
    { status: 'reversed', amount: '20.00' },
    { status: 'cleared', amount: '200.00', transaction_date: '2026-11-20' },
  ]);
  expect(await money()).toEqual([
    expect.objectContaining({ status: 'ended', captured_by: clerk.id }),
    expect.objectContaining({ status: 'matched', captured_by: clerk.id }),
  ]);
  const [day] = await sheetsOf('2026-11-20');
  expect(day).toMatchObject({ id: clerk.id, taken: '220.00', returned: '20.00', net: '200.00' });
});

/** The day's cash of the clerk, each movement of it, and what the cash account moved. */
const cashOf = async (day: string) => {
  const [sheet] = (await call('GET', `/cash_by_day?day=${day}`, admin)).body;
  const { body } = await call('GET', `/cash_movements?day=${day}`, admin);
  const shown = body.map(({ kind, amount, received_on }: Record<string, string>) => [kind, amount, received_on]);
  const { rows } = await sql<{ moved: string }>`
    SELECT coalesce(sum(amount), 0)::text AS moved FROM ledger_postings WHERE account = '1010' AND day = ${day}::date`.execute(
    it.db,
  );
  return { sheet, shown, moved: rows[0]?.moved };
};
const sumsOf = async (day: string) => {
  const { body } = await call('GET', `/payments/by_period?kind=all&from=${day}&to=${day}`, admin);
  return body.map(({ count, reversed, amount_paid }: Record<string, unknown>) => [count, reversed, amount_paid]);
};
const monthsOf = async (year: number): Promise<[string, string][]> =>
  (await call('GET', `/payments/by_month?kind=all&year=${year}`, admin)).body
    .filter(({ amount_paid }: { amount_paid: string }) => amount_paid !== '0.00')
    .map(({ month, amount_paid }: Record<string, string>) => [month, amount_paid]);

// Each test of what a day or a month sums up has days and months that no other test takes cash on.
test.each([
  { corrected: 'the next day', taken: '2026-03-20', day: '2026-03-21', months: [['2026-03', '800.00']] },
  {
    corrected: 'in the next month',
    taken: '2026-05-20',
    day: '2026-06-01',
    months: [
      ['2026-05', '1000.00'],
      ['2026-06', '-200.00'],
    ],
  },
])('cash that is corrected $corrected leaves its day as it was counted', async ({ taken, day, months }) => {
  await beginOn(taken);
  const others = await monthsOf(2026);
  const payment = await take({
    amount: '1000.00',
    payments: [rowOf((await buildDriver(it)).driver, { amount: '1000.00' })],
  });
  const before = [await cashOf(taken), await sumsOf(taken)];
  expect(before).toMatchObject([
    { sheet: { id: clerk.id, taken: '1000.00', net: '1000.00' }, moved: '1000.00' },
    [[1, '0.00', '1000.00']],
  ]);
  await ask(payment, '800.00');
  const approval = await waiting();
  it.clock.now = new Date(`${day}T10:00:00Z`);
  // Sessions of the day before have ended.
  admin = await buildCaller(it, 'SystemAdmin');
  expect((await call('POST', `/approvals/${approval}/approve`, admin)).status).toBe(201);

  expect([await cashOf(taken), await sumsOf(taken)]).toEqual(before);
  expect(await cashOf(day)).toMatchObject({
    sheet: { id: clerk.id, taken: '800.00', returned: '1000.00', net: '-200.00' },
    shown: [
      ['taken_back', '-1000.00', taken],
      ['taken', '800.00', taken],
    ],
    moved: '-200.00',
  });
  expect(await sumsOf(day)).toEqual([[1, '1000.00', '-200.00']]);
  expect((await monthsOf(2026)).toSorted()).toEqual([...others, ...months].toSorted());
  expect((await checkBooks(it)).differences).toEqual([]);
  // The payment, its money and its receipt keep the day for which they were received.
  expect((await payments()).map(({ transaction_date }) => transaction_date)).toEqual([taken, taken]);
  expect((await money()).map(({ received_on }) => received_on)).toEqual([taken, taken]);
  const receipts = it.db.selectFrom('receipts').select(['status', 'paid_on']).where('number', '>', last.receipt);
  expect(await receipts.orderBy('number').execute()).toEqual([
    { status: 'void', paid_on: taken },
    { status: 'issued', paid_on: taken },
  ]);
});

test('corrected cash that pays another driver later leaves the day of before alone too', async () => {
  await beginOn('2026-08-20');
  const payment = await take();
  await ask(payment, '200.00');
  const approval = await waiting();
  it.clock.now = new Date('2026-08-21T10:00:00Z');
  admin = await buildCaller(it, 'SystemAdmin');
  expect((await call('POST', `/approvals/${approval}/approve`, admin)).status).toBe(201);
  const before = [await cashOf('2026-08-20'), await sumsOf('2026-08-20')];
  const corrected = await it.db
    .selectFrom('payments')
    .select(['id', 'transfer_id'])
    .where('id', '>', last.payment)
    .where('status', '=', 'cleared')
    .executeTakeFirstOrThrow();
  const reversal = { decision: 'reverse', cause: 'wrong_car', reason: 'Another car.' };
  expect((await call('PATCH', `/clearance/${corrected.id}`, admin, reversal)).status).toBe(200);
  const { driver } = await buildDriver(it);
  const fee = { car_number: driver.car_number, payment_type: 'RF' };
  const other = await buildCaller(it, 'SystemAdmin');
  const assigned = await call('PATCH', `/transfers/${corrected.transfer_id}`, other, { decision: 'assign', fee });
  expect(assigned.status, assigned.body.message).toBe(200);
  expect([await cashOf('2026-08-20'), await sumsOf('2026-08-20')]).toEqual(before);
  expect(await sumsOf('2026-08-21')).toEqual([[2, '220.00', '180.00']]);
  expect((await checkBooks(it)).differences).toEqual([]);
  // The payment keeps the day for which its cash was received.
  expect((await payments()).at(-1)).toMatchObject({ status: 'cleared', transaction_date: '2026-08-20' });
});

test('whoever may reverse corrects the cash of a colleague at once, in whose name it stays', async () => {
  const payment = await take();
  const { status, body } = await ask(payment, '200.00', admin);
  expect([status, body.message]).toEqual([
    201,
    expect.stringMatching(/^GHS 200\.00 is received under CASH\d+: the payment is cleared\.$/),
  ]);
  expect(body.receipts).toEqual([expect.stringMatching(/^R\d+$/)]);
  expect(await money()).toEqual([
    expect.objectContaining({ status: 'ended', captured_by: clerk.id }),
    expect.objectContaining({ status: 'matched', captured_by: clerk.id }),
  ]);
  expect(await sheetsOf('2026-11-20')).toMatchObject([
    { id: clerk.id, taken: '220.00', returned: '20.00', net: '200.00' },
  ]);
  expect(await payments()).toMatchObject([{ status: 'reversed' }, { status: 'cleared', amount: '200.00' }]);
  const { status_reason } = (await call('GET', `/payments/${payment}`, admin)).body;
  expect(status_reason).toBe('Corrected to GHS 200.00: Typed wrongly.');
  expect((await checkBooks(it)).differences).toEqual([]);
});

test('a correction at once and a reversal beside it come to one of both', async () => {
  const payment = await take();
  const other = await buildCaller(it, 'SystemAdmin');
  const reversal = { decision: 'reverse', cause: 'never_came', reason: 'Typed wrongly.' };
  const answers = await Promise.all([
    ask(payment, '200.00', admin),
    ask(payment, '300.00', other),
    call('PATCH', `/clearance/${payment}`, other, reversal),
  ]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect((await checkBooks(it)).differences).toEqual([]);
});

test('somebody who counts as the one who took the cash does not correct it at once', async () => {
  const issued = await buildCaller(it, 'SystemAdmin');
  const payment = await take();
  const hand = { subject_kind: 'transfer', subject_id: await onlyMoney(), what: 'captured' } as const;
  await it.db
    .insertInto('hands')
    .values({ ...hand, account_id: issued.id, at: it.clock.now })
    .execute();
  expect(await ask(payment, '200.00', issued)).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
  expect(await payments()).toMatchObject([{ status: 'cleared', amount: '20.00' }]);
});

test('a colleague asks for nothing in the name of whoever took the cash', async () => {
  const other = await buildCaller(it, 'SuperUser');
  expect(await ask(await take(), '200.00', other)).toMatchObject({
    status: 403,
    body: { message: 'Only the person who took this cash can ask for its correction.' },
  });
});

test('what cannot be corrected so is refused at once', async () => {
  const payment = await take();
  expect(await ask(payment, '20.00')).toMatchObject({ status: 422, body: { issues: [{ path: 'body.amount' }] } });
  await ask(payment, '200.00');
  expect(await ask(payment, '100.00')).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const [one, other] = [(await buildDriver(it)).driver, (await buildDriver(it)).driver];
  const both = await take({ amount: '400.00', payments: [rowOf(one), rowOf(other)] });
  expect((await ask(both, '200.00')).body.message).toMatch(/^This cash paid several fees/);
  const bank = { mode: 'bank', transaction_id: 'FT12345678', seen_in_account: true };
  expect((await ask(await take(bank), '200.00')).body.message).toBe(
    'Only cash that paid a fee can be corrected this way.',
  );
});

test('while a correction waits its money says who asked for which amount, and leads who may see it there', async () => {
  const payment = await take();
  const taken = await onlyMoney();
  const waits = async (by: Person) => (await call('GET', `/money_received/${taken}`, by)).body.correction;
  expect(await waits(clerk)).toBeNull();
  await ask(payment, '200.00');
  const { login } = await it.db
    .selectFrom('accounts')
    .select('login')
    .where('id', '=', clerk.id)
    .executeTakeFirstOrThrow();
  const told = {
    ...{ payment_id: payment, asked_by: login, asked_at: it.clock.now.toISOString() },
    ...{ was: '20.00', amount: '200.00', reason: 'Typed wrongly.' },
  };
  const id = await waiting();
  expect(await waits(clerk)).toEqual({ ...told, approval_id: id });
  expect(await waits(admin)).toEqual({ ...told, approval_id: id });
  expect(await waits(await buildCaller(it, 'SuperUser'))).toEqual({ ...told, approval_id: null });
  expect((await call('POST', `/approvals/${id}/refuse`, admin, { reason: 'It was 20.' })).status).toBe(200);
  expect(await waits(clerk)).toBeNull();
});

test('cash that was reversed meanwhile is not corrected a second time', async () => {
  const payment = await take();
  await ask(payment, '200.00');
  const id = await waiting();
  const reversal = { decision: 'reverse', cause: 'never_came', reason: 'Typed wrongly.' };
  expect((await call('PATCH', `/clearance/${payment}`, admin, reversal)).status).toBe(200);
  const { body } = await call('POST', `/approvals/${id}/approve`, await buildCaller(it, 'SystemAdmin'));
  expect(body.message).toMatch(/^It could not be applied any more/);
  expect(await payments()).toMatchObject([{ status: 'reversed' }]);
});

test('cash that pays another driver’s fee by now is not corrected: nobody approved that', async () => {
  const payment = await take();
  await ask(payment, '200.00');
  const id = await waiting();
  const other = (await buildDriver(it)).driver;
  const [mover, approver] = [await buildCaller(it, 'SystemAdmin'), await buildCaller(it, 'SystemAdmin')];
  const reversal = { decision: 'reverse', cause: 'wrong_car', reason: 'Another car.' };
  expect((await call('PATCH', `/clearance/${payment}`, admin, reversal)).status).toBe(200);
  const taken = await onlyMoney();
  const fee = { car_number: other.car_number, payment_type: 'RF' };
  expect((await call('PATCH', `/transfers/${taken}`, mover, { decision: 'assign', fee })).status).toBe(200);
  const { status, body } = await call('POST', `/approvals/${id}/approve`, approver);
  expect([status, body.message]).toEqual([
    201,
    'It could not be applied any more: This cash now pays another fee. Please look again.',
  ]);
  expect(await payments()).toMatchObject([
    { status: 'reversed', amount: '20.00' },
    { status: 'cleared', amount: '20.00' },
  ]);
});

test('cash whose fee other money would pay without it is not corrected, and says so', async () => {
  const { driver } = await buildDriver(it);
  const row = { amount: '250.00', payments: [rowOf(driver, { amount: '250.00' })] };
  const { body: taken } = await call('POST', '/payments/receive', clerk, { mode: 'cash', ...row });
  await buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '300.00' }), 'cleared');
  await ask(taken.payment_ids[0], '200.00');
  const { status, body } = await call('POST', `/approvals/${await waiting()}/approve`, admin);
  expect([status, body.message]).toEqual([
    201,
    expect.stringMatching(
      /^It could not be applied any more: Without this cash the fee is paid by other money of the driver\./,
    ),
  ]);
  expect(await payments()).toMatchObject([{ status: 'cleared', amount: '250.00' }, { status: 'cleared' }]);
});

test('whoever took the cash does not approve its correction', async () => {
  const second = await buildCaller(it, 'SystemAdmin');
  const payment = await take({}, admin);
  await ask(payment, '200.00', admin);
  const id = await waiting();
  expect((await call('POST', `/approvals/${id}/approve`, admin)).status).toBe(403);
  expect((await call('POST', `/approvals/${id}/approve`, second)).status).toBe(201);
});
