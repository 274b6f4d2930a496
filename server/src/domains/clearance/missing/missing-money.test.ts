import { addDays } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkBooks } from '../../../../test/book-checks.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { BALANCED, csvOf, HEADER, withBalances } from '../../../../test/builders/statements.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';
import { author } from '../../../../test/clearing-office.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';
import { findMissingMoney } from './missing-money.ts';

let cases: Cases;
let importer: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  cases = await startCases();
  importer = await buildCaller(cases.it, 'SuperUser');
});
// Each test begins as if no statement covered a day yet.
beforeEach(async () => {
  await cases.it.db.updateTable('statement_imports').set({ covers_from: null, covers_to: null }).execute();
});
afterAll(() => cases.close());

const DAY = '2026-11-18';
const WHOLE_WEEK = { ...BALANCED, covers_from: '2026-11-14', covers_to: '2026-11-19' };

/** Imports a statement of these IDs, each of 200.00, and searches for what it lacks. */
const importStatement = async (ids: readonly string[], given: object = WHOLE_WEEK, by = importer) => {
  const staff = statementsOf(cases.it, by.headers);
  const rows = ids.map((id) => ['18/11/2026', 'Payment', 'Ama Mensah', '200.00', id, '']);
  const other = ['17/11/2026', 'Payment', 'Kofi', '10.00', nextTransactionId(), ''];
  const id = await staff.checked(csvOf(withBalances([HEADER, ...rows, other])), given);
  await staff.start(id);
  await importServer(cases.it).runDue();
  await findMissingMoney(cases.it.db, cases.it.clock.now);
  return id;
};

const captured = (given: object = {}, by = cases.clerk) =>
  buildTransfer(cases.it, { received_on: DAY, ...given }, author(by));
