import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { type Desk, startDesk } from '../../../../test/desk/harness.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

describe('the look-up of a transaction ID', () => {
  test('finds the waiting claim, with what its form shows', async () => {
    const driver = await desk.newDriver();
    const claim = submissionOf(driver);
    const id = await buildPayment(desk.it, claim);
    const found = await desk.look(claim.transaction_id);
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
    expect(await desk.look(none)).toMatchObject({
      status: 404,
      message: expect.stringContaining('No claim waits for this'),
    });
    await desk.capture({ transaction_id: none });
    expect(await desk.look(none)).toMatchObject({
      status: 409,
      message: expect.stringContaining('Nobody has claimed it yet'),
    });
    const claim = submissionOf(await desk.newDriver());
    await buildPayment(desk.it, claim, 'cleared');
    expect(await desk.look(claim.transaction_id)).toMatchObject({
      status: 409,
      message: expect.stringContaining('This payment is cleared already.'),
    });
    const differing = submissionOf(await desk.newDriver());
    await buildPayment(desk.it, differing);
    await desk.capture({ transaction_id: differing.transaction_id, amount: '150.00' });
    expect(await desk.look(differing.transaction_id)).toMatchObject({
      status: 409,
      message: expect.stringContaining('The claim differs, and waits on Payment Clearance.'),
    });
  });

  test('asks for an ID, and for one of the right form', async () => {
    expect(await desk.look('')).toMatchObject({
      status: 400,
      issues: [{ path: 'body.transaction_id', message: 'Please enter the transaction ID' }],
    });
    expect(await desk.look('123')).toMatchObject({
      status: 400,
      message: 'Wrong Transaction ID. Transaction ID should be 11 characters.',
    });
  });
});

test('several IDs are looked up at once, each with its claim, its state or what is wrong with it', async () => {
  const driver = await desk.newDriver();
  const claim = submissionOf(driver);
  await buildPayment(desk.it, claim);
  const [none, known] = [nextTransactionId(), nextTransactionId()];
  await desk.capture({ transaction_id: known });
  const asked = [none, claim.transaction_id, known, '12'].map((transaction_id) => ({ transaction_id }));
  const { body } = await desk.send('POST', '/payments/preview_captures', { ids: asked });
  expect(body).toMatchObject([
    { state: 'no_claim', claim: null },
    { state: 'claim', claim: { driver_code: driver.driver_code, amount: '200.00' } },
    { state: 'known', message: expect.stringContaining('was already captured'), claim: null, recorded: '200.00' },
    { state: 'unclear', message: expect.stringContaining('should be 11 characters'), needs_network: false },
  ]);
  const many = Array.from({ length: 51 }, () => ({ transaction_id: nextTransactionId() }));
  expect(await desk.send('POST', '/payments/preview_captures', { ids: many })).toMatchObject({ status: 400 });
});

