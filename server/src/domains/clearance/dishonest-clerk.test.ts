import type { StaffRole } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../../test/book-checks.ts';
import { openBrowser } from '../../../test/browser.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { BALANCED, balancedCsv } from '../../../test/builders/statements.ts';
import { nextTransactionId, submissionOf } from '../../../test/builders/submissions.ts';
import { openOffice } from '../../../test/clearing-office.ts';
import { callDriver } from '../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { importServer, statementsOf } from '../../../test/statement-imports.ts';
import { findMissingMoney } from './missing/missing-money.ts';
import { matchLateClaims } from './transfers/match-transfers.ts';

// Rule 13 of docs/product/clearance.md: what one person does alone fails, and two people can do it.

let it: TestApp;
let office: Awaited<ReturnType<typeof openOffice>>;
type Person = Awaited<ReturnType<typeof buildCaller>>;
let clerk: Person;
let admin: Person;
let colleague: Person;
let boss: Person;

beforeAll(async () => {
  it = await startApp();
  office = await openOffice(it);
  ({ clerk, admin } = office);
  [colleague, boss] = [await buildCaller(it, 'SuperUser'), await buildCaller(it, 'SystemAdmin')];
});
afterAll(async () => {
  expect((await checkBooks(it)).differences).toEqual([]);
  await it.close();
});

const CLEAR = { decision: 'clear' };
const REASON = 'The driver says so.';
const own = (what: string) => ({ status: 403, message: `You ${what}, so somebody else has to decide.` });

/** A claim of 200.00, and money of its ID that the clerk captured. */
const captured = async (amount: string, reference = '') => {
  const driver = await office.newDriver();
  const claim = submissionOf(driver);
  const id = await buildPayment(it, claim);
  await office.capture(claim.transaction_id, amount, clerk, reference);
  return { driver, id, transaction_id: claim.transaction_id, transfer: await moneyOf(claim.transaction_id) };
};

const moneyOf = async (transaction_id: string): Promise<string> => {
  const found = it.db.selectFrom('transfers').select('id').where('transaction_id', '=', transaction_id);
  return (await found.executeTakeFirstOrThrow()).id;
};

/** A claim that money cleared which the colleague captured. */
const cleared = async () => {
  const driver = await office.newDriver();
  const claim = submissionOf(driver);
  const id = await buildPayment(it, claim);
  expect(await office.capture(claim.transaction_id, '200.00', colleague)).toMatchObject({ result: 'cleared' });
  return { id, transaction_id: claim.transaction_id, transfer: await moneyOf(claim.transaction_id) };
};

const feeOf = async () => ({ car_number: (await office.newDriver()).car_number, payment_type: 'RF' });

const correct = (id: string, transaction_id: string, by: Person) =>
  office.send('PATCH', `/reg_fees/${id}`, { transaction_id }, by);

test('capture, correct the claim’s ID away, assign the money', async () => {
  const { id, transfer } = await captured('350.00');
  expect(await correct(id, nextTransactionId(), clerk)).toMatchObject({ status: 200 });
  const assign = { decision: 'assign', fee: await feeOf() };
  expect(await office.decideMoney(transfer, assign)).toMatchObject(own('captured this money'));
  expect(await office.decideMoney(transfer, assign, colleague)).toMatchObject({ status: 200 });
});

test('whoever took an ID away from a claim does not place its money, on the page or at the desk', async () => {
  const { id, transaction_id, transfer } = await captured('200.00');
  expect(await office.stateOf(id)).toBe('cleared');
  await office.decide(id, { decision: 'reverse', cause: 'wrong_car', reason: REASON }, admin);
  const other = submissionOf(await office.newDriver(), { transaction_id });
  const claim = await buildPayment(it, other);
  await correct(claim, nextTransactionId(), colleague);
  const assign = { decision: 'assign', fee: await feeOf() };
  expect(await office.decideMoney(transfer, assign, colleague)).toMatchObject(own('corrected this'));
  const atDesk = await office.receive(transaction_id, '200.00', await office.newDriver(), colleague);
  expect(atDesk).toMatchObject(own('corrected this'));
  expect(await office.decideMoney(transfer, assign, boss)).toMatchObject({ status: 200 });
});

test('capture, give a claim the ID of the money', async () => {
  const transaction_id = nextTransactionId();
  await office.capture(transaction_id, '200.00');
  const id = await buildPayment(it, submissionOf(await office.newDriver()));
  expect(await correct(id, transaction_id, clerk)).toMatchObject(own('captured this money'));
  expect(await correct(id, transaction_id, colleague)).toMatchObject({ status: 200 });
  await matchLateClaims(it.db, it.clock.now);
  expect(await office.stateOf(id)).toBe('cleared');
});

