import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { readTotals } from '../../../test/totals.ts';
import { checkTotals, rebuildTotals } from './check-totals.ts';
import { foldTotals } from './fold-totals.ts';

let it: TestApp;
beforeEach(async () => {
  await it?.close();
  it = await startApp();
  const { driver } = await buildDriver(it);
  const { driver: other } = await buildDriver(it);
  await buildPayment(it, submissionOf(driver, { amount: '200.50' }), 'cleared');
  await foldTotals(it.db);
  await buildPayment(it, submissionOf(other, { amount: '99.50' }));
});
afterAll(() => it.close());

/** Spoils the totals as a restored table, or a statement that ran without triggers, would. */
const spoil = (statement: string) => sql.raw(statement).execute(it.db);

test('totals that are the sums of their rows have no difference, folded or not', async () => {
  expect(await checkTotals(it.db)).toEqual([]);
  await foldTotals(it.db);
  expect(await checkTotals(it.db)).toEqual([]);
  expect(await rebuildTotals(it.db)).toBe(0);
});

test('a total that is wrong is named with what is counted and what is kept, and a rebuild mends it', async () => {
  await spoil(
    `UPDATE totals SET count = 7, amount = 700 WHERE measure = 'payments:cleared' AND key = 'RF' AND grain = 'month'`,
  );
  expect(await checkTotals(it.db)).toEqual([
    {
      measure: 'payments:cleared',
      key: 'RF',
      grain: 'month',
      period: '2026-11',
      counted: '1',
      counted_amount: '200.50',
      kept: '7',
      kept_amount: '700.00',
    },
  ]);
  expect(await rebuildTotals(it.db)).toBe(1);
  expect(await checkTotals(it.db)).toEqual([]);
});

test('rows that came without their deltas, totals that are gone and totals of nothing are all mended', async () => {
  await spoil('DELETE FROM total_deltas');
  await spoil(`DELETE FROM totals WHERE measure = 'drivers'`);
  await spoil(
    `INSERT INTO totals VALUES ('payments:cleared', 'XX', 'all', 'all', 1, 5), ('old', 'x', 'all', 'all', 1, 0)`,
  );
  const names = (await checkTotals(it.db)).map(({ measure, key, grain }) => `${measure} ${key} ${grain}`);
  expect(names).toEqual([
    'drivers  all',
    'drivers  day',
    'drivers  month',
    'drivers current all',
    'drivers current day',
    'drivers current month',
    'old x all',
    'payments:cleared XX all',
    'payments:submitted  all',
    'payments:submitted  day',
    'payments:submitted  month',
    'payments:submitted RF all',
    'payments:submitted RF day',
    'payments:submitted RF month',
    'payments:submitted:momo  all',
    'payments:submitted:momo  day',
    'payments:submitted:momo  month',
    'payments:submitted:momo RF all',
    'payments:submitted:momo RF day',
    'payments:submitted:momo RF month',
  ]);
  expect(await rebuildTotals(it.db)).toBe(20);
  const { kept, summed } = await readTotals(it.db);
  expect(kept).toEqual(summed);
  expect(await checkTotals(it.db)).toEqual([]);
});

test('a rebuild counts no transaction twice that ends during it, and keeps nobody waiting', async () => {
  await spoil(`UPDATE totals SET count = count + 3`);
  const open = await it.db.startTransaction().execute();
  const { driver } = await buildDriver({ ...it, db: open });
  await buildPayment({ db: open, clock: it.clock }, submissionOf(driver));
  const { rows } = await sql<{ count: string }>`SELECT count(*) FROM totals`.execute(it.db);
  expect(await rebuildTotals(it.db)).toBe(Number(rows[0]?.count));
  await open.commit().execute();
  expect(await checkTotals(it.db)).toEqual([]);
  const writing = awaitLater(
    Promise.all(
      Array.from({ length: 8 }, async () => {
        const { driver: payer } = await buildDriver(it);
        await buildPayment(it, submissionOf(payer), 'cleared');
        await foldTotals(it.db);
      }),
    ),
  );
  const rebuilt = await Promise.all([rebuildTotals(it.db), rebuildTotals(it.db), rebuildTotals(it.db)]);
  await writing;
  expect(rebuilt).toEqual([0, 0, 0]);
  expect(await checkTotals(it.db)).toEqual([]);
});

test('the triggers count by the text that a recount reads', async () => {
  const { rows } = await sql<{ name: string; is_same: boolean | null }>`
    SELECT name, strpos(prosrc, total_rows(definition, 'new_rows')) > 0
      AND strpos(prosrc, total_rows(definition, 'old_rows')) > 0 AS is_same
    FROM total_definitions AS definition LEFT JOIN pg_proc ON proname = 'count_' || name`.execute(it.db);
  expect(rows.map(({ name }) => name)).toContain('payments');
  expect(rows.filter(({ is_same }) => is_same !== true)).toEqual([]);
});
