import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';
import { author } from '../../../../test/clearing-office.ts';

let cases: Cases;
beforeAll(async () => {
  cases = await startCases();
});
afterAll(() => cases.close());

test('a claim without money is not cleared', async () => {
  const claim = submissionOf(await cases.newDriver());
  const id = await buildPayment(cases.it, claim);
  expect(await cases.decide(id, { decision: 'clear' })).toMatchObject({
    status: 422,
    body: { message: `No money with the transaction ID ${claim.transaction_id} was received yet. Capture it first.` },
  });
  expect(await cases.decide(id, { decision: 'clear', transfer_id: '987654321' })).toMatchObject({ status: 404 });
  expect((await cases.paymentOf(id)).status).toBe('submitted');
});

test('a person clears with less money: it is held towards the fee, and the answer says what is missing', async () => {
  const { id, transfer } = await cases.differing('150.00');
  expect(await cases.decide(id, { decision: 'clear' })).toEqual({
    status: 200,
    body: { status: true, message: 'Cleared. GHS 150.00 is held towards REGISTRATION FEE; GHS 50.00 is missing.' },
  });
  expect(await cases.paymentOf(id)).toMatchObject({ status: 'cleared', amount: '150.00', claimed_amount: '200.00' });
  expect(await cases.postings(id)).toEqual([
    { account: '2010', amount: '150.00' },
    { account: '2000', amount: '-150.00' },
  ]);
  expect(await cases.moneyState(transfer)).toBe('matched');
});