type Given = { id: string; transaction_id: string };

test('give a claim the ID of money first, capture that then', async () => {
  const [one, other] = [0, 1].map(() => ({ id: '', transaction_id: nextTransactionId() })) as [Given, Given];
  for (const [asked, captor] of [
    [one, clerk],
    [other, colleague],
  ] as const) {
    asked.id = await buildPayment(it, submissionOf(await office.newDriver()));
    await correct(asked.id, asked.transaction_id, clerk);
    await office.capture(asked.transaction_id, '200.00', captor);
  }
  expect(await office.stateOf(other.id)).toBe('cleared');
  expect(await office.stateOf(one.id)).toBe('submitted');
  expect(await office.decide(one.id, CLEAR)).toMatchObject({ status: 403 });
  await office.send('POST', '/clearance/clear_ready', {}, clerk);
  expect(await office.stateOf(one.id)).toBe('submitted');
  expect(await office.decide(one.id, CLEAR, colleague)).toMatchObject({ status: 200 });
});

test('capture money that never came and claim it anonymously: a true statement marks it, and another takes the fee back', async () => {
  const { transaction_id, ...claim } = submissionOf(await office.newDriver());
  await office.capture(transaction_id, '200.00', boss);
  const { payment_id: id } = await office.send('POST', '/payments', { transaction_id, ...claim }, null);
  await matchLateClaims(it.db, it.clock.now);
  expect(await office.stateOf(id)).toBe('cleared');
  const transfer = await moneyOf(transaction_id);
  const money = it.db.updateTable('transfers').where('id', '=', transfer);
  await money.set({ received_on: '2026-11-18' }).execute();
  const staff = statementsOf(it, colleague.headers);
  const line = { date: '17/11/2026', id: nextTransactionId(), amount: '10.00' };
  const statement = await staff.checked(balancedCsv([line]), {
    ...BALANCED,
    covers_from: '2026-11-14',
    covers_to: '2026-11-19',
  });
  await staff.start(statement);
  await importServer(it).runDue();
  await findMissingMoney(it.db, it.clock.now);
  const marked = it.db.selectFrom('transfers').select('missing_in').where('id', '=', transfer);
  expect((await marked.executeTakeFirstOrThrow()).missing_in).toBe(statement);
  await money.set({ missing_since: new Date(it.clock.now.getTime() - 8 * 86_400_000) }).execute();
  const back = { decision: 'take_back', reason: 'No statement shows it.' };
  expect(await office.decideMoney(transfer, back, boss)).toMatchObject(own('captured this money'));
  expect(await office.decideMoney(transfer, back, admin)).toMatchObject({ status: 200 });
  expect(await office.stateOf(id)).toBe('reversed');
});

test('capture another amount, claim that anonymously, reject the first claim or give away its ID', async () => {
  const { id, transaction_id } = await captured('350.00');
  const friend = submissionOf(await office.newDriver(), { transaction_id, amount: '350.00' });
  await office.send('POST', '/payments', friend, null);
  const [claimant] = (await office.send('GET', `/clearance/${id}`)).claimants;
  const award = { decision: 'award', attempt_id: claimant.id, reason: REASON };
  expect(await office.decide(id, { decision: 'reject', reason: REASON })).toMatchObject(own('captured this money'));
  expect(await office.decide(id, award)).toMatchObject(own('captured this money'));
  expect(await office.decide(id, award, colleague)).toMatchObject({ status: 200 });
});

test('enter a claim for a driver, and match money to it that others captured', async () => {
  const entered = submissionOf(await office.newDriver());
  const { payment_id } = await office.send('POST', '/fee_payment', entered);
  const transaction_id = nextTransactionId();
  await office.capture(transaction_id, '200.00', colleague);
  const match = { ...CLEAR, transfer_id: await moneyOf(transaction_id) };
  expect(await office.decide(payment_id, match)).toMatchObject(own('entered this'));
  expect(await office.send('DELETE', `/reg_fees/${payment_id}`, {})).toMatchObject(own('entered this'));
  expect(await office.decide(payment_id, match, colleague)).toMatchObject(own('captured this money'));
  expect(await office.decide(payment_id, match, admin)).toMatchObject({ status: 200 });
});

/** Sets a password by a setup code and signs in with it. */
const useCode = async ({ id, username }: { id: string; username: string }, setup_code: string): Promise<Person> => {
  const password = 'Ntoma#4Sky';
  const browser = openBrowser(it);
  await browser.post('/api/auth/set_admin_password', { email: username, password, setup_code });
  const { body } = await browser.post('/api/auth/login', { username, password });
  return { id, headers: { authorization: `Bearer ${body.accessToken}` } };
};

