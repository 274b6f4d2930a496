import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../../test/builders/identity.ts';
import { buildLandTenant, buildPlot } from '../../../../test/builders/land.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { expectRightLand } from '../../../../test/land-sequences/right-land.ts';
import { LAND_STEPS, type LandStepKind, landSequence } from '../../../../test/land-sequences/steps.ts';
import { landCaller, openLandWorld } from '../../../../test/land-sequences/world.ts';

let it: TestApp;
let world: Parameters<typeof openLandWorld>[1];
beforeAll(async () => {
  it = await startApp();
  const three = async <T>(make: () => Promise<T>): Promise<T[]> => [await make(), await make(), await make()];
  const staff = () => buildUser(it, { role: 'SuperUser' });
  const people = [...(await three(staff)), await staff()];
  world = {
    plots: (await three(() => buildPlot(it))).map(({ id }) => id),
    tenants: (await three(() => buildLandTenant(it))).map(({ id }) => id),
    staff: people.map(({ id, username }) => landCaller({ id, login: username })),
    caveatBy: people[0]?.id ?? '',
  };
});
afterAll(() => it.close());

class Undone extends Error {}

/** Takes random steps in transactions that are rolled back, and counts the effective ones. */
const run = async (seed: number, numRuns: number): Promise<Map<LandStepKind, number>> => {
  const done = new Map<LandStepKind, number>();
  await fc.assert(
    fc.asyncProperty(landSequence, async (steps) => {
      const sequence = it.db.transaction().execute(async (tx) => {
        const take = openLandWorld(tx, world);
        for (const step of steps) if (await take(step)) done.set(step.kind, (done.get(step.kind) ?? 0) + 1);
        await expectRightLand(tx);
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

test('whatever is done to applications in whatever order, plots have one history, and each kind of step happens', async () => {
  const done = await run(20_261_127, 45);
  expect(LAND_STEPS.filter((kind) => !done.has(kind))).toEqual([]);
}, 120_000);

test('nor does an order that nobody has tried yet make it wrong', async () => {
  // A failure prints the seed, and the shortest sequence that fails.
  await run(randomInt(2 ** 31), process.env.LONG ? 400 : 15);
}, 3_600_000);
