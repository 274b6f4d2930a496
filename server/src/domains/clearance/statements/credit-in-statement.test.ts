import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../../../test/book-checks.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { statementCsv } from '../../../../test/builders/statements.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startRefunds } from '../../../../test/refunds/harness.ts';
import { importServer, statementsOf } from '../../../../test/statement-imports.ts';

let office: Awaited<ReturnType<typeof startRefunds>>;
let importer: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  office = await startRefunds();
  importer = await buildCaller(office.it, 'SuperUser');
});
afterAll(async () => {
  expect((await checkBooks(office.it)).differences).toEqual([]);
  await office.close();
});

type Claim = ReturnType<typeof submissionOf>;

const newDriver = async () => (await buildDriver(office.it, { plan: 'monthly' })).driver;
const pay = (claim: Claim) => buildPayment(office.it, claim, 'cleared');
const deviceOf = (driver: Awaited<ReturnType<typeof newDriver>>, amount: string) =>
  submissionOf(driver, { payment_type: 'DP', amount });

/** Imports a statement of this money, which says what it cleared; gives the states of the ids. */
const importFor = async (ids: readonly string[], claims: readonly Claim[]) => {
  const staff = statementsOf(office.it, importer.headers);
  const lines = claims.map(({ transaction_id, amount }) => ({ date: '18/11/2026', id: transaction_id, amount }));
  const statement = await staff.checked(statementCsv(lines));
  await staff.start(statement);
  await importServer(office.it).runDue();
  const states = await Promise.all(ids.map(async (id) => (await office.paymentOf(id)).status));
  const told = (await staff.lines(statement)).map(({ outcome }) => outcome === 'clears');
  expect(told).toEqual(states.map((state) => state === 'cleared'));
  return states;
};

/** The same for claims that are sent just before. */
const importMoneyOf = async (...claims: readonly Claim[]) => {
  const ids = [];
  for (const claim of claims) ids.push(await buildPayment(office.it, claim));
  return importFor(ids, claims);
};

test('a statement clears what pays a fee with the credit that was there before it', async () => {
  const driver = await newDriver();
  await pay(submissionOf(driver, { amount: '400.00' }));
  expect(await importMoneyOf(deviceOf(driver, '1300.00'))).toEqual(['cleared']);
  expect(await office.creditOfDriver(driver.id)).toBe(0n);
});

test('credit that another line of the statement makes does not count yet', async () => {
  const driver = await newDriver();
  const claims = [submissionOf(driver, { amount: '400.00' }), deviceOf(driver, '1300.00')];
  expect(await importMoneyOf(...claims)).toEqual(['cleared', 'submitted']);
});

test('a claim whose fee was paid meanwhile keeps no other one of its driver from being completed by credit', async () => {
  const driver = await newDriver();
  const again = submissionOf(driver);
  const ids = [await buildPayment(office.it, again)];
  await pay(submissionOf(driver, { amount: '400.00' }));
  const device = deviceOf(driver, '1300.00');
  ids.push(await buildPayment(office.it, device));
  expect(await importFor(ids, [again, device])).toEqual(['submitted', 'cleared']);
});

test('two claims of a statement do not count on the same credit', async () => {
  const driver = await newDriver();
  const november = (amount: string) => subscriptionOf(driver, 2026, 'NOVEMBER', { amount });
  await pay(submissionOf(driver));
  await pay(deviceOf(driver, '1200.00'));
  await pay(november('200.00'));
  await office.approved({ from: 'credit', driver_id: driver.id, amount: '200.00' });
  expect(await importMoneyOf(deviceOf(driver, '300.00'), november('100.00'))).toEqual(['cleared', 'submitted']);
  expect(await office.creditOfDriver(driver.id)).toBe(0n);
});
