import type { PaymentStatus } from '@banbo/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { nextTransactionId } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { readTotals } from '../../../../test/totals.ts';

let it: TestApp;
let driverId: string;

beforeAll(async () => {
  it = await startApp();
  driverId = (await buildDriver(it)).driver.id;
});
beforeEach(async () => {
  await it.db.deleteFrom('payments').execute();
});
afterAll(() => it.close());

/** Types without a rule of their own, so that one driver may have any number of them. */
const TYPES = ['CC1000', 'CC2000'] as const;
const STATES = ['submitted', 'cleared', 'rejected', 'reversed'] as const satisfies PaymentStatus[];
const DAYS = ['2026-10-31', '2026-11-01', '2026-11-20'] as const;

type Made = { type: string; day: string; status: PaymentStatus; pesewas: number };

const payment = ({ type, day, status, pesewas }: Made) => ({
  driver_id: driverId,
  type_code: type,
  period: 'any' as const,
  payment_year: null,
  payment_month: null,
  amount_due: null,
  amount: (pesewas / 100).toFixed(2),
  transaction_id: nextTransactionId(),
  transaction_date: day,
  status,
  created_at: it.clock.now,
});

const expectTotalsToBeSums = async (): Promise<void> => {
  const { kept, summed } = await readTotals(it.db);
  expect(kept).toEqual(summed);
};

const made = fc.record({
  type: fc.constantFrom(...TYPES),
  day: fc.constantFrom(...DAYS),
  status: fc.constantFrom(...STATES),
  pesewas: fc.integer({ min: 1, max: 1_000_000 }),
});

/** A change of one payment or of several by one statement. */
const change = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), rows: fc.array(made, { minLength: 1, maxLength: 8 }) }),
  fc.record({ kind: fc.constant('move' as const), from: fc.constantFrom(...STATES), to: fc.constantFrom(...STATES) }),
  fc.record({ kind: fc.constant('correct' as const), day: fc.constantFrom(...DAYS), to: made }),
  fc.record({ kind: fc.constant('delete' as const), day: fc.constantFrom(...DAYS), type: fc.constantFrom(...TYPES) }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const apply = async (one: Change): Promise<void> => {
  const { db } = it;
  if (one.kind === 'insert') await db.insertInto('payments').values(one.rows.map(payment)).execute();
  else if (one.kind === 'move')
    await db.updateTable('payments').set({ status: one.to }).where('status', '=', one.from).execute();
  else if (one.kind === 'correct') {
    const { transaction_date, type_code, amount } = payment(one.to);
    const corrected = db.updateTable('payments').set({ transaction_date, type_code, amount });
    await corrected.where('transaction_date', '=', one.day).execute();
  } else
    await db.deleteFrom('payments').where('transaction_date', '=', one.day).where('type_code', '=', one.type).execute();
};

test('after any changes the totals are the sums', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      await it.db.deleteFrom('payments').execute();
      for (const one of changes) await apply(one);
      await expectTotalsToBeSums();
    }),
    { numRuns: 25 },
  );
});

test('a transaction that is taken back leaves the totals as they were', async () => {
  await apply({ kind: 'insert', rows: [{ type: 'CC1000', day: '2026-11-20', status: 'submitted', pesewas: 20_000 }] });
  const before = await readTotals(it.db);
  const failed = it.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('payments').execute();
    throw new Error('taken back');
  });
  await expect(failed).rejects.toThrow('taken back');
  expect(before.kept.length).toBeGreaterThan(0);
  expect(await readTotals(it.db)).toEqual(before);
});

test('many changing payments of the same days at once neither lose a count nor wait for each other in a circle', async () => {
  const worker = async (n: number): Promise<void> => {
    for (let round = 0; round < 5; round += 1) {
      const rows = Array.from({ length: 6 }, (_, index) => ({
        type: TYPES[(n + index) % 2] ?? 'CC1000',
        day: DAYS[(n * 7 + index * 5 + round) % 3] ?? '2026-11-20',
        status: 'submitted' as const,
        pesewas: 1 + n * 100 + index,
      }));
      const stored = await it.db.insertInto('payments').values(rows.map(payment)).returning('id').execute();
      const ids = stored.map(({ id }) => id);
      const own = it.db.updateTable('payments').where('id', 'in', n % 2 ? ids : ids.toReversed());
      await own.set({ status: 'cleared' }).execute();
      await own.set({ status: 'reversed', amount: '1.00' }).execute();
      await it.db.deleteFrom('payments').where('id', 'in', ids.slice(0, 2)).execute();
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, n) => worker(n)));
  await expectTotalsToBeSums();
  const { count } = await it.db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(String(16 * 5 * 4));
});
