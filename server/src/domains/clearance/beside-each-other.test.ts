import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#domains/ledger';
import { takenOf } from '#domains/payments';
import { buildAttempt } from '../../../test/builders/attempts.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../test/builders/payments.ts';
import { statementCsv } from '../../../test/builders/statements.ts';
import { nextTransactionId, submissionOf, subscriptionOf } from '../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../test/builders/transfers.ts';
import { author, openOffice } from '../../../test/clearing-office.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { importServer, statementsOf } from '../../../test/statement-imports.ts';
import { countWaiting } from '../../../test/waiting.ts';

// The parts of clearance together: each has its own rules, and no money slips between them.

let it: TestApp;
type Office = Awaited<ReturnType<typeof openOffice>>;
let clerk: Office['clerk'];
let admin: Office['admin'];
let send: Office['send'];
let decide: Office['decide'];
let newDriver: Office['newDriver'];

beforeAll(async () => {
  it = await startApp();
  ({ clerk, admin, send, decide, newDriver } = await openOffice(it));
});
afterEach(async () => {
  expect(await checkLedger(it.db)).toEqual([]);
  const transfers = await it.db.selectFrom('transfers').select(['id', 'amount']).execute();
  const taken = await takenOf(
    it.db,
    transfers.map(({ id }) => id),
  );
  for (const { id, amount } of transfers) expect(Number(taken.get(id) ?? 0)).toBeLessThanOrEqual(Number(amount));
});
afterAll(() => it.close());

type Driver = Awaited<ReturnType<typeof newDriver>>;

const rowOf = ({ car_number, driver_code }: Driver, amount: string, more: object = {}) => ({
  ...{ car_number, driver_code, payment_type: 'RF', amount },
  ...more,
});
const receive = (transaction_id: string, amount: string, payments: object[], by = clerk) =>
  send('POST', '/payments/receive', { mode: 'momo', transaction_id, amount, seen_in_account: true, payments }, by);

