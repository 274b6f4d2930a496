import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPayment } from '../../../test/builders/payments.ts';
import { statementCsv } from '../../../test/builders/statements.ts';
import { nextTransactionId, submissionOf } from '../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../test/builders/transfers.ts';
import { openOffice } from '../../../test/clearing-office.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { importServer, statementsOf } from '../../../test/statement-imports.ts';

let it: TestApp;
let office: Awaited<ReturnType<typeof openOffice>>;
beforeAll(async () => {
  it = await startApp();
  office = await openOffice(it);
});
afterAll(() => it.close());

const FORMAT = 'Give an amount with two decimals, like 300.00.';
const AMOUNTS = [
  ['0.00', 'The amount must be more than 0.00.'],
  ['0', FORMAT],
  ['-5.00', FORMAT],
  ['1.005', FORMAT],
  ['1e9', FORMAT],
  ['NaN', FORMAT],
  ['1,000.00', FORMAT],
] as const;

/** A claim with its money of another amount, and money that nobody claimed. */
const waiting = async () => {
  const driver = await office.newDriver();
  const claim = submissionOf(driver);
  const id = await buildPayment(it, claim);
  await buildTransfer(it, { transaction_id: claim.transaction_id, amount: '350.00' });
  return { driver, id, free: await buildTransfer(it) };
};

test.each(AMOUNTS)(
  'the amount %j clears no claim, pays no fee with money, and is received from nobody',
  async (amount, message) => {
    const { decide, decideMoney, moneyState, receive, send, stateOf } = office;
    const { driver, id, free } = await waiting();
    const refused = { status: 400, issues: [{ path: 'body.amount', message }] };
    expect(await decide(id, { decision: 'clear', amount })).toMatchObject(refused);
    expect(await decide(id, { decision: 'credit', amount })).toMatchObject(refused);
    const fee = { car_number: driver.car_number, payment_type: 'RF' };
    expect(await decideMoney(free, { decision: 'assign', fee, amount })).toMatchObject(refused);
    expect([await stateOf(id), await moneyState(free)]).toEqual(['submitted', 'open']);
    const received = await receive(nextTransactionId(), amount, driver);
    expect(received.status).toBe(400);
    expect(received.issues).toContainEqual({ path: 'body.amount', message });
    const paid = { ...fee, driver_code: driver.driver_code, amount, transaction_id: nextTransactionId() };
    expect(await send('POST', '/reg_fees', { ...paid, seen_in_account: true })).toMatchObject({ status: 400 });
    expect(await send('POST', '/payments/capture_momo', { ...paid, seen_in_account: true })).toMatchObject({
      status: 400,
    });
    const stored = it.db.selectFrom('payments').select('id').where('transaction_id', '=', paid.transaction_id);
    expect(await stored.execute()).toEqual([]);
  },
);

test.each([
  ['a month without a year', { payment_month: 'MAY' }, 'payment_year', 'Please select the payment year.'],
  ['a year without a month', { payment_year: 2026 }, 'payment_month', 'Please select the payment month.'],
  [
    'a year off the list',
    { payment_year: 2090, payment_month: 'MAY' },
    'payment_year',
    'Please select the payment year.',
  ],
  [
    'a month of no calendar',
    { payment_year: 2026, payment_month: 'SMARCH' },
    'payment_month',
    'Please select the payment month.',
  ],
])('money pays no fee of %s', async (_, month, field, message) => {
  const { decideMoney, moneyState, newDriver, send } = office;
  const driver = await newDriver();
  await buildPayment(it, submissionOf(driver), 'cleared');
  const free = await buildTransfer(it, { amount: '300.00' });
  const fee = { car_number: driver.car_number, payment_type: 'SS', ...month };
  const assigned = await decideMoney(free, { decision: 'assign', fee });
  expect([400, 422]).toContain(assigned.status);
  expect(assigned.issues).toMatchObject([{ path: expect.stringContaining(field) }]);
  expect(await moneyState(free)).toBe('open');
  const row = { ...fee, driver_code: driver.driver_code, amount: '300.00' };
  const received = { mode: 'cash', amount: '300.00', payments: [row] };
  const atDesk = await send('POST', '/payments/receive', received);
  expect([400, 422]).toContain(atDesk.status);
  expect(atDesk.issues).toMatchObject([{ path: `body.payments.0.${field}`, message }]);
});

test('of a statement no line with such an amount becomes money, one with commas does, and the same line twice does once', async () => {
  const staff = statementsOf(it, office.clerk.headers);
  const amounts = ['0.00', '-5.00', '1.005', '1e9', 'NaN', '', '1,000.00'];
  const lines = amounts.map((amount) => ({ date: '18/11/2026', id: nextTransactionId(), amount }));
  const last = lines.at(-1) ?? { date: '', id: '', amount: '' };
  const id = await staff.checked(statementCsv([...lines, last]));
  const read = (await staff.lines(id)).map(({ outcome, reason }) => [outcome, reason]);
  expect(read).toEqual([
    ['unreadable', expect.any(String)],
    ['outgoing', expect.any(String)],
    ['unreadable', expect.stringContaining('1.005')],
    ['unreadable', expect.stringContaining('1e9')],
    ['unreadable', expect.stringContaining('NaN')],
    ['unreadable', 'It has no amount.'],
    ['no_claim', expect.any(String)],
    ['repeated', 'The same as line 8.'],
  ]);
  await staff.start(id);
  await importServer(it).runDue();
  const known = it.db
    .selectFrom('transfers')
    .select('amount')
    .where(
      'transaction_id',
      'in',
      lines.map((line) => line.id),
    );
  expect(await known.execute()).toEqual([{ amount: '1000.00' }]);
});
