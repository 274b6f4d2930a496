import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#lib/caller.ts';
import { BOOK_ACTIONS } from '../../../test/book-sequences/actions.ts';
import { expectRightLedger } from '../../../test/book-sequences/right-books.ts';
import { BOOK_STEPS, type BookStepKind, bookSequence, FIRST_DAYS } from '../../../test/book-sequences/steps.ts';
import { openBookWorld } from '../../../test/book-sequences/world.ts';
import { buildBookkeeper } from '../../../test/builders/books.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
let staff: Caller[];
const claims: string[] = [];
beforeAll(async () => {
  it = await startApp();
  it.clock.now = new Date(`${FIRST_DAYS[0]}T09:00:00Z`);
  staff = [await buildBookkeeper(it), await buildBookkeeper(it), await buildBookkeeper(it)];
  for (const day of ['2026-09-10', '2026-10-05', '2026-10-31', '2026-11-12']) {
    it.clock.now = new Date(`${day}T10:00:00Z`);
    claims.push(await buildPayment(it, submissionOf((await buildDriver(it)).driver)));
  }
});
afterAll(() => it.close());

class Undone extends Error {}

/** Takes random steps in transactions that are rolled back, and counts the effective ones. */
const run = async (seed: number, numRuns: number): Promise<Map<BookStepKind, number>> => {
  const done = new Map<BookStepKind, number>();
  await fc.assert(
    fc.asyncProperty(bookSequence, async ({ firstDay, steps }) => {
      const sequence = it.db.transaction().execute(async (tx) => {
        const world = openBookWorld(tx, { staff, claims, firstDay });
        for (const step of steps) {
          if (await BOOK_ACTIONS[step.kind](world, step)) done.set(step.kind, (done.get(step.kind) ?? 0) + 1);
        }
        await expectRightLedger(tx);
        throw new Undone();
      });
      await sequence.catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error;
      });
    }),
    { seed, numRuns },
  );
  return done;
};

test('whatever is done to the books in whatever order, they are right afterwards, and each kind of step happens', async () => {
  const done = await run(20_261_126, 80);
  expect(BOOK_STEPS.filter((kind) => !done.has(kind))).toEqual([]);
}, 120_000);

test('nor does an order that nobody has tried yet make them wrong', async () => {
  // A failure prints the seed, and the shortest sequence that fails.
  await run(randomInt(2 ** 31), Number(process.env.BOOK_SEQUENCES ?? 20));
}, 3_600_000);
