import type { DriverStanding } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { balanceOf } from '#domains/ledger';
import { checkBooks } from '../../../../test/book-checks.ts';
import { setCompany } from '../../../../test/builders/company.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { openOffice } from '../../../../test/clearing-office.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { payDueFromCredit } from '../credit/credit.ts';

let it: TestApp;
let office: Awaited<ReturnType<typeof openOffice>>;
beforeAll(async () => {
  it = await startApp();
  office = await openOffice(it);
});
afterAll(async () => {
  expect((await checkBooks(it)).differences).toEqual([]);
  await it.close();
});

const waivesUpTo = (waive_up_to: string) => setCompany(it.db, { waive_up_to });
beforeEach(() => waivesUpTo('1.00'));

type Driver = Awaited<ReturnType<typeof buildDriver>>['driver'];

const registered = async (): Promise<Driver> => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  await buildPayment(it, submissionOf(driver), 'cleared');
  await buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '1500.00' }), 'cleared');
  return driver;
};
const pay = (driver: Driver, amount: string, month = 'NOVEMBER') =>
  buildPayment(it, subscriptionOf(driver, 2026, month, { amount }), 'cleared');
const standingOf = async ({ id }: Driver): Promise<DriverStanding> =>
  (await office.call('GET', `/drivers/${id}/standing`)).body;
const coverOf = async (driver: Driver) => {
  const { covered, due } = await standingOf(driver);
  return [covered[0]?.covered_by, covered[0]?.waived, due.map(({ missing }) => missing)];
};

test('the server waives what is missing up to the setting, and not a pesewa more', async () => {
  const [enough, short] = [await registered(), await registered()];
  const before = await balanceOf(it.db, '4900');
  await pay(enough, '299.00');
  await pay(short, '298.99');
  expect(await coverOf(enough)).toEqual(['waived', '1.00', []]);
  expect((await standingOf(short)).due).toMatchObject([{ paid: '298.99', missing: '1.01' }]);
  expect((await balanceOf(it.db, '4900')) - before).toBe(100n);
  const [own] = (await office.call('GET', `/waivers?driver_id=${enough.id}&by=server`)).body;
  expect(own).toMatchObject({ kind: 'waiver', waived: '1.00', credit_used: '299.00', reason: null, asked_by: null });
  await pay(short, '0.01');
  expect(await coverOf(short)).toEqual(['waived', '1.00', []]);
});

test('nothing is waived unless the company has set it', async () => {
  await waivesUpTo('0.00');
  const driver = await registered();
  await pay(driver, '299.99');
  expect((await standingOf(driver)).due).toMatchObject([{ missing: '0.01' }]);
});

test('credit that is there pays before anything is waived', async () => {
  const driver = await registered();
  await pay(driver, '0.50');
  await pay(driver, '299.50');
  expect(await coverOf(driver)).toEqual(['credit', '0.00', []]);
});

test('a fee towards which nothing was paid is not waived, whatever credit there is', async () => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  await buildPayment(it, submissionOf(driver, { amount: '1699.50' }), 'cleared');
  expect((await standingOf(driver)).due[0]).toMatchObject({ payment_type: 'DP', missing: '0.50' });
});

test('a claim that reaches the price less the setting is cleared with its money, and says so', async () => {
  const [driver, short] = [await registered(), await registered()];
  const claims = [
    subscriptionOf(driver, 2026, 'NOVEMBER', { amount: '299.50' }),
    subscriptionOf(short, 2026, 'NOVEMBER', { amount: '298.50' }),
  ];
  const ids = [];
  for (const claim of claims) ids.push(await buildPayment(it, claim));
  for (const { transaction_id, amount } of claims) await office.capture(transaction_id, String(amount));
  expect([await office.stateOf(ids[0] ?? ''), await office.stateOf(ids[1] ?? '')]).toEqual(['cleared', 'submitted']);
  const receipt = it.db
    .selectFrom('receipts')
    .select('lines')
    .where('subject_id', '=', ids[0] ?? '');
  expect(JSON.stringify((await receipt.executeTakeFirstOrThrow()).lines)).toContain('of which 0.50 was waived');
  expect((await office.decide(ids[1] ?? '', { decision: 'clear' }, office.admin)).message).toContain(
    'GHS 1.50 is missing.',
  );
});

test('a fee that is nearly paid is waived within the hour where the company sets more', async () => {
  const driver = await registered();
  await pay(driver, '297.00');
  await waivesUpTo('3.00');
  await payDueFromCredit(it.db, it.clock.now);
  expect(await coverOf(driver)).toEqual(['waived', '3.00', []]);
});

test('another amount waits for another person, and is at most 10.00', async () => {
  const asker = await buildCaller(it, 'SystemAdmin');
  const change = async (waive_up_to: string) => {
    const { versions } = (await office.call('GET', '/site/settings', undefined, asker)).body;
    const body = { waive_up_to, versions: { waive_up_to: versions.waive_up_to } };
    return office.call('PATCH', '/site/settings', body, asker);
  };
  const refused = await change('10.01');
  expect(refused).toMatchObject({
    status: 400,
    body: { issues: [{ message: 'The server waives at most GHS 10.00 of a fee by itself.' }] },
  });
  expect((await change('10.00')).body.settings.waive_up_to).toBe('1.00');
  const [asked] = (await office.call('GET', '/site/settings', undefined, asker)).body.waiting;
  expect(asked).toMatchObject({ field: 'waive_up_to', after: expect.stringContaining('GHS 10.00') });
  const path = `/approvals/${asked.approval_id}/approve`;
  expect((await office.call('POST', path, undefined, asker)).status).toBe(403);
  expect((await office.call('POST', path, undefined, office.admin)).status).toBe(201);
  const { settings } = (await office.call('GET', '/site/settings', undefined, asker)).body;
  expect(settings.waive_up_to).toBe('10.00');
});
