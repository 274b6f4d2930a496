import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasReceiptsToText } from '#domains/receipts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { beginUndone } from '../../../../test/database/undone.ts';
import { removeDriver } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { textReceipts } from './text-receipts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let it: Pick<TestApp, 'db' | 'files' | 'clock'>;

const START = new Date('2026-11-20T10:00:00Z');
const ORIGIN = 'https://banbo.example';
const run = (linksTo: string | null = ORIGIN) => textReceipts(it.db, { linksTo, now: it.clock.now });

/** The last row of the outbox before the present test. */
let before: string;
const beginOn = async (given: typeof it): Promise<void> => {
  it = given;
  const last = it.db.selectFrom('outbox_messages').select('id').orderBy('id', 'desc').limit(1);
  before = (await last.executeTakeFirst())?.id ?? '0';
};

/** The present test's texts in the outbox besides the drivers' welcomes. */
const texts = async () => {
  const rows = await it.db
    .selectFrom('outbox_messages')
    .select(['recipient', 'body', 'next_attempt_at'])
    .where('id', '>', before)
    .orderBy('id')
    .execute();
  return rows.filter(({ body }) => !body.includes('welcome. Your driver code'));
};
const receiptOf = (payment: string) =>
  it.db.selectFrom('receipts').selectAll().where('subject_id', '=', payment).executeTakeFirstOrThrow();

describe('of one server', () => {
  let undo: () => Promise<void>;
  beforeEach(async () => {
    const { db, ...open } = await beginUndone(app.db);
    ({ undo } = open);
    await beginOn({ ...app, db, clock: { now: START } });
  });
  afterEach(() => undo());

  test('a driver is texted the link to a new receipt, once', async () => {
    const { driver } = await buildDriver(it);
    const payment = await buildPayment(it, submissionOf(driver), 'cleared');
    expect(await hasReceiptsToText(it.db)).toBe(true);
    await run();
    await run();
    const { code, number } = await receiptOf(payment);
    const receipt = `R${String(number).padStart(6, '0')}`;
    const text = `Banbo Driver Safety: we received GHS 200.00. Thank you. Receipt ${receipt}: ${ORIGIN}/receipt/${code}`;
    expect(await texts()).toMatchObject([{ recipient: driver.mobile_number, body: text }]);
    expect(await hasReceiptsToText(it.db)).toBe(false);
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
});

describe('over HTTP, or of several servers', () => {
  beforeEach(async () => {
    app.clock.now = START;
    await beginOn(app);
  });

  test('servers that do it at once text nobody twice', async () => {
    for (let n = 0; n < 6; n += 1) await buildPayment(it, submissionOf((await buildDriver(it)).driver), 'cleared');
    await Promise.all(Array.from({ length: 8 }, () => run()));
    const recipients = (await texts()).map(({ recipient }) => recipient);
    expect(recipients).toHaveLength(6);
    expect(new Set(recipients).size).toBe(6);
  });

  test('a receipt that is void by now, a removed driver, and news of days ago are not texted', async () => {
    await buildPayment(it, submissionOf((await buildDriver(it)).driver), 'reversed');
    const { driver: removed } = await buildDriver(it);
    await buildPayment(it, submissionOf(removed), 'cleared');
    expect((await removeDriver(app, (await buildCaller(app, 'SuperAdmin')).headers, removed.id)).status).toBe(200);
    await run();
    await buildPayment(it, submissionOf((await buildDriver(it)).driver), 'cleared');
    it.clock.now = new Date(it.clock.now.getTime() + 48 * 3_600_000);
    await run();
    expect(await texts()).toEqual([]);
    expect(await hasReceiptsToText(it.db)).toBe(false);
  });
});
