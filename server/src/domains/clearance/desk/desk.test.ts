import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '#domains/ledger';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SuperUser'));
});
afterAll(() => it.close());

const post = async (path: string, payload: object, as: Record<string, string> = headers) => {
  const response = await it.app.inject({ method: 'POST', url: `/api${path}`, headers: as, payload });
  return { ...response.json(), status: response.statusCode };
};
const look = (transaction_id: string) => post('/clearance', { transaction_id });
const capture = (given: object) =>
  post('/payments/capture_momo', {
    transaction_id: nextTransactionId(),
    mobile_number: '',
    amount: '200.00',
    reference: '',
    ...given,
  });

const paymentOf = (id: string) =>
  it.db
    .selectFrom('payments')
    .select(['status', 'amount', 'transaction_date', 'date_of', 'mode', 'part', 'is_credit', 'transaction_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const transfersOf = (transactionId: string) =>
  it.db
    .selectFrom('transfers')
    .select(['amount', 'payer_number', 'reference', 'received_on', 'source', 'status', 'mode'])
    .where('transaction_id', '=', transactionId)
    .execute();
const auditOf = (subject: string) =>
  it.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();

describe('the look-up of a transaction ID', () => {
  test('finds the waiting claim, with what its form shows', async () => {
    const { driver } = await buildDriver(it);
    const claim = submissionOf(driver);
    const id = await buildPayment(it, claim);
    const found = await look(claim.transaction_id);
    expect(found).toMatchObject({
      status: 200,
      data: {
        payment_id: id,
        mobile_number: driver.mobile_number,
        amount: '200.00',
        car_number: driver.car_number,
        driver_code: driver.driver_code,
        payment_type: 'RF',
        payment_year: null,
        payment_month: null,
      },
    });
    expect(found.message).toContain(`(${driver.car_number}): REGISTRATION FEE, GHS 200.00, claimed on 20 Nov 2026.`);
  });

  test('says so when there is none, when it is cleared, and when its money was captured before', async () => {
    const none = nextTransactionId();
    expect(await look(none)).toMatchObject({
      status: 404,
      message: expect.stringContaining('No claim waits for this'),
    });
    await capture({ transaction_id: none });
    expect(await look(none)).toMatchObject({
      status: 409,
      message: expect.stringContaining('Nobody has claimed it yet'),
    });
    const claim = submissionOf((await buildDriver(it)).driver);
    await buildPayment(it, claim, 'cleared');
    expect(await look(claim.transaction_id)).toMatchObject({
      status: 409,
      message: expect.stringContaining('This payment is cleared already.'),
    });
    const differing = submissionOf((await buildDriver(it)).driver);
    await buildPayment(it, differing);
    await capture({ transaction_id: differing.transaction_id, amount: '150.00' });
    expect(await look(differing.transaction_id)).toMatchObject({
      status: 409,
      message: expect.stringContaining('The claim differs, and waits on Payment Clearance.'),
    });
  });

  test('asks for an ID, and for one of the right form', async () => {
    expect(await look('')).toMatchObject({
      status: 400,
      issues: [{ path: 'body.transaction_id', message: 'Please enter the transaction ID' }],
    });
    expect(await look('123')).toMatchObject({
      status: 400,
      message: 'Wrong Transaction ID. Transaction ID should be 11 characters.',
    });
  });
});

describe('capturing MoMo', () => {
  test('clears the claim of the same ID and amount, on the day of the money, and says whose', async () => {
    const { driver } = await buildDriver(it);
    const claim = submissionOf(driver);
    const id = await buildPayment(it, claim);
    const { transaction_id } = claim;
    const answer = await capture({
      transaction_id,
      mobile_number: '0241234567',
      reference: 'gr 1',
      received_on: '2026-11-19',
    });
    expect(answer).toMatchObject({ status: 201, success: true, result: 'cleared' });
    expect(answer.message).toMatch(
      /^GHS 200\.00 is captured\. The claim is cleared\. .*REGISTRATION FEE, GHS 200\.00\.$/,
    );
    expect(await paymentOf(id)).toMatchObject({
      status: 'cleared',
      transaction_date: '2026-11-19',
      date_of: 'transfer',
    });
    expect(await transfersOf(transaction_id)).toEqual([
      {
        amount: '200.00',
        payer_number: '+233241234567',
        reference: 'GR 1',
        received_on: '2026-11-19',
        source: 'capture',
        status: 'matched',
        mode: 'momo',
      },
    ]);
    expect(await auditOf(transaction_id)).toMatchObject([
      { action: 'clearance.capture', after: { amount: '200.00', pasted: false, seen_in_account: false } },
    ]);
  });

  test('keeps money that nobody claimed, and money that differs from its claim, and says which', async () => {
    const none = await capture({});
    expect(none).toMatchObject({ result: 'no_claim', message: expect.stringContaining('Nobody has claimed it yet') });
    const claim = submissionOf((await buildDriver(it)).driver);
    const id = await buildPayment(it, claim);
    const differs = await capture({ transaction_id: claim.transaction_id, amount: '199.00' });
    expect(differs).toMatchObject({
      result: 'differs',
      message: expect.stringContaining('so it waits on Payment Clearance'),
    });
    expect((await paymentOf(id)).status).toBe('submitted');
  });

  test('the same twice changes nothing and says so', async () => {
    const given = { transaction_id: nextTransactionId() };
    await capture(given);
    expect(await capture({ ...given, reference: 'OTHER' })).toMatchObject({
      status: 201,
      result: 'already',
      message: 'This payment was already captured, received on 20 Nov 2026; nothing was changed.',
    });
    expect(await transfersOf(given.transaction_id)).toMatchObject([{ reference: '' }]);
    expect(await auditOf(given.transaction_id)).toHaveLength(1);
  });

  test('another amount for known money is refused at the amount, and kept in the audit log', async () => {
    const given = { transaction_id: nextTransactionId() };
    await capture(given);
    const answer = await capture({ ...given, amount: '900.00' });
    expect(answer).toMatchObject({ status: 409, code: 'conflict', issues: [{ path: 'body.amount' }] });
    expect(answer.message).toContain('was captured before with GHS 200.00, received on 20 Nov 2026.');
    expect(await transfersOf(given.transaction_id)).toMatchObject([{ amount: '200.00' }]);
    expect((await auditOf(given.transaction_id)).at(-1)).toEqual({
      action: 'clearance.capture_differs',
      before: { amount: '200.00' },
      after: { amount: '900.00' },
    });
  });

  test('a pasted message clears nothing until the clerk has seen the money in the account', async () => {
    const claim = submissionOf((await buildDriver(it)).driver);
    const id = await buildPayment(it, claim);
    const given = { transaction_id: claim.transaction_id, pasted: true };
    for (const seen of [{}, { seen_in_account: false }]) {
      expect(await capture({ ...given, ...seen })).toMatchObject({
        status: 400,
        issues: [
          { path: 'body.seen_in_account', message: 'Please confirm that you have seen this payment in the account.' },
        ],
      });
    }
    expect((await paymentOf(id)).status).toBe('submitted');
    expect(await capture({ ...given, seen_in_account: true })).toMatchObject({ result: 'cleared' });
    expect(await auditOf(claim.transaction_id)).toMatchObject([{ after: { pasted: true, seen_in_account: true } }]);
  });

  test.each([
    ['no ID', { transaction_id: ' ' }, 'transaction_id', 'Please enter the transaction ID'],
    ['nothing', { amount: '0.00' }, 'amount', 'The amount must be more than 0.00.'],
    ['a negative amount', { amount: '-1.00' }, 'amount', 'Give an amount with two decimals, like 300.00.'],
    ['three decimals', { amount: '1.005' }, 'amount', 'Give an amount with two decimals, like 300.00.'],
    ['an exponent', { amount: '1e9' }, 'amount', 'Give an amount with two decimals, like 300.00.'],
    ['NaN', { amount: 'NaN' }, 'amount', 'Give an amount with two decimals, like 300.00.'],
    ['commas', { amount: '1,000.00' }, 'amount', 'Give an amount with two decimals, like 300.00.'],
    ['far too much', { amount: '100000.01' }, 'amount', 'The amount is more than GHS 100,000.00. Please check it.'],
    ['a day to come', { received_on: '2026-11-21' }, 'received_on', 'Money cannot be received on a day to come.'],
    [
      'a day long ago',
      { received_on: '2025-11-19' },
      'received_on',
      'This day is more than a year ago. Please check it.',
    ],
    ['no day', { received_on: '2026-02-30' }, 'received_on', 'Give a day that exists, as year-month-day.'],
  ])('refuses %s at its field', async (_, given, field, message) => {
    expect(await capture(given)).toMatchObject({ status: 400, issues: [{ path: `body.${field}`, message }] });
  });
});

describe('receiving at the desk', () => {
  const rowOf = (driver: { car_number: string; driver_code: string }, given: object = {}) => ({
    car_number: driver.car_number,
    driver_code: driver.driver_code,
    payment_type: 'RF',
    amount: '200.00',
    ...given,
  });
  const month = (driver: { car_number: string; driver_code: string }, payment_month: string, given: object = {}) =>
    rowOf(driver, { payment_type: 'SS', payment_year: 2026, payment_month, amount: '300.00', ...given });
  const receive = (given: object) => post('/payments/receive', { mode: 'cash', amount: '200.00', ...given });

  test('cash gets a number of its own, and its payment is cleared at once', async () => {
    const { driver } = await buildDriver(it);
    const answer = await receive({ payments: [rowOf(driver)] });
    expect(answer).toMatchObject({ status: 201, success: true, transaction_id: expect.stringMatching(/^CASH\d{8}$/) });
    expect(answer.message).toBe(`GHS 200.00 is received under ${answer.transaction_id}: the payment is cleared.`);
    expect(await paymentOf(answer.payment_ids[0])).toMatchObject({ status: 'cleared', mode: 'cash', part: 1 });
    expect(await auditOf(answer.transaction_id)).toMatchObject([
      { action: 'payments.clear' },
      { action: 'clearance.receive', after: { mode: 'cash', amount: '200.00' } },
    ]);
    const another = await receive({ payments: [rowOf((await buildDriver(it)).driver)] });
    expect(another.transaction_id > answer.transaction_id).toBe(true);
  });

  test('one transfer pays for several cars and months, a month after its registration fee; the rest becomes credit', async () => {
    const [one, other] = [(await buildDriver(it)).driver, (await buildDriver(it)).driver];
    const transaction_id = nextTransactionId();
    const answer = await receive({
      mode: 'momo',
      transaction_id,
      amount: '1050.00',
      seen_in_account: true,
      payments: [rowOf(one), month(one, 'NOVEMBER'), month(one, 'DECEMBER'), rowOf(other)],
      credit_to: other.driver_code.toLowerCase(),
    });
    expect(answer.message).toBe(
      `GHS 1,050.00 is received under ${transaction_id}: 4 payments are cleared, and GHS 50.00 is credit of ${other.driver_code}.`,
    );
    const payments = await Promise.all(answer.payment_ids.map(paymentOf));
    expect(payments.map(({ part, amount, is_credit, status }) => [part, amount, is_credit, status])).toEqual([
      [1, '200.00', false, 'cleared'],
      [2, '300.00', false, 'cleared'],
      [3, '300.00', false, 'cleared'],
      [4, '200.00', false, 'cleared'],
      [5, '50.00', true, 'cleared'],
    ]);
    expect(await transfersOf(transaction_id)).toMatchObject([{ amount: '1050.00', status: 'matched', source: 'desk' }]);
    expect(await checkLedger(it.db)).toEqual([]);
  });

  test('a cheque is known by its number and bank, and not taken twice', async () => {
    const cheque = { mode: 'cheque', transaction_id: '000451', bank: 'GCB BANK' };
    const answer = await receive({ ...cheque, payments: [rowOf((await buildDriver(it)).driver)] });
    expect(answer.transaction_id).toMatch(/^CHEQUE451B\d+$/);
    expect(await transfersOf(answer.transaction_id)).toMatchObject([
      { mode: 'cheque', reference: 'CHEQUE 000451 OF GCB BANK' },
    ]);
    const { driver } = await buildDriver(it);
    expect(await receive({ ...cheque, transaction_id: '451', payments: [rowOf(driver)] })).toMatchObject({
      status: 409,
      code: 'transaction_id_taken',
      message: expect.stringContaining('This transaction ID was already used for another payment.'),
    });
    expect(await receive({ ...cheque, bank: 'ECOBANK GHANA', payments: [rowOf(driver)] })).toMatchObject({
      status: 201,
    });
  });

  test('a bank’s reference number counts without the signs between its parts', async () => {
    const bank = { mode: 'bank', seen_in_account: true, transaction_id: 'ft 26/3241-abc' };
    const answer = await receive({ ...bank, payments: [rowOf((await buildDriver(it)).driver)] });
    expect(answer).toMatchObject({ status: 201, transaction_id: 'FT263241ABC' });
  });

  test.each([
    ['momo', {}, 'transaction_id', 'Please enter the transaction ID'],
    ['bank', {}, 'transaction_id', 'Please enter the reference number of the transfer.'],
    ['cheque', { bank: 'GCB BANK' }, 'transaction_id', 'Please enter the number of the cheque.'],
    ['cheque', { transaction_id: '000452' }, 'bank', 'Please choose the bank of the cheque.'],
    ['cheque', { transaction_id: '000452', bank: 'BANK OF NOWHERE' }, 'bank', 'Please choose the bank of the cheque.'],
    [
      'cheque',
      { transaction_id: 'AB12', bank: 'GCB BANK' },
      'transaction_id',
      'A cheque’s number has up to 12 digits.',
    ],
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
    const { driver } = await buildDriver(it);
    const answer = await receive({ mode, seen_in_account: true, ...given, payments: [rowOf(driver)] });
    expect(answer).toMatchObject({ status: 400, issues: [{ path: `body.${field}`, message }] });
  });

  test('rows must come to the money received, or the rest must be somebody’s', async () => {
    const { driver } = await buildDriver(it);
    const payments = [rowOf(driver)];
    expect((await receive({ amount: '150.00', payments })).issues).toEqual([
      { path: 'body.amount', message: 'The payments are GHS 50.00 more than the money received.' },
    ]);
    expect((await receive({ amount: '250.00', payments })).issues).toEqual([
      { path: 'body.credit_to', message: 'GHS 50.00 is left. Please choose whose credit it becomes.' },
    ]);
    expect((await receive({ amount: '250.00', payments, credit_to: 'DRV000000X' })).issues).toEqual([
      { path: 'body.credit_to', message: 'Please choose one of the drivers who are paid for.' },
    ]);
    expect((await receive({ payments, credit_to: driver.driver_code })).issues).toEqual([
      { path: 'body.credit_to', message: 'Nothing is left to become somebody’s credit.' },
    ]);
    expect((await receive({ payments: [] })).issues).toMatchObject([{ path: 'body.payments' }]);
  });

  test('a row that may not be paid is refused at its row, and nothing is stored', async () => {
    const [one, other] = [(await buildDriver(it)).driver, (await buildDriver(it)).driver];
    await buildPayment(it, submissionOf(other), 'cleared');
    const count = async () =>
      (await it.db.selectFrom('payments').select('id').execute()).length +
      (await it.db.selectFrom('transfers').select('id').execute()).length;
    const before = await count();
    const refused = async (second: object, amount = '400.00') => {
      const answer = await receive({ amount, payments: [rowOf(one), second] });
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
    expect(await refused(month(other, 'NOVEMBER', { payment_year: 2090 }), '500.00')).toMatchObject({
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

  test('a waiting claim with the transaction ID is what gets cleared, where a row is the same', async () => {
    const { driver } = await buildDriver(it);
    const claim = submissionOf(driver);
    const id = await buildPayment(it, claim);
    const given = { mode: 'momo', transaction_id: claim.transaction_id, seen_in_account: true, amount: '500.00' };
    const payments = [month(driver, 'NOVEMBER'), rowOf(driver)];
    expect(await receive({ ...given, payments })).toMatchObject({
      status: 409,
      message:
        'The claim is of GHS 200.00, the money is GHS 500.00, so somebody else has to decide it on Payment Clearance.',
    });
    const clerk = await buildCaller(it, 'SystemAdmin');
    const money = { transaction_id: claim.transaction_id, mobile_number: '', amount: '500.00', reference: '' };
    await post('/payments/capture_momo', money, clerk.headers);
    const answer = await receive({ ...given, payments });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.payment_ids[1]).toBe(id);
    expect((await Promise.all(answer.payment_ids.map(paymentOf))).map(({ part, status }) => [part, status])).toEqual([
      [2, 'cleared'],
      [1, 'cleared'],
    ]);
  });

  test('one row alone, with the claim’s own amount, needs no second person', async () => {
    const { driver } = await buildDriver(it);
    const claim = submissionOf(driver);
    const id = await buildPayment(it, claim);
    const given = { mode: 'momo', transaction_id: claim.transaction_id, seen_in_account: true };
    const answer = await receive({ ...given, payments: [rowOf(driver)] });
    expect(answer).toMatchObject({ status: 201, payment_ids: [id] });
  });

  test('another driver’s claim of the transaction ID is shown, and sent to Payment Clearance', async () => {
    const [one, other] = [(await buildDriver(it)).driver, (await buildDriver(it)).driver];
    const claim = submissionOf(one);
    const id = await buildPayment(it, claim);
    const given = { mode: 'momo', transaction_id: claim.transaction_id, seen_in_account: true };
    const answer = await receive({ ...given, payments: [rowOf(other)] });
    expect(answer).toMatchObject({ status: 409, code: 'conflict', issues: [{ path: 'body.transaction_id' }] });
    expect(answer.message).toContain('A claim waits with this transaction ID.');
    expect(answer.message).toContain(one.car_number);
    expect(answer.message).toContain('decide it on Payment Clearance.');
    expect((await paymentOf(id)).status).toBe('submitted');
  });

  test('money that was captured or is on a statement is used where it is free and of the same amount', async () => {
    const transaction_id = nextTransactionId();
    await capture({ transaction_id });
    const given = { mode: 'momo', transaction_id, seen_in_account: true };
    const { driver } = await buildDriver(it);
    expect(
      await receive({ ...given, amount: '300.00', payments: [rowOf(driver, { amount: '300.00' })] }),
    ).toMatchObject({
      status: 409,
      message: `GHS 200.00 was recorded for ${transaction_id} before, not GHS 300.00.`,
    });
    expect(await receive({ ...given, payments: [rowOf(driver)] })).toMatchObject({ status: 201 });
    expect(await transfersOf(transaction_id)).toMatchObject([{ status: 'matched', source: 'capture' }]);
  });

  test('one registration fee, or one month, is received by the paths of its type', async () => {
    const { driver } = await buildDriver(it);
    const { car_number, driver_code } = driver;
    const fee = {
      car_number,
      driver_code,
      amount: '200.00',
      seen_in_account: true,
      transaction_id: nextTransactionId(),
    };
    const answer = await post('/reg_fees', fee);
    expect(answer).toMatchObject({ status: 201, success: true, transaction_id: fee.transaction_id });
    expect(await paymentOf(answer.payment_ids[0])).toMatchObject({ status: 'cleared', mode: 'momo' });
    const again = await post('/reg_fees', { ...fee, transaction_id: nextTransactionId() });
    expect(again).toMatchObject({ status: 409, code: 'already_paid', issues: [{ path: 'body.payment_type' }] });
    const subscription = { car_number, driver_code, amount: '300.00', mode: 'cash' };
    expect(await post('/monthly_subscriptions', subscription)).toMatchObject({ status: 400 });
    const paid = { ...subscription, payment_year: 2026, payment_month: 'NOVEMBER' };
    expect(await post('/monthly_subscriptions', paid)).toMatchObject({ status: 201 });
    expect(await post('/monthly_subscriptions', { ...paid, driver_code: 'DRV000000X' })).toMatchObject({
      status: 422,
      issues: [{ path: 'body.driver_code' }, { path: 'body.car_number' }],
    });
  });

  test('sent twice by a press too many, it is received once and answered twice', async () => {
    const { driver } = await buildDriver(it);
    const as = { ...headers, 'idempotency-key': crypto.randomUUID() };
    const payload = { mode: 'cash', amount: '200.00', payments: [rowOf(driver)] };
    const answers = await Promise.all([1, 2, 3].map(() => post('/payments/receive', payload, as)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ transaction_id }) => transaction_id)).size).toBe(1);
  });

  test('two clerks who receive one fee at once receive it once', async () => {
    const { driver } = await buildDriver(it);
    const answers = await Promise.all(Array.from({ length: 10 }, () => receive({ payments: [rowOf(driver)] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(answers.filter(({ status }) => status === 409).every(({ code }) => code === 'already_paid')).toBe(true);
    expect(await checkLedger(it.db)).toEqual([]);
  });

  test('a hundred claims and receipts of one transaction ID at once make one payment', async () => {
    const { driver } = await buildDriver(it);
    const claim = submissionOf(driver);
    const { transaction_id } = claim;
    const given = { mode: 'momo', amount: '200.00', transaction_id, seen_in_account: true, payments: [rowOf(driver)] };
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => {
        if (n % 3 === 0) return post('/payments', claim, {});
        return n % 3 === 1 ? post('/payments/receive', given) : capture({ transaction_id });
      }),
    );
    // Some find no room for their body, as a flood from one address does.
    expect(answers.filter(({ status }) => ![201, 409, 503].includes(status))).toEqual([]);
    expect(answers.filter(({ status }) => status !== 503).length).toBeGreaterThan(30);
    const payments = await it.db
      .selectFrom('payments')
      .select(['part', 'status'])
      .where('transaction_id', '=', transaction_id)
      .execute();
    expect(payments).toHaveLength(1);
    expect(await transfersOf(transaction_id)).toHaveLength(1);
    expect(await checkLedger(it.db)).toEqual([]);
  });
});

test('the desk is for staff who receive payments', async () => {
  const { driver } = await buildDriver(it);
  const paths = ['/clearance', '/payments/capture_momo', '/payments/receive', '/reg_fees', '/monthly_subscriptions'];
  const asMember = await buildCaller(it, 'Accounts');
  for (const path of paths) {
    expect((await post(path, submissionOf(driver), {})).status).toBe(401);
    expect((await post(path, subscriptionOf(driver, 2026, 'MAY'), asMember.headers)).status).toBe(403);
  }
});
