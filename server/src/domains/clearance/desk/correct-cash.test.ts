import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
beforeEach(async () => {
  it = await startApp();
  clerk = await buildCaller(it, 'SuperUser');
  admin = await buildCaller(it, 'SystemAdmin');
});
afterEach(() => it.close());

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
const payments = () =>
  it.db.selectFrom('payments').select(['status', 'amount', 'transaction_date']).orderBy('id').execute();
const waiting = async (): Promise<string> =>
  (await it.db.selectFrom('approvals').select('id').where('status', '=', 'asked').execute())[0]?.id ?? '';

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
  const money = await it.db.selectFrom('transfers').select(['status', 'captured_by']).orderBy('id').execute();
  expect(money).toEqual([
    { status: 'ended', captured_by: clerk.id },
    { status: 'matched', captured_by: clerk.id },
  ]);
  const [day] = (await call('GET', '/cash_by_day?day=2026-11-20', admin)).body;
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
const monthsOf = async (year: number) =>
  (await call('GET', `/payments/by_month?kind=all&year=${year}`, admin)).body
    .filter(({ amount_paid }: { amount_paid: string }) => amount_paid !== '0.00')
    .map(({ month, amount_paid }: Record<string, string>) => [month, amount_paid]);

test.each([
  { corrected: 'the next day', at: '2026-11-21T10:00:00Z', day: '2026-11-21', months: [['2026-11', '800.00']] },
  {
    corrected: 'in the next month',
    at: '2026-12-01T10:00:00Z',
    day: '2026-12-01',
    months: [
      ['2026-11', '1000.00'],
      ['2026-12', '-200.00'],
    ],
  },
])('cash that is corrected $corrected leaves its day as it was counted', async ({ at, day, months }) => {
  const payment = await take({
    amount: '1000.00',
    payments: [rowOf((await buildDriver(it)).driver, { amount: '1000.00' })],
  });
  const before = [await cashOf('2026-11-20'), await sumsOf('2026-11-20')];
  expect(before).toMatchObject([
    { sheet: { taken: '1000.00', net: '1000.00' }, moved: '1000.00' },
    [[1, '0.00', '1000.00']],
  ]);
  await ask(payment, '800.00');
  it.clock.now = new Date(at);
  // Sessions of the day before have ended.
  admin = await buildCaller(it, 'SystemAdmin');
  expect((await call('POST', `/approvals/${await waiting()}/approve`, admin)).status).toBe(201);

  expect([await cashOf('2026-11-20'), await sumsOf('2026-11-20')]).toEqual(before);
  expect(await cashOf(day)).toMatchObject({
    sheet: { id: clerk.id, taken: '800.00', returned: '1000.00', net: '-200.00' },
    shown: [
      ['taken_back', '-1000.00', '2026-11-20'],
      ['taken', '800.00', '2026-11-20'],
    ],
    moved: '-200.00',
  });
  expect(await sumsOf(day)).toEqual([[1, '1000.00', '-200.00']]);
  expect(await monthsOf(2026)).toEqual(months);
  expect((await checkBooks(it)).differences).toEqual([]);
  // The payment, its money and its receipt keep the day for which they were received.
  expect((await payments()).map(({ transaction_date }) => transaction_date)).toEqual(['2026-11-20', '2026-11-20']);
  const money = await it.db.selectFrom('transfers').select('received_on').execute();
  expect(money.map(({ received_on }) => received_on)).toEqual(['2026-11-20', '2026-11-20']);
  const receipts = await it.db.selectFrom('receipts').select(['status', 'paid_on']).orderBy('number').execute();
  expect(receipts).toEqual([
    { status: 'void', paid_on: '2026-11-20' },
    { status: 'issued', paid_on: '2026-11-20' },
  ]);
});

test('corrected cash that pays another driver later leaves the day of before alone too', async () => {
  const payment = await take();
  await ask(payment, '200.00');
  it.clock.now = new Date('2026-11-21T10:00:00Z');
  admin = await buildCaller(it, 'SystemAdmin');
  expect((await call('POST', `/approvals/${await waiting()}/approve`, admin)).status).toBe(201);
  const before = [await cashOf('2026-11-20'), await sumsOf('2026-11-20')];
  const corrected = await it.db
    .selectFrom('payments')
    .select(['id', 'transfer_id'])
    .where('status', '=', 'cleared')
    .executeTakeFirstOrThrow();
  const reversal = { decision: 'reverse', cause: 'wrong_car', reason: 'Another car.' };
  expect((await call('PATCH', `/clearance/${corrected.id}`, admin, reversal)).status).toBe(200);
  const { driver } = await buildDriver(it);
  const fee = { car_number: driver.car_number, payment_type: 'RF' };
  const other = await buildCaller(it, 'SystemAdmin');
  const assigned = await call('PATCH', `/transfers/${corrected.transfer_id}`, other, { decision: 'assign', fee });
  expect(assigned.status, assigned.body.message).toBe(200);
  expect([await cashOf('2026-11-20'), await sumsOf('2026-11-20')]).toEqual(before);
  expect(await sumsOf('2026-11-21')).toEqual([[2, '220.00', '180.00']]);
  expect((await checkBooks(it)).differences).toEqual([]);
  // The payment keeps the day for which its cash was received.
  expect((await payments()).at(-1)).toMatchObject({ status: 'cleared', transaction_date: '2026-11-20' });
});

test('whoever may reverse corrects the cash of a colleague at once, in whose name it stays', async () => {
  const payment = await take();
  const { status, body } = await ask(payment, '200.00', admin);
  expect([status, body.message]).toEqual([
    201,
    expect.stringMatching(/^GHS 200\.00 is received under CASH\d+: the payment is cleared\.$/),
  ]);
  expect(body.receipts).toEqual([expect.stringMatching(/^R\d+$/)]);
  const money = await it.db.selectFrom('transfers').select(['status', 'captured_by']).orderBy('id').execute();
  expect(money).toEqual([
    { status: 'ended', captured_by: clerk.id },
    { status: 'matched', captured_by: clerk.id },
  ]);
  const sheets = (await call('GET', '/cash_by_day?day=2026-11-20', admin)).body;
  expect(sheets).toMatchObject([{ id: clerk.id, taken: '220.00', returned: '20.00', net: '200.00' }]);
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
  await it.db
    .insertInto('hands')
    .values({ account_id: issued.id, subject_kind: 'transfer', subject_id: '1', what: 'captured', at: it.clock.now })
    .execute();
  const payment = await take();
  const { id } = await it.db.selectFrom('transfers').select('id').executeTakeFirstOrThrow();
  expect(id).toBe('1');
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
  const { id: money } = await it.db.selectFrom('transfers').select('id').executeTakeFirstOrThrow();
  const waits = async (by: Person) => (await call('GET', `/money_received/${money}`, by)).body.correction;
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
  const { body } = await call('POST', `/approvals/${id}/approve`, admin);
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
  const { id: money } = await it.db.selectFrom('transfers').select('id').executeTakeFirstOrThrow();
  const fee = { car_number: other.car_number, payment_type: 'RF' };
  expect((await call('PATCH', `/transfers/${money}`, mover, { decision: 'assign', fee })).status).toBe(200);
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