const stateOf = async (id: string) =>
  (await it.db.selectFrom('payments').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const moneyState = async (id: string) =>
  (await it.db.selectFrom('transfers').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const holders = (transactionId: string) =>
  it.db
    .selectFrom('payments')
    .select(['status', 'part', 'amount'])
    .where('transaction_id', '=', transactionId)
    .where('status', 'in', ['submitted', 'cleared'])
    .orderBy('part')
    .execute();

/** Money that was captured, and of which a statement shows another amount. */
const doubted = async (transaction_id: string) => {
  const id = await buildTransfer(it, { transaction_id });
  await buildTransfer(it, { transaction_id, amount: '150.00', source: 'statement' });
  return id;
};

test('the desk does not clear with money that a statement doubts', async () => {
  const id = nextTransactionId();
  await doubted(id);
  expect(await receive(id, '200.00', [rowOf(await newDriver(), '200.00')])).toMatchObject({
    status: 409,
    message: 'The statement shows GHS 150.00 for this money. Settle that first.',
  });
  expect(await holders(id)).toEqual([]);
});

test('whoever captured money does not get around a rejected claim at the desk; somebody else does', async () => {
  const claim = submissionOf(await newDriver());
  const id = await buildPayment(it, claim);
  await buildTransfer(it, { transaction_id: claim.transaction_id, amount: '350.00' }, author(clerk));
  const rejection = { decision: 'reject', reason: 'The amount differs.' };
  expect(await decide(id, rejection)).toMatchObject({ status: 403 });
  await decide(id, rejection, admin);
  const rows = [rowOf(await newDriver(), '350.00')];
  expect(await receive(claim.transaction_id, '350.00', rows)).toMatchObject({
    status: 409,
    message: expect.stringContaining('A claim with this transaction ID was rejected.'),
  });
  expect(await receive(claim.transaction_id, '350.00', rows, admin)).toMatchObject({ status: 201 });
});

test('an accepted difference is still decided by somebody else than whoever captured it', async () => {
  const driver = await newDriver();
  const claim = submissionOf(driver);
  const id = await buildPayment(it, claim);
  const { transaction_id } = claim;
  const transfer = await buildTransfer(it, { transaction_id, amount: '350.00' }, author(clerk));
  await buildTransfer(it, { transaction_id, amount: '300.00', source: 'statement' });
  const kept = { decision: 'accept', reason: 'The bank corrected it.' };
  expect((await send('PATCH', `/transfers/${transfer}`, kept, admin)).status).toBe(200);
  const month = { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' };
  const rows = [rowOf(driver, '200.00'), rowOf(driver, '150.00', month)];
  expect(await receive(transaction_id, '350.00', rows)).toMatchObject({
    status: 409,
    message: expect.stringContaining('so somebody else has to decide it on Payment Clearance.'),
  });
  expect(await stateOf(id)).toBe('submitted');
});

test('money that a claim waits for is nobody else’s, also when somebody chooses it', async () => {
  const owner = submissionOf(await newDriver());
  await buildPayment(it, owner);
  const transfer = await buildTransfer(it, { transaction_id: owner.transaction_id, amount: '350.00' });
  const other = await buildPayment(it, submissionOf(await newDriver()));
  expect(await decide(other, { decision: 'clear', transfer_id: transfer })).toMatchObject({
    status: 409,
    message: expect.stringContaining('A claim with this transaction ID waits. Decide on that one.'),
  });
  expect(await stateOf(other)).toBe('submitted');
});

test('money whose claim was cleared before it came is not counted again for another claim', async () => {
  const paid = submissionOf(await newDriver());
  await buildPayment(it, paid, 'cleared');
  const transfer = await buildTransfer(it, { transaction_id: paid.transaction_id });
  const other = await buildPayment(it, submissionOf(await newDriver()));
  expect(await decide(other, { decision: 'clear', transfer_id: transfer })).toMatchObject({ status: 409 });
});

test('whoever captured money does not give its ID to another claimant alone', async () => {
  const claim = submissionOf(await newDriver());
  const id = await buildPayment(it, claim);
  const { transaction_id } = claim;
  await buildAttempt(it, submissionOf(await newDriver(), { transaction_id, amount: '350.00' }));
  await buildTransfer(it, { transaction_id, amount: '350.00' }, author(clerk));
  const [attempt] = await it.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('transaction_id', '=', transaction_id)
    .execute();
  const award = { decision: 'award', attempt_id: attempt?.id, reason: 'Showed the message.' };
  expect(await decide(id, award)).toMatchObject({ status: 403 });
  expect(await stateOf(id)).toBe('submitted');
  expect(await decide(id, award, admin)).toMatchObject({ status: 200 });
});

test('what is left of money clears in bulk for others than whoever captured more, or reversed its payment', async () => {
  const transaction_id = nextTransactionId();
  const transfer = await buildTransfer(it, { transaction_id, amount: '350.00' }, author(clerk));
  const month = (driver: Driver, payment_month: string) => ({
    decision: 'assign',
    amount: '100.00',
    fee: { car_number: driver.car_number, payment_type: 'SS', payment_year: 2026, payment_month },
  });
  const driver = await newDriver();
  await buildPayment(it, submissionOf(driver), 'cleared');
  const other = await buildCaller(it, 'SuperUser');
  for (const name of ['NOVEMBER', 'DECEMBER']) {
    expect(await send('PATCH', `/transfers/${transfer}`, month(driver, name))).toMatchObject({ status: 403 });
    expect(await send('PATCH', `/transfers/${transfer}`, month(driver, name), other)).toMatchObject({ status: 200 });
  }
  const first = await it.db
    .selectFrom('payments')
    .select('id')
    .where('transfer_id', '=', transfer)
    .where('part', '=', 1)
    .executeTakeFirstOrThrow();
  const reason = 'The wrong month.';
  expect(await decide(first.id, { decision: 'reverse', cause: 'wrong_car', reason }, admin)).toMatchObject({
    status: 200,
  });
  // The claim agrees with what is left, not with the receipt.
  const claim = await buildPayment(it, submissionOf(await newDriver(), { amount: '250.00' }));
  // Before an ID was kept for all its payments, the reversal of the first one made it free.
  await it.db.updateTable('payments').set({ transaction_id }).where('id', '=', claim).execute();
  await send('POST', '/clearance/clear_ready', {});
  expect(await stateOf(claim)).toBe('submitted');
  await send('POST', '/clearance/clear_ready', {}, admin);
  expect(await stateOf(claim)).toBe('submitted');
  await send('POST', '/clearance/clear_ready', {}, other);
  expect(await stateOf(claim)).toBe('cleared');
});

test('a claim whose fee credit paid meanwhile is told as paid, by the case and by a statement', async () => {
  const driver = (await buildDriver(it, { plan: 'monthly' })).driver;
  await buildPayment(it, submissionOf(driver), 'cleared');
  const claim = subscriptionOf(driver, 2026, 'NOVEMBER');
  const id = await buildPayment(it, claim);
  await buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '1800.00' }), 'cleared');
  const staff = statementsOf(it, clerk.headers);
  const line = { date: '18/11/2026', id: claim.transaction_id, amount: claim.amount };
  const statement = await staff.checked(statementCsv([line]));
  expect(await staff.counts(statement)).toEqual({ paid: 1 });
  await buildTransfer(it, { transaction_id: claim.transaction_id, amount: claim.amount });
  const shown = await it.app.inject({ url: `/api/clearance/${id}`, headers: clerk.headers });
  expect(shown.json().reason).toBe('paid');
  expect(await decide(id, { decision: 'clear' })).toMatchObject({ status: 409 });
  expect(await decide(id, { decision: 'credit' })).toMatchObject({ status: 200 });
});