const makeUser = async (by: Person, username: string, user_role: StaffRole): Promise<Person> => {
  const user = { first_name: 'Kofi', last_name: 'Owusu', username, email: `${username}@example.com`, user_role };
  await office.send('POST', '/users', user, by);
  const waiting = it.db.selectFrom('approvals').select('id').where('subject_id', '=', username);
  const { id } = await waiting.executeTakeFirstOrThrow();
  await office.send('POST', `/approvals/${id}/approve`, {}, boss);
  const account = it.db.selectFrom('accounts').select('id').where('login', '=', username);
  const made = await account.executeTakeFirstOrThrow();
  const { setup_code } = await office.send('POST', `/users/${made.id}/invitation`, {}, by);
  return useCode({ ...made, username }, setup_code);
};

test('make a user and sign in as it', async () => {
  const driver = await office.newDriver();
  const claim = submissionOf(driver);
  const id = await buildPayment(it, claim);
  await office.capture(claim.transaction_id, '350.00', admin);
  const second = await makeUser(admin, 'kofi.owusu', 'SuperUser');
  expect(await office.decide(id, CLEAR, second)).toMatchObject({
    status: 403,
    message: expect.stringContaining('count as one person for 30 days'),
  });
  expect(await office.decide(id, CLEAR, colleague)).toMatchObject({ status: 200 });
});

test('invite an active colleague, and decide in their name', async () => {
  const { id } = colleague;
  const invited = await office.send('POST', `/users/${id}/invitation`, {}, admin);
  expect(invited.status).toBe(201);
  const account = it.db.selectFrom('accounts').select('login').where('id', '=', id);
  const { login: username } = await account.executeTakeFirstOrThrow();
  const taken = await useCode({ id, username }, invited.setup_code);
  const claim = submissionOf(await office.newDriver());
  const payment = await buildPayment(it, claim);
  await office.capture(claim.transaction_id, '350.00', admin);
  expect(await office.decide(payment, CLEAR, taken)).toMatchObject({ status: 403 });
  expect(await office.decide(payment, CLEAR, clerk)).toMatchObject({ status: 200 });
  colleague = await buildCaller(it, 'SuperUser');
});

test('a price down while a claim waits, and up again: neither of the two who changed it decides', async () => {
  const { id } = await captured('150.00');
  const price = it.db.selectFrom('payment_list').select('id').where('year', '=', 2026).where('type_code', '=', 'RF');
  const path = `/payment_list/${(await price.executeTakeFirstOrThrow()).id}`;
  const later = (): void => {
    it.clock.now = new Date(it.clock.now.getTime() + 60_000);
  };
  for (const amount of ['150.00', '200.00']) {
    later();
    expect((await office.send('PATCH', path, { amount }, admin)).status).toBe(200);
    const [asked] = await it.db.selectFrom('approvals').select('id').where('status', '=', 'asked').execute();
    expect((await office.send('POST', `/approvals/${asked?.id}/approve`, {}, boss)).status).toBe(201);
  }
  for (const one of [admin, boss]) {
    expect(await office.decide(id, CLEAR, one)).toMatchObject(own('changed the price meanwhile'));
  }
  expect(await office.decide(id, CLEAR, colleague)).toMatchObject({ status: 200 });
  later();
});

