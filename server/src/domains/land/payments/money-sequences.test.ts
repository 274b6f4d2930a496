import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectRightMoney } from '../../../../test/land-money/right-money.ts';
import { MONEY_STEPS, type MoneyStepKind, moneySequence } from '../../../../test/land-money/steps.ts';
import { openMoneySteps, PENALTIES } from '../../../../test/land-money/take-steps.ts';
import { openMoneyWorld } from '../../../../test/land-money/world.ts';
import { startRefunds } from '../../../../test/refunds/harness.ts';

/** Takes random steps, each sequence on books of its own, and counts the effective ones. */
const run = async (seed: number, numRuns: number): Promise<Map<MoneyStepKind, number>> => {
  const done = new Map<MoneyStepKind, number>();
  await fc.assert(
    fc.asyncProperty(moneySequence, async (steps) => {
      const office = await startRefunds();
      try {
        const world = await openMoneyWorld(office);
        await world.setPenalties({ grace_days: PENALTIES.grace, penalty_percent: `${PENALTIES.percent}.00` });
        const { model, take } = openMoneySteps(world);
        for (const step of steps) if (await take(step)) done.set(step.kind, (done.get(step.kind) ?? 0) + 1);
        await expectRightMoney(office.it, model, world);
      } finally {
        await office.close();
      }
    }),
    { seed, numRuns, endOnFailure: true },
  );
  return done;
};

test('whatever happens to the land’s money in whatever order, it is as another calculation has it, and each step happens', async () => {
  const done = await run(20_261_128, 7);
  expect(MONEY_STEPS.filter((kind) => !done.has(kind))).toEqual([]);
}, 240_000);

test('nor does an order that nobody has tried yet make it wrong', async () => {
  // A failure prints the seed and the sequence that fails.
  await run(randomInt(2 ** 31), process.env.LONG ? 200 : 2);
}, 3_600_000);
