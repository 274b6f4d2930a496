import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#db/database.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { readTotals } from '../../../../test/totals.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

/** A claim of a driver's own, so that only the totals could bring two of them together. */
const newClaim = async (): Promise<string> => buildPayment(it, submissionOf((await buildDriver(it)).driver));

const setStatus = (tx: Tx, id: string, status: 'cleared' | 'rejected') =>
  tx.updateTable('payments').set({ status }).where('id', '=', id).execute();

test('two transactions that change payments of the same day in opposite order never wait for each other in a circle', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1) ids.push(await newClaim());
  const [one, other] = [await it.db.startTransaction().execute(), await it.db.startTransaction().execute()];
  // Each statement ends while the other transaction is open, so neither waits. Payments four apart
  // once shared counting rows, so that the last two statements waited for each other.
  await setStatus(one, ids[0] ?? '', 'rejected');
  await setStatus(other, ids[1] ?? '', 'cleared');
  await setStatus(one, ids[5] ?? '', 'cleared');
  await setStatus(other, ids[4] ?? '', 'rejected');
  await one.commit().execute();
  await other.commit().execute();
  const { kept, summed } = await readTotals(it.db);
  expect(kept).toEqual(summed);
  expect(kept).toContain('payments:cleared RF all all: 2 of 400.00');
  expect(kept).toContain('payments:rejected RF all all: 2 of 400.00');
});

test('a registration beside an open transaction that added a driver does not wait for its end', async () => {
  const open = await it.db.startTransaction().execute();
  const inTransaction = { ...it, db: open };
  const { driver: unfinished } = await buildDriver(inTransaction);
  const { driver } = await buildDriver(it);
  expect(driver.id).not.toBe(unfinished.id);
  const before = await readTotals(it.db);
  await open.commit().execute();
  const after = await readTotals(it.db);
  expect(before.kept).toEqual(before.summed);
  expect(after.kept).toEqual(after.summed);
  const ofDrivers = (totals: string[]) => Number(/current all all: (\d+)/.exec(totals.join())?.[1]);
  expect(ofDrivers(after.kept)).toBe(ofDrivers(before.kept) + 1);
});

test('a claim and a removal beside an open transaction that did the same do not wait either', async () => {
  const { driver } = await buildDriver(it);
  const claimed = submissionOf((await buildDriver(it)).driver);
  const open = await it.db.startTransaction().execute();
  await buildPayment({ db: open, clock: it.clock }, submissionOf((await buildDriver(it)).driver));
  await open.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', driver.id).execute();
  await buildPayment(it, claimed);
  const { driver: other } = await buildDriver(it);
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', other.id).execute();
  await open.rollback().execute();
  const { kept, summed } = await readTotals(it.db);
  expect(kept).toEqual(summed);
});
