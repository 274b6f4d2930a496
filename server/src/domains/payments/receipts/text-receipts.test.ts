import { afterAll, beforeEach, expect, test } from 'vitest';
import { hasReceiptsToText } from '#domains/receipts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { removeDriver } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { textReceipts } from './text-receipts.ts';

let it: TestApp;
beforeEach(async () => {
  await it?.close();
  it = await startApp();
});
afterAll(() => it.close());

const ORIGIN = 'https://banbo.example';
const run = (linksTo: string | null = ORIGIN) => textReceipts(it.db, { linksTo, now: it.clock.now });

/** Texts in the outbox besides the drivers' welcomes. */
const texts = async () => {
  const rows = await it.db
    .selectFrom('outbox_messages')
    .select(['recipient', 'body', 'next_attempt_at'])
    .orderBy('id')
    .execute();
  return rows.filter(({ body }) => !body.includes('welcome. Your driver code'));
};
const receiptOf = (payment: string) =>
  it.db.selectFrom('receipts').selectAll().where('subject_id', '=', payment).executeTakeFirstOrThrow();

test('a driver is texted the link to a new receipt, once', async () => {
  const { driver } = await buildDriver(it);
  const payment = await buildPayment(it, submissionOf(driver), 'cleared');
  expect(await hasReceiptsToText(it.db)).toBe(true);
  await run();
  await run();
  const { code } = await receiptOf(payment);
  const text = `Banbo Driver Safety: we received GHS 200.00. Thank you. Receipt R000001: ${ORIGIN}/receipt/${code}`;
  expect(await texts()).toMatchObject([{ recipient: driver.mobile_number, body: text }]);
  expect(await hasReceiptsToText(it.db)).toBe(false);
});

test('servers that do it at once text nobody twice', async () => {
  for (let n = 0; n < 6; n += 1) await buildPayment(it, submissionOf((await buildDriver(it)).driver), 'cleared');
  await Promise.all(Array.from({ length: 8 }, () => run()));
  const recipients = (await texts()).map(({ recipient }) => recipient);
  expect(recipients).toHaveLength(6);
  expect(new Set(recipients).size).toBe(6);
});

test('several receipts of a driver at once are one text, and other drivers have theirs', async () => {
  const [{ driver }, { driver: other }] = [await buildDriver(it), await buildDriver(it)];
  await buildPayment(it, submissionOf(driver), 'cleared');
  await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'), 'cleared');
  await buildPayment(it, submissionOf(other), 'cleared');
  await run();
  const sent = await texts();
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual([driver.mobile_number, other.mobile_number].sort());
  expect(sent.find(({ recipient }) => recipient === driver.mobile_number)?.body).toContain('we received GHS 500.00');
});

test('a receipt that is void by now, a removed driver, and news of days ago are not texted', async () => {
  await buildPayment(it, submissionOf((await buildDriver(it)).driver), 'reversed');
  const { driver: removed } = await buildDriver(it);
  await buildPayment(it, submissionOf(removed), 'cleared');
  expect((await removeDriver(it, (await buildCaller(it, 'SuperAdmin')).headers, removed.id)).status).toBe(200);
  await run();
  await buildPayment(it, submissionOf((await buildDriver(it)).driver), 'cleared');
  it.clock.now = new Date(it.clock.now.getTime() + 48 * 3_600_000);
  await run();
  expect(await texts()).toEqual([]);
  expect(await hasReceiptsToText(it.db)).toBe(false);
});

test('where links are not known nothing is texted, not even later', async () => {
  await buildPayment(it, submissionOf((await buildDriver(it)).driver), 'cleared');
  await run(null);
  await run();
  expect(await texts()).toEqual([]);
});

test('a text that fails to be queued is queued by the next run', async () => {
  const { driver } = await buildDriver(it);
  await buildPayment(it, submissionOf(driver), 'cleared');
  const broken = it.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('receipts_to_text').execute();
    throw new Error('the server ends here');
  });
  await expect(broken).rejects.toThrow('the server ends here');
  await run();
  expect(await texts()).toHaveLength(1);
});

test('the sixth text of a day to a number waits until tomorrow', async () => {
  const { driver } = await buildDriver(it);
  const months = ['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY'];
  const payments = [await buildPayment(it, submissionOf(driver))];
  for (const month of months) payments.push(await buildPayment(it, subscriptionOf(driver, 2026, month)));
  for (const payment of payments) {
    await changePayment(it, payment, 'clear');
    await run();
  }
  // The welcome of the registration was the first text.
  const days = (await texts()).map(({ next_attempt_at }) => next_attempt_at.toISOString().slice(0, 10));
  expect(days).toEqual([...Array(4).fill('2026-11-20'), ...Array(2).fill('2026-11-21')]);
});
