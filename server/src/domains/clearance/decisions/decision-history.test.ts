import type { DecisionEvent } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginsOf } from '#domains/identity';
import { buildAttempt } from '../../../../test/builders/attempts.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { statementCsv } from '../../../../test/builders/statements.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';

let cases: Cases;
let names: { clerk: string; admin: string };
beforeAll(async () => {
  cases = await startCases();
  const loginOf = async ({ id }: { id: string }) => (await loginsOf(cases.it.db, [id])).get(id) ?? '';
  names = { clerk: await loginOf(cases.clerk), admin: await loginOf(cases.admin) };
});
afterAll(() => cases.close());

type Told = { action: string; actor: string; reason: string | null } & Record<string, string | null>;

/** A decision with its facts by their words; of facts that changed the later side. */
const told = ({ action, actor, reason, facts }: DecisionEvent): Told => ({
  ...Object.fromEntries(facts.map(({ field, after }) => [field, after])),
  ...{ action, actor, reason },
});

const historyOf = async (id: string): Promise<Told[]> => (await cases.show(id)).history.map(told);

/** The history of the case's payment on the pages of the payment and of its money. */
const elsewhere = async (id: string, transfer: string): Promise<Told[][]> =>
  Promise.all(
    [`/payments/${id}`, `/money_received/${transfer}`].map(async (path) =>
      (await cases.send('GET', path)).body.history.map(told),
    ),
  );

/** A driver of this month, whose registration and device are paid. */
const monthlyDriver = async () => {
  const { driver } = await buildDriver(cases.it, { plan: 'monthly' });
  await buildPayment(cases.it, submissionOf(driver), 'cleared');
  await buildPayment(cases.it, submissionOf(driver, { payment_type: 'DP', amount: '1500.00' }), 'cleared');
  return driver;
};

test('money of another amount: the decision tells claim, money, price, credit and source, wherever it is shown', async () => {
  const { id, driver, claim, transfer } = await cases.differing('350.00');
  await cases.decide(id, { decision: 'clear' });
  const cleared = {
    action: 'payments.clear',
    actor: names.clerk,
    reason: null,
    'Driver code': driver.driver_code,
    Fee: 'Registration fee',
    Price: 'GHS 200.00',
    Claimed: 'GHS 200.00',
    Received: 'GHS 350.00',
    Amount: 'GHS 350.00',
    'Became credit': 'GHS 150.00',
    'Its transaction ID': claim.transaction_id,
    'Money received no.': transfer,
    Recorded: 'By a capture',
  };
  expect(await historyOf(id)).toEqual([cleared]);
  expect(await elsewhere(id, transfer)).toEqual([[cleared], [cleared]]);
  const reason = 'No statement shows it.';
  await cases.decide(id, { decision: 'reverse', cause: 'never_came', reason }, cases.admin);
  const [reversed, before] = await historyOf(id);
  expect(reversed).toMatchObject({
    action: 'payments.reverse',
    actor: names.admin,
    reason: `Money never came: ${reason}`,
    Amount: 'GHS 350.00',
    'Credit taken back': 'GHS 150.00',
    'Money received no.': transfer,
  });
  expect(before).toEqual(cleared);
});

test('the server’s own clearing has its row: by a statement with its line, set off by the import', async () => {
  const claim = submissionOf(await cases.newDriver());
  const id = await buildPayment(cases.it, claim);
  const staff = statementsOf(cases.it, cases.clerk.headers);
  const line = { date: '18/11/2026', id: claim.transaction_id, amount: '200.00' };
  const statement = await staff.checked(statementCsv([line]));
  await staff.start(statement);
  await importServer(cases.it).runDue();
  expect(await historyOf(id)).toMatchObject([
    {
      action: 'payments.clear',
      actor: 'the server',
      Amount: 'GHS 200.00',
      Recorded: 'From a statement',
      Statement: statement,
      'Line of the statement': '2',
      'Set off by': `the import of statement ${statement}`,
    },
  ]);
  const logged = cases.it.db.selectFrom('audit_log').select(['actor', 'after']).where('subject_kind', '=', 'payment');
  expect(await logged.where('subject_id', '=', id).execute()).toMatchObject([
    {
      actor: 'the server',
      after: { amount: '200.00', amount_claimed: '200.00', price: '200.00', source: 'statement' },
    },
  ]);
});

