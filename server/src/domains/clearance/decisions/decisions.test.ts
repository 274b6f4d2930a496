import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#domains/ledger';
import { buildAttempt } from '../../../../test/builders/attempts.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
type Person = Awaited<ReturnType<typeof buildCaller>>;
let clerk: Person;
let admin: Person;

beforeAll(async () => {
  it = await startApp();
  clerk = await buildCaller(it, 'SuperUser');
  admin = await buildCaller(it, 'SystemAdmin');
});
afterAll(async () => {
  expect(await checkLedger(it.db)).toEqual([]);
  await it.close();
});

const newDriver = async () => (await buildDriver(it)).driver;
let calls = 0;
const send = async (method: 'PATCH' | 'POST' | 'DELETE' | 'GET', path: string, payload?: object, by = clerk) => {
  calls += 1;
  const response = await it.app.inject({
    method,
    url: `/api${path}`,
    headers: by.headers,
    // Bodies that come at once are bounded by address.
    remoteAddress: `10.8.0.${calls % 250}`,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
};
const decide = (id: string, body: object, by = clerk) => send('PATCH', `/clearance/${id}`, body, by);
const decideMoney = (id: string, body: object, by = clerk) => send('PATCH', `/transfers/${id}`, body, by);
const show = async (id: string, by = clerk) => (await send('GET', `/clearance/${id}`, undefined, by)).body;
const author = ({ id }: Person) => ({ accountId: id, role: 'SuperUser', login: 'ama', requestId: 'r' }) as const;

const paymentOf = (id: string) =>
  it.db
    .selectFrom('payments')
    .select(['status', 'amount', 'claimed_amount', 'is_credit', 'transfer_id', 'status_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const postings = async (id: string) =>
  it.db
    .selectFrom('ledger_postings')
    .innerJoin('ledger_entries', 'ledger_entries.number', 'ledger_postings.entry')
    .select(['account', 'amount'])
    .where('kind', '=', 'payment')
    .where('subject_id', '=', id)
    .orderBy('entry')
    .orderBy('line')
    .execute();
const moneyState = async (id: string) =>
  (await it.db.selectFrom('transfers').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

/** A claim of 200.00 whose money of another amount was received. */
const differing = async (amount: string, by: Person | null = null) => {
  const driver = await newDriver();
  const claim = submissionOf(driver);
  const id = await buildPayment(it, claim);
  const given = { transaction_id: claim.transaction_id, amount };
  return { driver, claim, id, transfer: await buildTransfer(it, given, by && author(by)) };
};

test('a claim without money is not cleared', async () => {
  const claim = submissionOf(await newDriver());
  const id = await buildPayment(it, claim);
  expect(await decide(id, { decision: 'clear' })).toMatchObject({
    status: 422,
    body: { message: `No money with the transaction ID ${claim.transaction_id} was received yet. Capture it first.` },
  });
  expect(await decide(id, { decision: 'clear', transfer_id: '987654321' })).toMatchObject({ status: 404 });
  expect((await paymentOf(id)).status).toBe('submitted');
});

test('a person accepts less money: it is cleared with what came', async () => {
  const { id, transfer } = await differing('150.00');
  expect(await decide(id, { decision: 'clear' })).toEqual({
    status: 200,
    body: { status: true, message: 'Cleared: GHS 150.00.' },
  });
  expect(await paymentOf(id)).toMatchObject({ status: 'cleared', amount: '150.00', claimed_amount: '200.00' });
  expect(await moneyState(transfer)).toBe('matched');
});

test('money beyond the price becomes credit, or stays open', async () => {
  const more = await differing('350.00');
  expect((await decide(more.id, { decision: 'clear' })).body.message).toBe(
    'Cleared: GHS 350.00, of which GHS 150.00 became the driver’s credit.',
  );
  expect(await postings(more.id)).toEqual([
    { account: '1000', amount: '350.00' },
    { account: '4000-RF', amount: '-200.00' },
    { account: '2000', amount: '-150.00' },
  ]);
  const part = await differing('350.00');
  await decide(part.id, { decision: 'clear', amount: '200.00' });
  expect(await moneyState(part.transfer)).toBe('open');
  expect((await show(`T${part.transfer}`)).money.left).toBe('150.00');
  const fee = { car_number: part.driver.car_number, payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' };
  const assigned = await decideMoney(part.transfer, { decision: 'assign', fee });
  expect(assigned.body.message).toBe(`Cleared: GHS 150.00 for ${part.driver.driver_code}.`);
  expect(await moneyState(part.transfer)).toBe('matched');
});

test('more than the money cannot be taken', async () => {
  const { id } = await differing('150.00');
  const { status, body } = await decide(id, { decision: 'clear', amount: '200.00' });
  expect([status, body.message]).toEqual([409, expect.stringContaining('GHS 50.00 more than is left of the money')]);
});

test('whoever captured a receipt by hand does not clear a claim that differs from it; another person does', async () => {
  const { id } = await differing('150.00', clerk);
  expect((await show(id)).money.is_own).toBe(true);
  for (const decision of ['clear', 'credit']) {
    expect(await decide(id, { decision })).toMatchObject({
      status: 422,
      body: {
        message: 'You captured this receipt, and it differs. Somebody else who may clear payments has to decide on it.',
      },
    });
  }
  expect((await show(id, admin)).money.is_own).toBe(false);
  expect((await decide(id, { decision: 'clear' }, admin)).status).toBe(200);
});

test('whoever captured it clears what agrees with it, and not a claim of another ID', async () => {
  const claim = submissionOf(await newDriver());
  const id = await buildPayment(it, claim, 'rejected', 'Too early.');
  await buildTransfer(it, { transaction_id: claim.transaction_id }, author(clerk));
  await decide(id, { decision: 'undo' });
  expect((await decide(id, { decision: 'clear' })).body.message).toBe('Cleared: GHS 200.00.');
  const other = await buildPayment(it, submissionOf(await newDriver()));
  const transfer_id = await buildTransfer(it, {}, author(clerk));
  expect((await decide(other, { decision: 'clear', transfer_id })).status).toBe(422);
  expect((await decide(other, { decision: 'clear', transfer_id }, admin)).status).toBe(200);
});

test('nor do they reject the claim and give its money to somebody else', async () => {
  const { id, transfer } = await differing('150.00', clerk);
  await decide(id, { decision: 'reject', reason: 'Wrong amount.' });
  const fee = { car_number: (await newDriver()).car_number, payment_type: 'RF' };
  expect((await decideMoney(transfer, { decision: 'assign', fee })).status).toBe(422);
  expect((await decideMoney(transfer, { decision: 'assign', fee }, admin)).status).toBe(200);
});

test('the money of a claim whose fee was paid becomes the driver’s credit', async () => {
  const driver = await newDriver();
  const claim = submissionOf(driver);
  const id = await buildPayment(it, claim);
  await buildPayment(it, submissionOf(driver), 'cleared');
  await buildTransfer(it, { transaction_id: claim.transaction_id });
  expect((await show(id)).claim.is_paid).toBe(true);
  expect((await decide(id, { decision: 'clear' })).body).toMatchObject({ code: 'already_paid' });
  expect((await decide(id, { decision: 'credit' })).body.message).toBe('GHS 200.00 became the driver’s credit.');
  expect(await paymentOf(id)).toMatchObject({ status: 'cleared', is_credit: true });
});

test('a rejection needs a reason, which the driver sees, and can be undone', async () => {
  const id = await buildPayment(it, submissionOf(await newDriver()));
  const { status, body } = await decide(id, { decision: 'reject' });
  expect([status, body.message]).toEqual([400, 'Please give the reason in a few words.']);
  expect((await decide(id, { decision: 'reject', reason: 'No such money.' })).body.message).toBe(
    'Rejected. The driver sees the reason.',
  );
  expect(await paymentOf(id)).toMatchObject({ status: 'rejected', status_reason: 'No such money.' });
  expect((await show(id)).history).toMatchObject([{ action: 'payments.reject', reason: 'No such money.' }]);
  expect((await decide(id, { decision: 'undo' })).body.message).toBe('The rejection is undone. The claim waits again.');
  expect(await paymentOf(id)).toMatchObject({ status: 'submitted', status_reason: null });
});

test('DELETE rejects, with a reason of its own or a standard sentence', async () => {
  const [one, other] = [
    await buildPayment(it, submissionOf(await newDriver())),
    await buildPayment(it, submissionOf(await newDriver())),
  ];
  expect((await send('DELETE', `/clearance/${one}`)).status).toBe(200);
  expect((await paymentOf(one)).status_reason).toBe('This payment could not be confirmed. Please contact us.');
  await send('DELETE', `/clearance/${other}?reason=Sent%20twice.`);
  expect((await paymentOf(other)).status_reason).toBe('Sent twice.');
});

test('a reversal is for those who may, happens once, and gives the money back', async () => {
  const claim = submissionOf(await newDriver());
  const id = await buildPayment(it, claim);
  const transfer = await buildTransfer(it, { transaction_id: claim.transaction_id });
  const body = { decision: 'reverse', reason: 'The wrong driver.' };
  expect((await decide(id, body)).status).toBe(403);
  expect((await decide(id, body, admin)).body.message).toBe('Reversed. Its money waits to be matched again.');
  expect(await moneyState(transfer)).toBe('open');
  const again = await decide(id, body, admin);
  expect([again.status, again.body.message]).toEqual([
    409,
    expect.stringMatching(/was already reversed\. Reversed a payment: ama\.mensah\d+, 20 Nov 2026, 10:00\.$/),
  ]);
  expect(await postings(id)).toHaveLength(4);
});

test('the second of two clerks is told who cleared it, and when', async () => {
  const { id, claim } = await differing('150.00');
  const answers = await Promise.all([decide(id, { decision: 'clear' }), decide(id, { decision: 'clear' }, admin)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = answers.find(({ status }) => status === 409);
  expect(late?.body.message).toMatch(
    new RegExp(
      `^(The payment ${claim.transaction_id} was already cleared|The money of ${claim.transaction_id} was used).*Cleared a payment: ama\\.mensah`,
    ),
  );
});

test('a hundred clears of one claim at once are one posting', async () => {
  const { id } = await differing('150.00');
  const answers = await Promise.all(Array.from({ length: 100 }, () => decide(id, { decision: 'clear' })));
  const counts = Map.groupBy(answers, ({ status }) => status);
  expect(counts.get(200)).toHaveLength(1);
  expect([...counts.keys()].every((status) => status < 500)).toBe(true);
  expect(await postings(id)).toHaveLength(2);
});

test('clearing and rejecting at once is one of the two', async () => {
  const { id } = await differing('150.00');
  const answers = await Promise.all([
    decide(id, { decision: 'clear' }),
    decide(id, { decision: 'reject', reason: 'Too little.' }, admin),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('one transfer is not matched to two claims by two people at once', async () => {
  const transfer_id = await buildTransfer(it);
  const ids = await Promise.all([0, 1, 2, 3].map(async () => buildPayment(it, submissionOf(await newDriver()))));
  const answers = await Promise.all(ids.map((id) => decide(id, { decision: 'clear', transfer_id })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test('a disputed ID shows both claimants, and can be given to the other one', async () => {
  const [first, second] = [await newDriver(), await newDriver()];
  const claim = submissionOf(first);
  const id = await buildPayment(it, claim);
  await buildAttempt(it, submissionOf(second, { transaction_id: claim.transaction_id }));
  const transfer = await buildTransfer(it, { transaction_id: claim.transaction_id });
  const record = await show(id);
  expect(record).toMatchObject({
    reason: 'disputed',
    claim: { driver: { driver_code: first.driver_code } },
    claimants: [{ driver: { driver_code: second.driver_code }, amount: '200.00', times: 1 }],
  });
  const [claimant] = record.claimants;
  const given = { decision: 'award', attempt_id: claimant.id };
  expect((await decide(id, given)).body.message).toBe('Please give the reason in a few words.');
  const { body } = await decide(id, { ...given, reason: 'Showed the message.' });
  expect(body.message).toBe(
    `The claim was rejected, and that of ${second.first_name} ${second.last_name} was cleared.`,
  );
  expect((await paymentOf(id)).status).toBe('rejected');
  expect(await moneyState(transfer)).toBe('matched');
  expect((await decide(id, { ...given, reason: 'Again.' })).status).toBe(409);
});

test('an attempt of another ID is nobody’s claim', async () => {
  const [one, other] = [submissionOf(await newDriver()), submissionOf(await newDriver())];
  const [id] = [await buildPayment(it, one), await buildPayment(it, other)];
  await buildAttempt(it, submissionOf(await newDriver(), { transaction_id: other.transaction_id }));
  const { id: attempt_id } = await it.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('transaction_id', '=', other.transaction_id)
    .executeTakeFirstOrThrow();
  expect((await decide(id, { decision: 'award', attempt_id, reason: 'Why not.' })).status).toBe(404);
  expect((await decide(id, { decision: 'award', reason: 'Why not.' })).body.message).toBe(
    'Please choose the claimant.',
  );
  expect((await paymentOf(id)).status).toBe('submitted');
});

test('an ID is not given to a driver whose fee was paid; nothing changes', async () => {
  const [claim, other] = [submissionOf(await newDriver()), await newDriver()];
  const id = await buildPayment(it, claim);
  await buildAttempt(it, submissionOf(other, { transaction_id: claim.transaction_id }));
  await buildPayment(it, submissionOf(other), 'cleared');
  const [claimant] = (await show(id)).claimants;
  const given = { decision: 'award', attempt_id: claimant.id, reason: 'Showed the message.' };
  expect((await decide(id, given)).body).toMatchObject({ code: 'already_paid' });
  expect((await paymentOf(id)).status).toBe('submitted');
});

test('rejecting frees the ID for the other claimant', async () => {
  const claim = submissionOf(await newDriver());
  const id = await buildPayment(it, claim);
  await decide(id, { decision: 'reject', reason: 'Not theirs.' });
  const other = await buildPayment(it, submissionOf(await newDriver(), { transaction_id: claim.transaction_id }));
  expect((await paymentOf(other)).status).toBe('submitted');
  expect((await decide(id, { decision: 'undo' })).body).toMatchObject({ code: 'transaction_id_taken' });
});

test('the claim of an ID can still be cleared against the other claimant', async () => {
  const claim = submissionOf(await newDriver());
  const id = await buildPayment(it, claim);
  await buildAttempt(it, submissionOf(await newDriver(), { transaction_id: claim.transaction_id }));
  await buildTransfer(it, { transaction_id: claim.transaction_id });
  expect((await decide(id, { decision: 'clear' })).status).toBe(200);
});

test('what is ready is cleared at once, and what another person takes meanwhile is left to them', async () => {
  const ids = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const claim = submissionOf(await newDriver());
      const id = await buildPayment(it, claim, 'rejected', 'Too early.');
      await buildTransfer(it, { transaction_id: claim.transaction_id });
      await changePayment(it, id, 'undo');
      return id;
    }),
  );
  const answers = await Promise.all([
    send('POST', '/clearance/clear_ready'),
    send('POST', '/clearance/clear_ready', undefined, admin),
  ]);
  const cleared = answers.reduce((sum, { body }) => sum + (body.cleared ?? 0), 0);
  expect(cleared).toBe(5);
  for (const id of ids) expect(await paymentOf(id)).toMatchObject({ status: 'cleared', amount: '200.00' });
  expect((await send('POST', '/clearance/clear_ready')).body).toEqual({
    status: true,
    message: 'Nothing is ready any more.',
    cleared: 0,
  });
});

test('what is ready is not cleared with money of which somebody takes a part at the same moment', async () => {
  const claim = submissionOf(await newDriver());
  const id = await buildPayment(it, claim, 'rejected', 'Too early.');
  const transfer_id = await buildTransfer(it, { transaction_id: claim.transaction_id });
  await changePayment(it, id, 'undo');
  const other = await buildPayment(it, submissionOf(await newDriver()));
  await Promise.all([
    send('POST', '/clearance/clear_ready'),
    decide(other, { decision: 'clear', transfer_id, amount: '50.00' }, admin),
  ]);
  const { taken } = await it.db
    .selectFrom('payments')
    .select((eb) => eb.fn.sum<string>('amount').as('taken'))
    .where('transfer_id', '=', transfer_id)
    .where('status', '=', 'cleared')
    .executeTakeFirstOrThrow();
  expect(['200.00', '50.00']).toContain(taken);
});

test('money is set aside with a reason, and that can be undone', async () => {
  const id = await buildTransfer(it);
  expect((await decideMoney(id, { decision: 'dismiss' })).body.message).toBe('Please give the reason in a few words.');
  expect((await decideMoney(id, { decision: 'dismiss', reason: 'Not ours.' })).body.message).toBe(
    'The money is set aside.',
  );
  expect(await show(`T${id}`)).toMatchObject({ reason: 'dismissed', money: { status_reason: 'Not ours.' } });
  const again = await decideMoney(id, { decision: 'dismiss', reason: 'Not ours.' });
  expect([again.status, again.body.message]).toEqual([
    409,
    expect.stringMatching(/was set aside, so it cannot be set aside\. Set received money aside: ama\.mensah/),
  ]);
  expect((await decideMoney(id, { decision: 'undo' })).body.message).toBe('The money waits again.');
  expect((await decideMoney(id, { decision: 'undo' })).status).toBe(409);
});

test('money without a claim pays a driver’s fee, by the rules of claims', async () => {
  const driver = await newDriver();
  const transaction_id = nextTransactionId();
  const id = await buildTransfer(it, { transaction_id, mode: 'bank' });
  const fee = { car_number: driver.car_number, payment_type: 'RF' };
  expect((await decideMoney(id, { decision: 'assign' })).body.message).toBe('Please say what the money is for.');
  const nobody = await decideMoney(id, { decision: 'assign', fee: { ...fee, car_number: 'ZZ 0000-00' } });
  expect(nobody.body.message).toBe('No current driver has the car number ZZ 0000-00.');
  expect((await decideMoney(id, { decision: 'assign', fee: { ...fee, payment_type: 'SS' } })).status).toBe(422);
  expect((await decideMoney(id, { decision: 'assign', fee })).status).toBe(200);
  expect(
    await it.db.selectFrom('payments').select(['mode', 'status']).where('driver_id', '=', driver.id).execute(),
  ).toEqual([{ mode: 'bank', status: 'cleared' }]);
  const paid = await decideMoney(await buildTransfer(it), { decision: 'assign', fee });
  expect(paid.body).toMatchObject({ code: 'already_paid' });
});

test('money that a claim waits for, or that was cleared before, is not given to somebody else', async () => {
  const waits = await differing('150.00');
  const fee = { car_number: (await newDriver()).car_number, payment_type: 'RF' };
  expect((await decideMoney(waits.transfer, { decision: 'assign', fee })).body.message).toBe(
    'A claim with this transaction ID waits. Decide on that one.',
  );
  const claim = submissionOf(await newDriver());
  await buildPayment(it, claim, 'cleared');
  const late = await buildTransfer(it, { transaction_id: claim.transaction_id });
  expect((await decideMoney(late, { decision: 'assign', fee })).body.message).toBe(
    'A payment with this transaction ID was cleared without this money. Reverse it first, or set the money aside.',
  );
});

test('fifty people who give one transfer away at once give it once', async () => {
  const id = await buildTransfer(it);
  const cars = await Promise.all(Array.from({ length: 10 }, async () => (await newDriver()).car_number));
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      decideMoney(id, { decision: 'assign', fee: { car_number: cars[n % 10], payment_type: 'RF' } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.every(({ status }) => status < 500)).toBe(true);
});

test('a statement of another amount is settled by somebody else than who captured it', async () => {
  const doubted = async () => {
    const transaction_id = nextTransactionId();
    const id = await buildTransfer(it, { transaction_id }, author(clerk));
    await buildTransfer(it, { transaction_id, amount: '20.00', source: 'statement' });
    return { id, transaction_id };
  };
  const [one, other] = [await doubted(), await doubted()];
  const claim = await buildPayment(it, submissionOf(await newDriver()));
  const before = await decide(claim, { decision: 'clear', transfer_id: one.id }, admin);
  expect(before.body.message).toMatch(/^The statement shows GHS 20.00 for this money. Settle that first./);
  const reason = 'Looked at the account.';
  expect((await decideMoney(one.id, { decision: 'accept', reason })).status).toBe(422);
  expect((await decideMoney(one.id, { decision: 'accept', reason }, admin)).body.message).toBe(
    'The amount stays GHS 200.00.',
  );
  expect((await decideMoney(other.id, { decision: 'correct', reason }, admin)).body.message).toBe(
    'The amount is GHS 20.00 now.',
  );
  expect((await show(`T${other.id}`)).money.amount).toBe('20.00');
  expect((await decideMoney(other.id, { decision: 'correct', reason }, admin)).status).toBe(409);
});

test('money that payments were cleared with is corrected only after they are reversed', async () => {
  const claim = submissionOf(await newDriver());
  await buildPayment(it, claim);
  const id = await buildTransfer(it, { transaction_id: claim.transaction_id });
  await buildTransfer(it, { transaction_id: claim.transaction_id, amount: '20.00', source: 'statement' });
  const { body } = await decideMoney(id, { decision: 'correct', reason: 'As the bank says.' }, admin);
  expect(body.message).toMatch(/^Payments were cleared with this money. Reverse them first./);
});

test('the record of a case suggests what may belong to it', async () => {
  const driver = await newDriver();
  await buildPayment(it, submissionOf(driver), 'cleared');
  const id = await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'));
  const transfer = await buildTransfer(it, { reference: driver.car_number, amount: '300.00' });
  expect((await show(id)).suggestions).toMatchObject([{ id: `T${transfer}`, amount: '300.00' }]);
  expect((await show(`T${transfer}`)).suggestions).toMatchObject([
    { id, payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' },
  ]);
});

test('a case that is not there is not found', async () => {
  for (const id of ['987654321', 'T987654321']) expect((await send('GET', `/clearance/${id}`)).status).toBe(404);
  expect((await send('GET', '/clearance/X1')).status).toBe(400);
  expect((await decide('987654321', { decision: 'clear' })).status).toBe(404);
  expect((await decideMoney('987654321', { decision: 'undo' })).status).toBe(404);
});