test('a reversal gives money back whose rest was set aside meanwhile', async () => {
  const claim = submissionOf(await newDriver());
  const id = await buildPayment(it, claim);
  const transfer = await buildTransfer(it, { transaction_id: claim.transaction_id, amount: '350.00' });
  await decide(id, { decision: 'clear', amount: '200.00' });
  await send('PATCH', `/transfers/${transfer}`, { decision: 'dismiss', reason: 'A gift.' });
  expect(await moneyState(transfer)).toBe('dismissed');
  expect(await decide(id, { decision: 'reverse', cause: 'wrong_car', reason: 'Wrong driver.' }, admin)).toMatchObject({
    status: 200,
  });
  expect(await moneyState(transfer)).toBe('open');
});

test('an import that notes an amount never waits in a circle with a decision', async () => {
  const claim = submissionOf(await newDriver());
  await buildPayment(it, claim);
  const known = nextTransactionId();
  const transfer = await buildTransfer(it, { transaction_id: known });
  const staff = statementsOf(it, clerk.headers);
  const lines = [known, claim.transaction_id].map((id) => ({ date: '18/11/2026', id, amount: '200.00' }));
  await staff.start(await staff.checked(statementCsv(lines)));
  const errors: unknown[] = [];
  let imported: Promise<void> | undefined;
  await it.db.transaction().execute(async (tx) => {
    // As a person's decision: the money first, then the books.
    await sql`SELECT FROM transfers WHERE id = ${transfer} FOR NO KEY UPDATE`.execute(tx);
    imported = importServer(it, errors).runDue();
    await expect.poll(() => countWaiting(it.db)).toBe(1);
    await sql`SELECT FROM ledger_head FOR UPDATE`.execute(tx);
  });
  await imported;
  expect(errors).toEqual([]);
  expect((await holders(claim.transaction_id))[0]?.status).toBe('cleared');
  const shown = it.db.selectFrom('transfers').select('statement_amount').where('id', '=', transfer);
  expect(await shown.executeTakeFirst()).toEqual({ statement_amount: '200.00' });
});

test('one ID received at the desk, imported, captured and claimed at the same moment is counted once', async () => {
  for (let round = 0; round < 6; round += 1) {
    const driver = await newDriver();
    const claim = submissionOf(driver);
    const { transaction_id } = claim;
    const staff = statementsOf(it, admin.headers);
    await staff.start(
      await staff.checked(statementCsv([{ date: '18/11/2026', id: transaction_id, amount: '200.00' }])),
    );
    const captured = { transaction_id, mobile_number: '', amount: '200.00', reference: '', seen_in_account: true };
    const answers = await Promise.all([
      receive(transaction_id, '200.00', [rowOf(driver, '200.00')]),
      receive(transaction_id, '200.00', [rowOf(await newDriver(), '200.00')], admin),
      send('POST', '/payments/capture_momo', captured),
      send('POST', '/payments', claim, null),
      importServer(it).runDue(),
    ]);
    for (const answer of answers) if (answer) expect(answer.status).not.toBe(500);
    await importServer(it).runDue();
    const held = await holders(transaction_id);
    expect(held).toHaveLength(1);
    const money = it.db.selectFrom('transfers').select('amount').where('transaction_id', '=', transaction_id);
    expect(await money.execute()).toEqual([{ amount: '200.00' }]);
  }
});

test('a rejection whose ID a desk split holds is not undone', async () => {
  const driver = await newDriver();
  const claim = submissionOf(driver);
  const rejected = await buildPayment(it, claim, 'rejected', 'No receipt.');
  const month = { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' };
  const rows = [rowOf(driver, '200.00'), rowOf(driver, '150.00', month)];
  await buildTransfer(it, { transaction_id: claim.transaction_id, amount: '350.00' });
  expect(await receive(claim.transaction_id, '350.00', rows)).toMatchObject({ status: 201 });
  const undone = await Promise.all([1, 2, 3].map(() => decide(rejected, { decision: 'undo' })));
  expect(undone.map(({ status }) => status)).toEqual([409, 409, 409]);
});

test('credit is used or its payment is reversed, never both, whoever comes first', async () => {
  for (let round = 0; round < 5; round += 1) {
    const driver = (await buildDriver(it, { plan: 'monthly' })).driver;
    const id = await buildPayment(it, submissionOf(driver, { amount: '600.00' }), 'cleared');
    const fee = { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' };
    const claim = await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'));
    await Promise.allSettled([
      send('POST', `/drivers/${driver.id}/credit_uses`, fee),
      send('POST', `/drivers/${driver.id}/credit_uses`, fee),
      decide(id, { decision: 'reverse', cause: 'wrong_car', reason: 'Bounced.' }, admin),
      changePayment(it, claim, 'clear'),
    ]);
    const uses = await it.db
      .selectFrom('credit_uses')
      .select('id')
      .where('driver_id', '=', driver.id)
      .where('status', '=', 'used')
      .execute();
    const covers = uses.length + ((await stateOf(claim)) === 'cleared' ? 1 : 0);
    expect(covers).toBeLessThanOrEqual(1);
    if (uses.length > 0) expect(await stateOf(id)).toBe('cleared');
  }
});