test('a capture that clears says so, with the name of the person who captured', async () => {
  const claim = submissionOf(await cases.newDriver());
  const id = await buildPayment(cases.it, claim);
  const captured = { transaction_id: claim.transaction_id, mobile_number: '', amount: '200.00', reference: '' };
  await cases.send('POST', '/payments/capture_momo', { ...captured, seen_in_account: true });
  expect(await historyOf(id)).toMatchObject([
    { actor: 'the server', 'Set off by': `a capture by ${names.clerk}` },
    { action: 'clearance.capture', actor: names.clerk },
  ]);
});

test('of two halves the first says what is missing, and the second which fee its credit paid', async () => {
  const driver = await monthlyDriver();
  const half = async () => {
    const claim = subscriptionOf(driver, 2026, 'NOVEMBER', { amount: '150.00' });
    const id = await buildPayment(cases.it, claim);
    await buildTransfer(cases.it, { transaction_id: claim.transaction_id, amount: '150.00' });
    await cases.decide(id, { decision: 'clear' });
    return { id, transaction_id: claim.transaction_id };
  };
  const first = await half();
  expect((await historyOf(first.id))[0]).toMatchObject({
    Price: 'GHS 300.00',
    'Became credit': 'GHS 150.00',
    Missing: 'GHS 150.00',
  });
  const second = await half();
  expect((await historyOf(second.id))[0]).toMatchObject({
    Missing: 'GHS 0.00',
    'Paid from credit': 'Monthly subscription November 2026: 300.00',
  });
  const uses = cases.it.db.selectFrom('audit_log').select(['actor', 'subject', 'after']);
  expect(await uses.where('action', '=', 'credit.use').execute()).toEqual([
    {
      actor: 'the server',
      subject: 'SS November 2026',
      after: {
        driver_code: driver.driver_code,
        fee: 'SS November 2026',
        amount: '300.00',
        credit_left: '0.00',
        set_off_by: `the payment ${second.transaction_id}`,
      },
    },
  ]);
});

test('a doubt that is settled tells both amounts, on the money and on the payment that it clears', async () => {
  const claim = submissionOf(await cases.newDriver());
  const transfer = await buildTransfer(cases.it, { transaction_id: claim.transaction_id, amount: '250.00' });
  await cases.it.db.updateTable('transfers').set({ statement_amount: '200.00' }).where('id', '=', transfer).execute();
  const id = await buildPayment(cases.it, claim);
  await cases.decideMoney(transfer, { decision: 'correct', reason: 'A slip of the pen.' }, cases.admin);
  await cases.decide(id, { decision: 'clear' });
  expect(await historyOf(id)).toMatchObject([
    { action: 'payments.clear', Received: 'GHS 200.00' },
    {
      action: 'transfers.correct',
      actor: names.admin,
      reason: 'A slip of the pen.',
      Amount: 'GHS 200.00',
      'Shown by the statement': 'GHS 200.00',
      Received: 'GHS 250.00',
    },
  ]);
});

test('an ID that is given to another claimant: both cases tell it, and the clearing what set it off', async () => {
  const claim = submissionOf(await cases.newDriver());
  const other = await cases.newDriver();
  const id = await buildPayment(cases.it, claim);
  await buildAttempt(cases.it, submissionOf(other, { transaction_id: claim.transaction_id }));
  const transfer = await buildTransfer(cases.it, { transaction_id: claim.transaction_id });
  const [claimant] = (await cases.show(id)).claimants;
  const reason = 'Showed the message.';
  await cases.decide(id, { decision: 'award', attempt_id: claimant.id, reason });
  expect(await historyOf(id)).toMatchObject([{ action: 'payments.reject', reason, Claimed: 'GHS 200.00' }]);
  expect(await historyOf(`T${transfer}`)).toMatchObject([
    { action: 'payments.clear', actor: 'the server', 'Driver code': other.driver_code },
    { action: 'payments.award', 'Money received no.': transfer, Price: 'GHS 200.00' },
  ]);
  const [cleared] = await historyOf(`T${transfer}`);
  expect(cleared?.['Set off by']).toBe(`the decision of ${names.clerk} between two claimants`);
});

test('the history is for those who may see the payments', async () => {
  const { id, transfer } = await cases.differing('350.00');
  await cases.decide(id, { decision: 'clear' });
  const legal = await buildCaller(cases.it, 'Legal');
  for (const path of [`/payments/${id}`, `/money_received/${transfer}`, `/clearance/${id}`]) {
    expect((await cases.send('GET', path, undefined, legal)).status).toBe(403);
  }
});