test('a plan from an earlier month on while a claim of its month waits', async () => {
  const { driver } = await buildDriver(it, { plan: 'standard' });
  await buildPayment(it, submissionOf(driver), 'cleared');
  const transaction_id = nextTransactionId();
  const month = { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER', amount: '100.00' } as const;
  const id = await buildPayment(it, submissionOf(driver, { ...month, transaction_id }));
  await office.capture(transaction_id, '100.00');
  const plan = { plan: 'monthly', from: '2026-11', reason: 'Agreed.' };
  expect((await callDriver(it, admin.headers, 'PATCH', `${driver.id}/plan`, plan)).status).toBe(200);
  const asked = it.db.selectFrom('approvals').select('id').where('kind', '=', 'drivers.plan');
  const approval = (await asked.orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
  const approver = await buildCaller(it, 'SuperAdmin');
  expect(await office.send('POST', `/approvals/${approval}/approve`, {}, approver)).toMatchObject({ status: 201 });
  expect(await office.decide(id, CLEAR, admin)).toMatchObject(own('changed the price meanwhile'));
  expect(await office.decide(id, CLEAR, boss)).toMatchObject({ status: 200 });
});

test('reverse a payment, and give its money to another car, also at the desk or by a claim', async () => {
  const { id, transaction_id, transfer } = await cleared();
  await office.decide(id, { decision: 'reverse', cause: 'wrong_car', reason: REASON }, admin);
  const assign = { decision: 'assign', fee: await feeOf() };
  expect(await office.decideMoney(transfer, assign, admin)).toMatchObject(own('reversed this'));
  const atDesk = await office.receive(transaction_id, '200.00', await office.newDriver(), admin);
  expect(atDesk).toMatchObject(own('reversed this'));
  const claim = await buildPayment(it, submissionOf(await office.newDriver(), { transaction_id }));
  await matchLateClaims(it.db, it.clock.now);
  await office.send('POST', '/clearance/clear_ready', {}, admin);
  expect(await office.stateOf(claim)).toBe('submitted');
  expect(await office.decide(claim, CLEAR, boss)).toMatchObject({ status: 200 });
});

test('reverse one’s own receipt, or what one placed oneself', async () => {
  const claim = submissionOf(await office.newDriver());
  const id = await buildPayment(it, claim);
  await office.capture(claim.transaction_id, '200.00', admin);
  const transaction_id = nextTransactionId();
  await office.capture(transaction_id, '200.00', clerk);
  const assign = { decision: 'assign', fee: await feeOf() };
  expect(await office.decideMoney(await moneyOf(transaction_id), assign, admin)).toMatchObject({ status: 200 });
  const placed = it.db.selectFrom('payments').select('id').where('transaction_id', '=', transaction_id);
  const reverse = { decision: 'reverse', cause: 'wrong_car', reason: REASON };
  for (const [payment, what] of [
    [id, 'captured this money'],
    [(await placed.executeTakeFirstOrThrow()).id, 'assigned this'],
  ] as const) {
    expect(await office.decide(payment, reverse, admin)).toMatchObject(own(what));
    expect((await office.send('GET', `/clearance/${payment}`, undefined, admin)).money.reversal_hindrance).toBe(
      own(what).message,
    );
    expect(await office.decide(payment, reverse, boss)).toMatchObject({ status: 200 });
  }
});

test('set money aside that one captured, or settle its doubt', async () => {
  const transaction_id = nextTransactionId();
  await office.capture(transaction_id, '200.00');
  const aside = { decision: 'dismiss', reason: 'Nobody’s.' };
  const money = await moneyOf(transaction_id);
  expect(await office.decideMoney(money, aside)).toMatchObject(own('captured this money'));
  expect((await office.send('GET', `/money_received/${money}`)).hindrance).toBe(own('captured this money').message);
  expect(await office.decideMoney(money, aside, colleague)).toMatchObject({ status: 200 });
});

test('choose a driver whose car is not the one that the payer wrote', async () => {
  const [named, friend] = [await office.newDriver(), await office.newDriver()];
  const payments = [friendRow(friend)];
  const given = { mode: 'bank', transaction_id: 'REF 88', amount: '200.00', reference: named.car_number };
  const atDesk = (by: Person) =>
    office.send('POST', '/payments/receive', { ...given, payments, seen_in_account: true }, by);
  expect(await atDesk(clerk)).toMatchObject({
    status: 409,
    message: expect.stringContaining('Its reference is the car number of another driver.'),
  });
  const { id } = await captured('200.00', named.car_number);
  expect(await office.stateOf(id)).toBe('submitted');
  expect(await office.decide(id, CLEAR)).toMatchObject(own('captured this money'));
  expect(await office.decide(id, CLEAR, colleague)).toMatchObject({ status: 200 });
});

const friendRow = ({ car_number, driver_code }: { car_number: string; driver_code: string }) => ({
  car_number,
  driver_code,
  payment_type: 'RF',
  amount: '200.00',
});

test('in an office of one the person decides, and each decision is marked', async () => {
  const alone = await startApp();
  try {
    const small = await openOffice(alone);
    await alone.db.updateTable('accounts').set({ status: 'blocked' }).where('id', '=', small.admin.id).execute();
    const claim = submissionOf(await small.newDriver());
    const id = await buildPayment(alone, claim);
    await small.capture(claim.transaction_id, '350.00');
    const shown = await small.send('GET', `/clearance/${id}`);
    expect([shown.hindrance, shown.clearing_hindrance]).toEqual([null, null]);
    expect(await small.decide(id, CLEAR)).toMatchObject({ status: 200 });
    expect(await alone.db.selectFrom('alone_decisions').select(['account_id', 'action', 'subject']).execute()).toEqual([
      { account_id: small.clerk.id, action: 'payments.clear', subject: claim.transaction_id },
    ]);
  } finally {
    await alone.close();
  }
});