test('money beyond the price becomes credit, or stays open', async () => {
  const more = await cases.differing('350.00');
  expect((await cases.decide(more.id, { decision: 'clear' })).body.message).toBe(
    'Cleared: GHS 350.00, of which GHS 150.00 became the driver’s credit.',
  );
  expect(await cases.postings(more.id)).toEqual([
    { account: '2010', amount: '350.00' },
    { account: '4000-RF', amount: '-200.00' },
    { account: '2000', amount: '-150.00' },
  ]);
  const part = await cases.differing('350.00');
  await cases.decide(part.id, { decision: 'clear', amount: '200.00' });
  expect(await cases.moneyState(part.transfer)).toBe('open');
  expect((await cases.show(`T${part.transfer}`)).money.left).toBe('150.00');
  const fee = { car_number: part.driver.car_number, payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' };
  const assigned = await cases.decideMoney(part.transfer, { decision: 'assign', fee });
  expect(assigned.body.message).toBe(
    'Cleared. GHS 150.00 is held towards MONTHLY SUBSCRIPTION, November 2026; GHS 150.00 is missing.',
  );
  expect(await cases.moneyState(part.transfer)).toBe('matched');
});

test('more than the money cannot be taken', async () => {
  const { id } = await cases.differing('150.00');
  const { status, body } = await cases.decide(id, { decision: 'clear', amount: '200.00' });
  expect([status, body.message]).toEqual([409, expect.stringContaining('GHS 50.00 more than is left of the money')]);
});

const OWN = 'You captured this money, so somebody else has to decide.';

test('whoever captured a receipt by hand does not clear a claim that differs from it; another person does', async () => {
  const { id } = await cases.differing('150.00', cases.clerk);
  expect(await cases.show(id)).toMatchObject({ hindrance: OWN, clearing_hindrance: OWN });
  for (const decision of ['clear', 'credit']) {
    expect(await cases.decide(id, { decision })).toMatchObject({
      status: 403,
      body: { message: OWN },
    });
  }
  expect(await cases.show(id, cases.admin)).toMatchObject({ hindrance: null, clearing_hindrance: null });
  expect((await cases.decide(id, { decision: 'clear' }, cases.admin)).status).toBe(200);
});

test('whoever captured it clears what agrees with it, and not a claim of another ID', async () => {
  const claim = submissionOf(await cases.newDriver());
  const id = await buildPayment(cases.it, claim, 'rejected', 'Too early.');
  await buildTransfer(cases.it, { transaction_id: claim.transaction_id }, author(cases.clerk));
  await cases.decide(id, { decision: 'undo' });
  expect(await cases.show(id)).toMatchObject({ hindrance: OWN, clearing_hindrance: null });
  expect((await cases.decide(id, { decision: 'clear' })).body.message).toBe('Cleared: GHS 200.00.');
  const other = await buildPayment(cases.it, submissionOf(await cases.newDriver()));
  const transfer_id = await buildTransfer(cases.it, {}, author(cases.clerk));
  expect((await cases.decide(other, { decision: 'clear', transfer_id })).status).toBe(403);
  expect((await cases.decide(other, { decision: 'clear', transfer_id }, cases.admin)).status).toBe(200);
});

test('nor do they reject the claim and give its money to somebody else', async () => {
  const { id, transfer } = await cases.differing('150.00', cases.clerk);
  const rejection = { decision: 'reject', reason: 'Wrong amount.' };
  expect((await cases.decide(id, rejection)).status).toBe(403);
  await cases.decide(id, rejection, cases.admin);
  const fee = { car_number: (await cases.newDriver()).car_number, payment_type: 'RF' };
  expect((await cases.decideMoney(transfer, { decision: 'assign', fee })).status).toBe(403);
  expect((await cases.decideMoney(transfer, { decision: 'assign', fee }, cases.admin)).status).toBe(200);
});

test('the money of a claim whose fee was paid becomes the driver’s credit', async () => {
  const driver = await cases.newDriver();
  const claim = submissionOf(driver);
  const id = await buildPayment(cases.it, claim);
  await buildPayment(cases.it, submissionOf(driver), 'cleared');
  await buildTransfer(cases.it, { transaction_id: claim.transaction_id });
  expect((await cases.show(id)).claim.is_paid).toBe(true);
  expect((await cases.decide(id, { decision: 'clear' })).body).toMatchObject({ code: 'already_paid' });
  expect((await cases.decide(id, { decision: 'credit' })).body.message).toBe('GHS 200.00 became the driver’s credit.');
  expect(await cases.paymentOf(id)).toMatchObject({ status: 'cleared', is_credit: true });
});

test('a rejection needs a reason, which the driver sees, and can be undone', async () => {
  const id = await buildPayment(cases.it, submissionOf(await cases.newDriver()));
  const { status, body } = await cases.decide(id, { decision: 'reject' });
  expect([status, body.message]).toEqual([400, 'Please give the reason in a few words.']);
  expect((await cases.decide(id, { decision: 'reject', reason: 'No such money.' })).body.message).toBe(
    'Rejected. The driver sees the reason.',
  );
  expect(await cases.paymentOf(id)).toMatchObject({ status: 'rejected', status_reason: 'No such money.' });
  expect((await cases.show(id)).history).toMatchObject([{ action: 'payments.reject', reason: 'No such money.' }]);
  expect((await cases.decide(id, { decision: 'undo' })).body.message).toBe(
    'The rejection is undone. The claim waits again.',
  );
  expect(await cases.paymentOf(id)).toMatchObject({ status: 'submitted', status_reason: null });
});

test('DELETE rejects, with a reason of its own or a standard sentence', async () => {
  const [one, other] = [
    await buildPayment(cases.it, submissionOf(await cases.newDriver())),
    await buildPayment(cases.it, submissionOf(await cases.newDriver())),
  ];
  expect((await cases.send('DELETE', `/clearance/${one}`)).status).toBe(200);
  expect((await cases.paymentOf(one)).status_reason).toBe('This payment could not be confirmed. Please contact us.');
  await cases.send('DELETE', `/clearance/${other}?reason=Sent%20twice.`);
  expect((await cases.paymentOf(other)).status_reason).toBe('Sent twice.');
});

test('a reversal is for those who may, happens once, and gives the money back', async () => {
  const claim = submissionOf(await cases.newDriver());
  const id = await buildPayment(cases.it, claim);
  const transfer = await buildTransfer(cases.it, { transaction_id: claim.transaction_id });
  const body = { decision: 'reverse', cause: 'wrong_car', reason: 'The wrong driver.' };
  expect((await cases.decide(id, body)).status).toBe(403);
  expect((await cases.decide(id, body, cases.admin)).body.message).toBe(
    'Reversed. Its money waits to be matched again, by somebody else.',
  );
  expect(await cases.moneyState(transfer)).toBe('open');
  const again = await cases.decide(id, body, cases.admin);
  expect([again.status, again.body.message]).toEqual([
    409,
    expect.stringMatching(/was already reversed\. Reversed a payment: ama\.mensah\d+, 20 Nov 2026, 10:00\.$/),
  ]);
  expect(await cases.postings(id)).toHaveLength(4);
});

test('the record of a case suggests what may belong to it', async () => {
  const driver = await cases.newDriver();
  await buildPayment(cases.it, submissionOf(driver), 'cleared');
  const id = await buildPayment(cases.it, subscriptionOf(driver, 2026, 'NOVEMBER'));
  const transfer = await buildTransfer(cases.it, { reference: driver.car_number, amount: '300.00' });
  expect((await cases.show(id)).suggestions).toMatchObject([{ id: `T${transfer}`, amount: '300.00' }]);
  expect((await cases.show(`T${transfer}`)).suggestions).toMatchObject([
    { id, payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' },
  ]);
});

test('a case that is not there is not found', async () => {
  for (const id of ['987654321', 'T987654321']) expect((await cases.send('GET', `/clearance/${id}`)).status).toBe(404);
  expect((await cases.send('GET', '/clearance/X1')).status).toBe(400);
  expect((await cases.decide('987654321', { decision: 'clear' })).status).toBe(404);
  expect((await cases.decideMoney('987654321', { decision: 'undo' })).status).toBe(404);
});
