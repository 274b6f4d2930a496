import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { type Desk, monthOf, rowOf, startDesk } from '../../../../test/desk/harness.ts';
import { startApp } from '../../../../test/harness.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

test.each([
  ['momo', {}, 'transaction_id', 'Please enter the transaction ID'],
  ['bank', {}, 'transaction_id', 'Please enter the reference number of the transfer.'],
  ['cheque', { bank: 'GCB BANK' }, 'transaction_id', 'Please enter the number of the cheque.'],
  ['cheque', { transaction_id: '000452' }, 'bank', 'Please choose the bank of the cheque.'],
  ['cheque', { transaction_id: '000452', bank: 'BANK OF NOWHERE' }, 'bank', 'Please choose the bank of the cheque.'],
  [
    'cheque',
    { transaction_id: '000452', bank: 'GCB BANK', payer_name: ' – ' },
    'payer_name',
    'Please enter the drawer’s name, as it stands on the cheque.',
  ],
  ['cheque', { transaction_id: 'AB12', bank: 'GCB BANK' }, 'transaction_id', 'A cheque’s number has up to 12 digits.'],
  [
    'bank',
    { transaction_id: 'NODIGIT' },
    'transaction_id',
    'A reference number has 4 to 32 letters and digits, with a digit among them.',
  ],
  [
    'cash',
    { transaction_id: '68576386182' },
    'transaction_id',
    'Cash has no transaction ID; it gets a number of its own.',
  ],
  [
    'momo',
    { transaction_id: '68576386182', seen_in_account: false },
    'seen_in_account',
    'Please confirm that you have seen this payment in the account.',
  ],
  [
    'momo',
    { transaction_id: '123' },
    'transaction_id',
    'Wrong Transaction ID. Transaction ID should be 11 characters.',
  ],
  ['gold', {}, 'mode', 'Please choose how the money came.'],
])('by %s with %o is refused at its field', async (mode, given, field, message) => {
  const driver = await desk.newDriver();
  const payments = [rowOf(driver)];
  const answer = await desk.receive({ mode, seen_in_account: true, payer_name: 'AMA OWUSU', ...given, payments });
  expect(answer).toMatchObject({ status: 400, issues: [{ path: `body.${field}`, message }] });
});

test('rows must come to the money received, or the rest must be somebody’s', async () => {
  const driver = await desk.newDriver();
  const payments = [rowOf(driver)];
  expect((await desk.receive({ amount: '150.00', payments })).issues).toEqual([
    { path: 'body.amount', message: 'The payments are GHS 50.00 more than the money received.' },
  ]);
  expect((await desk.receive({ amount: '250.00', payments })).issues).toEqual([
    { path: 'body.credit_to', message: 'GHS 50.00 is left. Please choose whose credit it becomes.' },
  ]);
  expect((await desk.receive({ amount: '250.00', payments, credit_to: 'DRV000000X' })).issues).toEqual([
    { path: 'body.credit_to', message: 'Please choose one of the drivers who are paid for.' },
  ]);
  expect((await desk.receive({ payments, credit_to: driver.driver_code })).issues).toEqual([
    { path: 'body.credit_to', message: 'Nothing is left to become somebody’s credit.' },
  ]);
  expect((await desk.receive({ payments: [] })).issues).toMatchObject([{ path: 'body.payments' }]);
});

test('a row that may not be paid is refused at its row, and nothing is stored', async () => {
  const [one, other] = [await desk.newDriver(), await desk.newDriver()];
  await buildPayment(desk.it, submissionOf(other), 'cleared');
  const count = async () =>
    (await desk.it.db.selectFrom('payments').select('id').execute()).length +
    (await desk.it.db.selectFrom('transfers').select('id').execute()).length;
  const before = await count();
  const refused = async (second: object, amount = '400.00') => {
    const answer = await desk.receive({ amount, payments: [rowOf(one), second] });
    expect(await count()).toBe(before);
    return answer;
  };
  expect(await refused(rowOf(other))).toMatchObject({
    status: 409,
    code: 'already_paid',
    issues: [
      {
        path: 'body.payments.1.payment_type',
        message: 'The registration fee of this driver was already paid.',
      },
    ],
  });
  expect(await refused(rowOf(one))).toMatchObject({
    status: 409,
    issues: [{ path: 'body.payments.1.payment_type', message: 'This fee is in the list twice.' }],
  });
  expect(await refused(rowOf(other, { payment_type: 'SS' }))).toMatchObject({
    status: 422,
    issues: [{ path: 'body.payments.1.payment_year', message: 'Please select the payment year.' }],
  });
  expect(await refused(rowOf(other, { payment_type: 'SS', payment_year: 2026 }))).toMatchObject({
    issues: [{ path: 'body.payments.1.payment_month', message: 'Please select the payment month.' }],
  });
  expect(await refused(monthOf(other, 'NOVEMBER', { payment_year: 2090 }), '500.00')).toMatchObject({
    status: 400,
    issues: [{ path: 'body.payments.1.payment_year' }],
  });
  expect(await refused(rowOf(other, { payment_type: 'XX' }))).toMatchObject({
    issues: [{ path: 'body.payments.1.payment_type', message: 'Please select payment type' }],
  });
  expect(await refused({ ...rowOf(other), driver_code: one.driver_code })).toMatchObject({
    status: 422,
    issues: [{ path: 'body.payments.1.driver_code' }, { path: 'body.payments.1.car_number' }],
  });
  for (const amount of ['0.00', '-5.00', '1.005', '1e9', 'NaN', '1,000.00']) {
    expect(await refused(rowOf(other, { amount }))).toMatchObject({
      status: 400,
      issues: [{ path: 'body.payments.1.amount' }],
    });
  }
});

test('a refused row has no cause for the log: it is the clerk’s to mend', async () => {
  const it = await startApp();
  const causes: unknown[] = [];
  it.atOneServer('the hook is on one');
  it.app.addHook('onError', async (_request, _reply, error) => void causes.push(error.cause));
  const { headers } = await buildCaller(it, 'SuperUser');
  const { driver } = await buildDriver(it);
  const twice = { mode: 'cash', amount: '400.00', payments: [rowOf(driver), rowOf(driver)] };
  const one = { ...rowOf(driver), driver_code: 'DRV000000X', transaction_id: '68576386182', mobile_number: '' };
  for (const [url, payload] of [
    ['/api/payments/receive', twice],
    ['/api/reg_fees', one],
  ] as const) {
    expect((await it.app.inject({ method: 'POST', url, headers, payload })).json()).toMatchObject({ status: false });
  }
  expect(causes).toEqual([undefined, undefined]);
  await it.close();
});