describe('capturing MoMo', () => {
  test('takes the number of a payer abroad', async () => {
    const { transaction_id } = submissionOf(await desk.newDriver());
    const answer = await desk.capture({ transaction_id, mobile_number: '+44 (0)7400 123456' });
    expect(answer).toMatchObject({ status: 201, success: true });
    expect(await desk.transfersOf(transaction_id)).toMatchObject([{ payer_number: '+447400123456' }]);
  });

  test('clears the claim of the same ID and amount, on the day of the money, and says whose', async () => {
    const driver = await desk.newDriver();
    const claim = submissionOf(driver);
    const id = await buildPayment(desk.it, claim);
    const { transaction_id } = claim;
    const answer = await desk.capture({
      transaction_id,
      mobile_number: '0241234567',
      reference: 'gr 1',
      received_on: '2026-11-19',
    });
    expect(answer).toMatchObject({ status: 201, success: true, result: 'cleared' });
    expect(answer.message).toMatch(
      /^GHS 200\.00 is captured\. The claim is cleared\. .*REGISTRATION FEE, GHS 200\.00\.$/,
    );
    expect(await desk.paymentOf(id)).toMatchObject({
      status: 'cleared',
      transaction_date: '2026-11-19',
      date_of: 'transfer',
    });
    expect(await desk.transfersOf(transaction_id)).toEqual([
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
    expect(await desk.auditOf(transaction_id)).toMatchObject([
      { action: 'clearance.capture', after: { amount: '200.00', pasted: false, seen_in_account: false } },
      { action: 'payments.clear' },
    ]);
  });

  test('keeps money that nobody claimed, and money that differs from its claim, and says which', async () => {
    const none = await desk.capture({ amount: '7.77' });
    expect(none).toMatchObject({ result: 'no_claim', message: expect.stringContaining('Nobody has claimed it yet') });
    const claim = submissionOf(await desk.newDriver());
    const id = await buildPayment(desk.it, claim);
    const differs = await desk.capture({ transaction_id: claim.transaction_id, amount: '199.00' });
    expect(differs).toMatchObject({
      result: 'differs',
      message: expect.stringContaining('so it waits on Payment Clearance'),
    });
    expect((await desk.paymentOf(id)).status).toBe('submitted');
  });

  test('the same twice changes nothing and says so', async () => {
    const given = { transaction_id: nextTransactionId() };
    await desk.capture(given);
    expect(await desk.capture({ ...given, reference: 'OTHER' })).toMatchObject({
      status: 201,
      result: 'already',
      message: 'This payment was already captured, received on 20 Nov 2026; nothing was changed.',
    });
    expect(await desk.transfersOf(given.transaction_id)).toMatchObject([{ reference: '' }]);
    expect(await desk.auditOf(given.transaction_id)).toHaveLength(1);
  });

  test('another amount for known money is refused at the amount, and kept in the audit log', async () => {
    const given = { transaction_id: nextTransactionId() };
    await desk.capture(given);
    const answer = await desk.capture({ ...given, amount: '900.00' });
    expect(answer).toMatchObject({ status: 409, code: 'conflict', issues: [{ path: 'body.amount' }] });
    expect(answer.message).toContain('was captured before with GHS 200.00, received on 20 Nov 2026.');
    expect(await desk.transfersOf(given.transaction_id)).toMatchObject([{ amount: '200.00' }]);
    expect((await desk.auditOf(given.transaction_id)).at(-1)).toEqual({
      action: 'clearance.capture_differs',
      before: { amount: '200.00' },
      after: { amount: '900.00' },
    });
  });

  test('a pasted message clears nothing until the clerk has seen the money in the account', async () => {
    const claim = submissionOf(await desk.newDriver());
    const id = await buildPayment(desk.it, claim);
    const given = { transaction_id: claim.transaction_id, pasted: true };
    for (const seen of [{}, { seen_in_account: false }]) {
      expect(await desk.capture({ ...given, ...seen })).toMatchObject({
        status: 400,
        issues: [
          { path: 'body.seen_in_account', message: 'Please confirm that you have seen this payment in the account.' },
        ],
      });
    }
    expect((await desk.paymentOf(id)).status).toBe('submitted');
    expect(await desk.capture({ ...given, seen_in_account: true })).toMatchObject({ result: 'cleared' });
    expect(await desk.auditOf(claim.transaction_id)).toMatchObject([
      { after: { pasted: true, seen_in_account: true } },
      { action: 'payments.clear' },
    ]);
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
    ['a day to come', { received_on: '2026-11-21' }, 'received_on', 'Money cannot be received on a future day.'],
    [
      'a day long ago',
      { received_on: '2025-11-19' },
      'received_on',
      'This day is more than a year ago. Please check it.',
    ],
    ['no day', { received_on: '2026-02-30' }, 'received_on', 'Give a day that exists, as year-month-day.'],
  ])('refuses %s at its field', async (_, given, field, message) => {
    expect(await desk.capture(given)).toMatchObject({ status: 400, issues: [{ path: `body.${field}`, message }] });
  });
});
