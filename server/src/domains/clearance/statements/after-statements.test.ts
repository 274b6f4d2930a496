import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../../../test/book-checks.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { statementCsv } from '../../../../test/builders/statements.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';
import { author } from '../../../../test/clearing-office.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';

type Person = Awaited<ReturnType<typeof buildCaller>>;

let cases: Cases;
let importer: Person;
let other: Person;
beforeAll(async () => {
  cases = await startCases();
  importer = await buildCaller(cases.it, 'SuperUser');
  other = await buildCaller(cases.it, 'SystemAdmin');
});
afterAll(() => cases.close());

const reason = 'The statement shows it.';

const importLine = async (id: string, { date = '18/11/2026', amount = '200.00', by = importer } = {}) => {
  const staff = statementsOf(cases.it, by.headers);
  const statement = await staff.checked(statementCsv([{ date, id, amount }]));
  await staff.start(statement);
  await importServer(cases.it).runDue();
  return staff.lines(statement);
};

const moneyOf = (id: string) =>
  cases.it.db
    .selectFrom('transfers')
    .select(['transaction_id', 'received_on', 'status', 'status_reason', 'posted_amount'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const captured = () => buildTransfer(cases.it, {}, author(cases.clerk));
const endedAndShown = async () => {
  const id = await captured();
  await cases.decideMoney(id, { decision: 'never_came', reason }, cases.admin);
  await importLine((await moneyOf(id)).transaction_id);
  return id;
};

test('a statement’s importer settles no difference that it shows, and neither does who sent it', async () => {
  const id = await captured();
  const { transaction_id } = await moneyOf(id);
  const staff = statementsOf(cases.it, cases.admin.headers);
  const statement = await staff.checked(statementCsv([{ date: '18/11/2026', id: transaction_id, amount: '250.00' }]));
  await statementsOf(cases.it, importer.headers).start(statement);
  await importServer(cases.it).runDue();
  for (const by of [cases.admin, importer]) {
    expect(await cases.decideMoney(id, { decision: 'accept', reason }, by)).toMatchObject({
      status: 403,
      body: { message: 'You imported this money, so somebody else has to decide.' },
    });
  }
  expect((await cases.decideMoney(id, { decision: 'accept', reason }, other)).status).toBe(200);
});

test('a difference that was settled rests, and a third amount raises a doubt again', async () => {
  const id = await captured();
  const { transaction_id } = await moneyOf(id);
  const settle = async () => (await cases.decideMoney(id, { decision: 'accept', reason }, other)).status;
  await importLine(transaction_id, { amount: '250.00' });
  expect(await settle()).toBe(200);
  await importLine(transaction_id, { amount: '250.00' });
  expect(await settle()).toBe(409);
  await importLine(transaction_id, { amount: '300.00' });
  expect(await settle()).toBe(200);
});

test('money that a statement brings has its importer’s hand on it', async () => {
  const transactionId = nextTransactionId();
  await importLine(transactionId);
  const { id } = await cases.it.db
    .selectFrom('transfers')
    .select('id')
    .where('transaction_id', '=', transactionId)
    .executeTakeFirstOrThrow();
  const hands = await cases.it.db
    .selectFrom('hands')
    .select(['account_id', 'what'])
    .where('subject_kind', '=', 'transfer')
    .where('subject_id', '=', id)
    .execute();
  expect(hands).toContainEqual({ account_id: importer.id, what: 'imported' });
});

test('a day that differs raises a doubt, and the statement’s wins', async () => {
  const driver = await cases.newDriver();
  const claim = submissionOf(driver);
  const id = await captured();
  const { transaction_id } = await moneyOf(id);
  const [line] = await importLine(transaction_id, { date: '17/11/2026' });
  expect(line).toMatchObject({ outcome: 'known_differs', reason: 'It was recorded before as of 18 Nov 2026.' });
  const payment = await buildPayment(cases.it, { ...claim, transaction_id });
  expect(await cases.decide(payment, { decision: 'clear' }, other)).toMatchObject({
    status: 409,
    body: { message: 'The statement shows 17 Nov 2026 for this money. Settle that first.' },
  });
  expect(await cases.decideMoney(id, { decision: 'correct', reason }, other)).toMatchObject({
    status: 200,
    body: { message: 'The money is GHS 200.00 of 17 Nov 2026 now.' },
  });
  expect((await moneyOf(id)).received_on).toBe('2026-11-17');
});

test('the day of what it paid follows, no reversal is needed, and the books stay right', async () => {
  const claim = submissionOf(await cases.newDriver());
  const payment = await buildPayment(cases.it, claim);
  const id = await buildTransfer(cases.it, { transaction_id: claim.transaction_id }, author(cases.clerk));
  await importLine(claim.transaction_id, { date: '31/10/2026' });
  expect((await cases.show(`T${id}`)).reason).toBe('statement');
  expect((await cases.decideMoney(id, { decision: 'correct', reason }, other)).status).toBe(200);
  const shown = await cases.it.db
    .selectFrom('payments')
    .select(['transaction_date', 'status'])
    .where('id', '=', payment)
    .executeTakeFirstOrThrow();
  expect(shown).toEqual({ transaction_date: '2026-10-31', status: 'cleared' });
  expect((await checkBooks(cases.it)).differences).toEqual([]);
});

test('the recorded day may be kept, and then clears', async () => {
  const id = await captured();
  await importLine((await moneyOf(id)).transaction_id, { date: '17/11/2026' });
  expect((await cases.decideMoney(id, { decision: 'accept', reason }, other)).body.message).toBe(
    'The money stays GHS 200.00 of 18 Nov 2026.',
  );
  expect((await cases.show(`T${id}`)).reason).toBe('no_claim');
});

test('money that never came and that a statement shows is a case, and comes back by another person', async () => {
  const id = await endedAndShown();
  const { body: found } = await cases.send('GET', '/clearance?reason=shown_ended&size=100', undefined, cases.clerk);
  expect(found.map((one: { id: string }) => one.id)).toContain(`T${id}`);
  const { body: figures } = await cases.send('GET', '/clearance/figures', undefined, cases.clerk);
  expect(figures.reasons).toContainEqual({ reason: 'shown_ended', count: 1, amount: '200.00' });
  const back = { decision: 'came_after_all', reason };
  const hindranceOf = async (person: typeof other) =>
    (await cases.send('GET', `/clearance/T${id}`, undefined, person)).body.money.reversal_hindrance;
  expect(await hindranceOf(cases.admin)).toBe('You reversed this, so somebody else has to decide.');
  expect(await hindranceOf(other)).toBeNull();
  expect((await cases.decideMoney(id, back, cases.clerk)).status).toBe(403);
  expect(await cases.decideMoney(id, back, cases.admin)).toMatchObject({
    status: 403,
    body: { message: 'You reversed this, so somebody else has to decide.' },
  });
  expect(await cases.decideMoney(id, back, other)).toMatchObject({
    status: 200,
    body: {
      message: 'The GHS 200.00 is in the books again. What it paid before stays due until it is matched again.',
    },
  });
  expect(await moneyOf(id)).toMatchObject({ status: 'open', status_reason: null, posted_amount: '200.00' });
  expect((await cases.decideMoney(id, back, other)).status).toBe(409);
  expect((await checkBooks(cases.it)).differences).toEqual([]);
});

test('it may stay ended, which settles the case', async () => {
  const id = await endedAndShown();
  expect((await cases.decideMoney(id, { decision: 'accept', reason }, cases.admin)).status).toBe(403);
  expect((await cases.decideMoney(id, { decision: 'accept', reason }, other)).body.message).toBe(
    'The money stays ended.',
  );
  expect((await cases.show(`T${id}`)).reason).toBe('ended');
});

test('money that was given back, or that no statement shows, is no such case', async () => {
  const given = await captured();
  const back = {
    from: 'money',
    transfer_id: given,
    amount: (await moneyOf(given)).posted_amount,
    mode: 'cash',
    paid_to: 'Ama',
    reason,
  };
  const { body } = await cases.send('POST', '/refunds', back, cases.admin);
  expect((await cases.send('POST', `/approvals/${body.approval_id}/approve`, undefined, other)).status).toBe(201);
  await importLine((await moneyOf(given)).transaction_id);
  const never = await captured();
  await cases.decideMoney(never, { decision: 'never_came', reason }, cases.admin);
  for (const id of [given, never]) {
    expect((await cases.show(`T${id}`)).reason).toBe('ended');
    expect((await cases.decideMoney(id, { decision: 'came_after_all', reason }, other)).status).toBe(409);
  }
});