const stateOf = async (id: string) =>
  cases.it.db
    .selectFrom('transfers')
    .select(['missing_in', 'status', 'transaction_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const missingIn = async (id: string) => (await stateOf(id)).missing_in;
const idOf = async (id: string) => (await stateOf(id)).transaction_id;
/** Moves the mark so many days back. */
const passed = (id: string, days: number) =>
  sql`UPDATE transfers SET missing_since = missing_since - make_interval(days => ${days}) WHERE id = ${id}`.execute(
    cases.it.db,
  );
const reason = 'No statement shows it.';

test('money that a statement covering its day does not have is marked, and what it has is not', async () => {
  const [lost, found] = [await captured(), await captured()];
  const statement = await importStatement([await idOf(found)]);
  expect([await missingIn(lost), await missingIn(found)]).toEqual([statement, null]);
});

test('money of days that the statement does not cover, of cash and of the bank is not marked', async () => {
  const before = await captured({ received_on: '2026-11-13' });
  const today = await captured({ received_on: '2026-11-20' });
  const others = [await captured({ mode: 'cash', source: 'desk' }), await captured({ mode: 'bank', source: 'desk' })];
  await importStatement([]);
  for (const id of [before, today, ...others]) expect(await missingIn(id)).toBeNull();
});

test('money of a prompt is marked like any other', async () => {
  const id = await captured({ source: 'prompt' });
  const statement = await importStatement([]);
  expect(await missingIn(id)).toBe(statement);
});

test('money that is recorded after the statement of its day is marked at once', async () => {
  const statement = await importStatement([]);
  expect(await missingIn(await captured())).toBe(statement);
});

test('a statement with holes, or of nobody knows which days, marks nothing', async () => {
  const id = await captured();
  await importStatement([], { covers_from: null, covers_to: null });
  expect(await missingIn(id)).toBeNull();
});

test('a later statement that shows it lifts the mark, but not one that its captor brought', async () => {
  const id = await captured();
  await importStatement([]);
  await importStatement([await idOf(id)], WHOLE_WEEK, cases.clerk);
  expect(await missingIn(id)).not.toBeNull();
  await importStatement([await idOf(id)]);
  expect(await missingIn(id)).toBeNull();
});

test('a line that only a forged statement has is marked by the true one', async () => {
  const forged = nextTransactionId();
  await importStatement([forged], {}, cases.clerk);
  const { id } = await cases.it.db
    .selectFrom('transfers')
    .select('id')
    .where('transaction_id', '=', forged)
    .executeTakeFirstOrThrow();
  const statement = await importStatement([]);
  expect(await missingIn(id)).toBe(statement);
});

test('a statement of one network marks what is of no other account of the company', async () => {
  // Of MTN alone, of MTN or Telecel, which have accounts, and of AirtelTigo, which has none.
  const telecel = await captured({ transaction_id: '7123456789' });
  const either = await captured();
  await importStatement([], { ...WHOLE_WEEK, network: 'MTN' });
  expect([await missingIn(telecel), await missingIn(either)]).toEqual([null, null]);
  const both = await importStatement([], { ...WHOLE_WEEK, network: 'TELECEL' });
  expect(await missingIn(telecel)).toBe(both);
  expect(await missingIn(either)).not.toBeNull();
});

test('a network of which the company has neither an account nor a statement hides no invented money', async () => {
  const capture = { mobile_number: '', amount: '200.00', seen_in_account: true, received_on: DAY };
  const transaction_id = nextTransactionId();
  await cases.send('POST', '/payments/capture_momo', { ...capture, transaction_id, network: 'AIRTELTIGO' });
  for (const network of ['MTN', 'TELECEL']) await importStatement([], { ...WHOLE_WEEK, network });
  const { body } = await cases.send('GET', `/money_received?search=${transaction_id}`, undefined, cases.admin);
  expect(await missingIn(body[0].id)).not.toBeNull();
});

test('one line of a statement of all networks shows the money of one', async () => {
  const capture = { mobile_number: '', amount: '200.00', seen_in_account: true, received_on: DAY };
  const transaction_id = nextTransactionId();
  const send = (network: string) =>
    cases.send('POST', '/payments/capture_momo', { ...capture, transaction_id, network });
  await send('MTN');
  const statement = await importStatement([transaction_id]);
  await send('TELECEL');
  const money = cases.it.db.selectFrom('transfers').select(['network', 'missing_in']).orderBy('id');
  expect(await money.where('transaction_id', 'like', `${transaction_id}%`).execute()).toEqual([
    { network: 'MTN', missing_in: null },
    { network: 'TELECEL', missing_in: statement },
  ]);
});

test('it stands in the list, among the cases and in their count', async () => {
  const id = await captured();
  const statement = await importStatement([]);
  const list = async (query: string) =>
    (await cases.send('GET', `/money_received?size=100&${query}`, undefined, cases.admin)).body as { id: string }[];
  expect((await list('missing=missing')).map((row) => row.id)).toContain(id);
  expect((await list(`missing_in=${statement}`)).map((row) => row.id)).toContain(id);
  const { body: found } = await cases.send('GET', '/clearance?reason=missing&size=100', undefined, cases.clerk);
  expect(found.map((one: { id: string }) => one.id)).toContain(`T${id}`);
  const { body: figures } = await cases.send('GET', '/clearance/figures', undefined, cases.clerk);
  expect(figures.reasons.find((one: { reason: string }) => one.reason === 'missing').count).toBe(found.length);
  expect((await cases.show(`T${id}`)).money).toMatchObject({
    missing_in: statement,
    taken_back_from: addDays('2026-11-20', 7),
  });
});

test('it clears no claim by itself', async () => {
  const statement = await importStatement([]);
  const claim = submissionOf(await cases.newDriver());
  const id = await buildPayment(cases.it, claim);
  const money = await captured({ transaction_id: claim.transaction_id });
  expect(await missingIn(money)).toBe(statement);
  expect((await cases.paymentOf(id)).status).toBe('submitted');
  expect((await cases.show(id)).reason).toBe('missing');
});

test('a clerk who invents money and claims it is found by the true statement, and the fee is taken back', async () => {
  const driver = await cases.newDriver();
  const claim = submissionOf(driver);
  const payment = await buildPayment(cases.it, claim);
  const money = await captured({ transaction_id: claim.transaction_id });
  expect((await cases.paymentOf(payment)).status).toBe('cleared');

  // Their own statement, which shows it, does not help them.
  await importStatement([claim.transaction_id], WHOLE_WEEK, cases.clerk);
  const statement = await importStatement([]);
  expect(await missingIn(money)).toBe(statement);
  const takeBack = (by = cases.admin) => cases.decideMoney(money, { decision: 'take_back', reason }, by);

  expect(await takeBack()).toMatchObject({
    status: 409,
    body: { message: 'A statement may still show it. Take it back from 27 Nov 2026 on.' },
  });
  expect((await cases.paymentOf(payment)).status).toBe('cleared');
  await passed(money, 7);
  expect((await takeBack(cases.clerk)).status).toBe(403);
  expect(await takeBack()).toMatchObject({
    status: 200,
    body: { message: 'The payment is reversed: the GHS 200.00 never came, and is out of the books.' },
  });
  expect(await cases.paymentOf(payment)).toMatchObject({
    status: 'reversed',
    status_reason: `Money never came: ${reason}`,
  });
  expect((await stateOf(money)).status).toBe('ended');
  expect((await checkBooks(cases.it)).differences).toEqual([]);
});

test('one’s own captured money is taken back by somebody else; money that paid nothing ends', async () => {
  const other = await buildCaller(cases.it, 'SystemAdmin');
  const money = await captured({}, cases.admin);
  await importStatement([]);
  const takeBack = (by: typeof other) => cases.decideMoney(money, { decision: 'take_back', reason }, by);
  await passed(money, 7);
  expect(await takeBack(cases.admin)).toMatchObject({ status: 403 });
  expect(await takeBack(other)).toMatchObject({
    status: 200,
    body: { message: 'The GHS 200.00 never came, and is out of the books.' },
  });
  expect((await takeBack(other)).status).toBe(409);
});

test('money that a statement has shown meanwhile is not taken back', async () => {
  const money = await captured();
  await importStatement([]);
  await importStatement([await idOf(money)]);
  expect(await cases.decideMoney(money, { decision: 'take_back', reason }, cases.admin)).toMatchObject({
    status: 409,
    body: { message: 'No statement lacks this money.' },
  });
});

test('the days before a fee is taken back are a setting of the office alone', async () => {
  const { body: shown } = await cases.send('GET', '/site/settings', undefined, cases.admin);
  expect(shown.settings.missing_money_days).toBe(7);
  const body = { missing_money_days: 14, versions: { missing_money_days: shown.versions.missing_money_days } };
  const { body: asked } = await cases.send('PATCH', '/site/settings', body, cases.admin);
  const other = await buildCaller(cases.it, 'SystemAdmin');
  const path = `/approvals/${asked.waiting[0].approval_id}/approve`;
  expect((await cases.send('POST', path, undefined, other)).status).toBe(201);
  expect((await cases.send('GET', '/site', undefined, cases.admin)).body).not.toHaveProperty('missing_money_days');
  const money = await captured();
  await importStatement([]);
  expect((await cases.show(`T${money}`)).money.taken_back_from).toBe(addDays('2026-11-20', 14));
});

test('lists of what is missing, and the search for it, are read by an index', async () => {
  const plan = await cases.it.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    const { rows } = await sql<Record<string, string>>`EXPLAIN SELECT id FROM transfers
      WHERE missing_since IS NOT NULL ORDER BY received_on DESC, id DESC LIMIT 20`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toMatch(/transfers_missing_by_day/);
});

test('money that a statement lacks is neither refunded nor paid back, until one shows it', async () => {
  const { send, admin } = cases;
  const other = await buildCaller(cases.it, 'SystemAdmin');
  const transfer_id = await captured({ amount: '200.00' });
  const body = { from: 'money', transfer_id, amount: '50.00', mode: 'momo', paid_to: '024', reason: 'Paid twice.' };
  const ask = async () => (await send('POST', '/refunds', body, admin)).body;
  const approve = (id: string) => send('POST', `/approvals/${id}/approve`, undefined, other);
  const [first, second] = [await ask(), await ask()];
  await approve(first.approval_id);
  await importStatement([]);
  const pay = { change: 'pay', reference: 'LACKED12345', paid_on: '2026-11-20' };
  const paid = () => send('PATCH', `/refunds/${first.refund_id}`, pay, other);
  expect((await paid()).body.message).toContain('does not show');
  expect((await ask()).message).toContain('does not show');
  expect((await approve(second.approval_id)).body.message).toMatch(/could not be applied any more: .*does not show/);
  await importStatement([await idOf(transfer_id)]);
  expect((await paid()).status).toBe(200);
});

test('credit made of money that a statement lacks is not given back, until one shows it', async () => {
  const { send, admin } = cases;
  const driver = await cases.newDriver();
  const claim = submissionOf(driver, { amount: '260.00' });
  await buildPayment(cases.it, claim);
  await captured({ amount: '260.00', transaction_id: claim.transaction_id });
  await importStatement([]);
  const refundable = async () => (await send('GET', `/refundable?from=credit&id=${driver.id}`, undefined, admin)).body;
  expect(await refundable()).toMatchObject({
    most: '0.00',
    hindrance:
      'Nothing can be given back until this is settled: GHS 60.00 of the credit, because a statement differs from its money or does not show it.',
  });
  await cases.it.db.updateTable('transfers').set({ missing_since: null, missing_in: null }).execute();
  expect(await refundable()).toMatchObject({ most: '60.00', unsure: '0.00', hindrance: null });
});

test('money that went out under the ID shows no money that came', async () => {
  const transfer = await captured({ amount: '200.00' });
  const staff = statementsOf(cases.it, importer.headers);
  const out = ['18/11/2026', 'Payment', 'A supplier', '-200.00', await idOf(transfer), ''];
  const other = ['17/11/2026', 'Payment', 'Kofi', '10.00', nextTransactionId(), ''];
  const id = await staff.checked(csvOf(withBalances([HEADER, out, other])), WHOLE_WEEK);
  await staff.start(id);
  await importServer(cases.it).runDue();
  await findMissingMoney(cases.it.db, cases.it.clock.now);
  expect(await missingIn(transfer)).toBe(id);
});
