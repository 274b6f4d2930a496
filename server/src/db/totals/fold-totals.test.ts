import { type ControlledTransaction, sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { readTotals } from '../../../test/totals.ts';
import { foldingOfTotals } from '../../jobs/every-job.ts';
import type { Tables } from '../database.ts';
import { foldTotals } from './fold-totals.ts';

let it: TestApp;
beforeEach(async () => {
  await it?.close();
  it = await startApp();
});
afterAll(() => it.close());

/** Each is counted twice, by its state and by its state and mode; their driver is counted once. */
const addPayments = async (count: number): Promise<void> => {
  const { driver } = await buildDriver(it);
  for (let n = 0; n < count; n += 1) await buildPayment(it, submissionOf(driver));
};

const countDeltas = async (): Promise<number> => {
  const { rows } = await sql<{ count: string }>`SELECT count(*) FROM total_deltas`.execute(it.db);
  return Number(rows[0]?.count);
};

const expectTotalsToBeSums = async (): Promise<void> => {
  const { kept, summed } = await readTotals(it.db);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept).toEqual(summed);
};

/** Runs work while a transaction is open, which is taken back afterwards. */
const beside = async (work: (tx: ControlledTransaction<Tables>) => Promise<void>): Promise<void> => {
  const tx = await it.db.startTransaction().execute();
  try {
    await work(tx);
  } finally {
    await tx.rollback().execute();
  }
};

test('a fold empties the deltas and changes no total; with nothing to fold it writes nothing', async () => {
  await addPayments(3);
  const before = await readTotals(it.db);
  expect(await foldTotals(it.db)).toBe(7);
  expect(await countDeltas()).toBe(0);
  expect(await readTotals(it.db)).toEqual(before);
  await it.db.transaction().execute(async (tx) => {
    expect(await foldTotals(tx)).toBe(0);
    // A transaction that wrote nothing has no number.
    const { rows } = await sql<{ id: string | null }>`SELECT pg_current_xact_id_if_assigned()::text AS id`.execute(tx);
    expect(rows).toEqual([{ id: null }]);
  });
});

test('of two folds at once one folds, and the other neither waits nor folds anything twice', async () => {
  await addPayments(3);
  await beside(async (tx) => {
    expect(await foldTotals(tx)).toBe(7);
    expect(await foldTotals(it.db)).toBe(0);
    await expectTotalsToBeSums();
  });
  const folded = await Promise.all(Array.from({ length: 8 }, () => foldTotals(it.db)));
  expect(folded.reduce((sum, one) => sum + one, 0)).toBe(7);
  await expectTotalsToBeSums();
});

test('nobody who adds payments or drivers waits for a fold that is under way, and what they add is folded later', async () => {
  await addPayments(2);
  await foldTotals(it.db);
  await addPayments(2);
  const tx = await it.db.startTransaction().execute();
  await foldTotals(tx);
  await addPayments(2);
  await expectTotalsToBeSums();
  await tx.commit().execute();
  await expectTotalsToBeSums();
  expect(await foldTotals(it.db)).toBe(5);
  await expectTotalsToBeSums();
});

test('a fold that is killed half-way leaves every total as it was, and the next one folds all', async () => {
  await addPayments(2);
  await foldTotals(it.db);
  await addPayments(3);
  await beside(async (tx) => {
    // The fold has removed the deltas when it comes to these.
    await sql`SELECT FROM totals FOR UPDATE`.execute(tx);
    const killed = foldTotals(it.db).catch((error: Error & { code?: string }) => error.code);
    const stopAtLock = async (): Promise<number> => {
      const { rows } = await sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%total_deltas%'`.execute(it.db);
      return rows.length;
    };
    await expect.poll(stopAtLock).toBe(1);
    expect(await killed).toBe('57P01');
  });
  expect(await countDeltas()).toBe(7);
  await expectTotalsToBeSums();
  // The killed session keeps its lock a moment longer than its error takes to arrive.
  await expect.poll(() => foldTotals(it.db)).toBe(7);
  await expectTotalsToBeSums();
});

test('the places of folded deltas are used again, so that their table does not grow with the payments', async () => {
  const { run } = foldingOfTotals(it.db);
  const sizeOf = async (): Promise<number> => {
    const { rows } = await sql<{ size: string }>`SELECT pg_relation_size('total_deltas') AS size`.execute(it.db);
    return Number(rows[0]?.size);
  };
  const append = () =>
    sql`INSERT INTO total_deltas SELECT 'test', 'x', '2026-11-20', 1, 1 FROM generate_series(1, 5000)`.execute(it.db);
  await append();
  await run();
  const size = await sizeOf();
  for (let round = 0; round < 5; round += 1) {
    await append();
    await run();
  }
  expect(await sizeOf()).toBeLessThan(size * 2);
});
