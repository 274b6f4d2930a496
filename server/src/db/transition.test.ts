import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../test/builders/drivers.ts';
import { buildPayment } from '../../test/builders/payments.ts';
import { submissionOf } from '../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../test/harness.ts';
import { type Stateful, transition } from './transition.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

type Row = { id: string; status: 'submitted' | 'cleared' };
/** The day of the transfer that each payment is cleared with. */
type Days = ReadonlyMap<string, string>;

const seen: unknown[] = [];
const payments: Stateful<Row['status'], Row, 'clear', Days> = {
  table: 'payments',
  columns: [],
  noun: 'payment',
  nameOf: ({ id }) => id,
  became: { submitted: 'waits', cleared: 'was cleared' },
  changes: {
    clear: {
      from: ['submitted'],
      to: 'cleared',
      needs: 'payments.clear',
      action: 'payments.clear',
      set: ({ id }, { with: days }) => ({ transaction_date: days.get(id) ?? null }),
      effect: async (_, rows, given) => void seen.push({ ids: rows.map(({ id }) => id), ...given }),
    },
  },
  audit: async () => {},
};

test('further columns are set by the same statement, each record’s own, so that totals count it once', async () => {
  const claim = async () => buildPayment(it, submissionOf((await buildDriver(it)).driver));
  const [one, other] = [await claim(), await claim()];
  await sql`TRUNCATE total_deltas`.execute(it.db);
  const days: Days = new Map([
    [one, '2026-10-01'],
    [other, '2026-10-02'],
  ]);
  const given = { by: null, reason: 'Matched.', now: it.clock.now, with: days };
  const asked = { ids: [other, one], change: 'clear' as const, ...given };
  await it.db.transaction().execute((tx) => transition(tx, payments, asked));
  const rows = it.db.selectFrom('payments').select(['id', 'transaction_date', 'status', 'status_reason']).orderBy('id');
  expect(await rows.execute()).toEqual([
    { id: one, transaction_date: '2026-10-01', status: 'cleared', status_reason: null },
    { id: other, transaction_date: '2026-10-02', status: 'cleared', status_reason: null },
  ]);
  const deltas = it.db.selectFrom('total_deltas').select(['measure', 'day', 'count']).orderBy('measure').orderBy('day');
  // Those of each mode besides are the same.
  const ofStates = deltas.where('measure', 'like', 'payments:%').where('measure', 'not like', 'payments:%:%');
  expect(await ofStates.execute()).toEqual([
    { measure: 'payments:cleared', day: '2026-10-01', count: '1' },
    { measure: 'payments:cleared', day: '2026-10-02', count: '1' },
    { measure: 'payments:submitted', day: '2026-11-20', count: '-2' },
  ]);
  expect(seen).toEqual([{ ids: [one, other], ...given }]);
});
