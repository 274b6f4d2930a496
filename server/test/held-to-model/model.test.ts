import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../harness.ts';
import { seedsIn } from '../model/random.ts';
import { RULES } from '../model/rules.ts';
import { checkTrace, type Settings, type Trace } from '../model/run.ts';
import { TAKES_PROMPTS } from '../prompts/harness.ts';
import { TIMEOUT_MS, traceOf } from './trace.ts';

/** Seeds whose runs come by nearly every rule; runs of few things come by the others. */
const SEEDS = [1, 2, 5, 9, 11];
const SHORT = { atOnce: 1, operations: 400, totalsEvery: 50, monthEvery: 100 };
/** Seeds of long runs, which `npm run model` does besides. */
const LONG = seedsIn(process.env.MODEL_SEEDS);
type Few = { seed: number; operations: number; only: NonNullable<Settings['only']> };
const FEW: readonly Few[] = [
  { seed: 5, operations: 120, only: ['register', 'receive', 'ask refund', 'approve refund', 'reverse'] },
  { seed: 6, operations: 120, only: ['register', 'receive', 'ask waiver', 'approve waiver', 'reverse'] },
  { seed: 12, operations: 150, only: ['register', 'receive', 'ask waiver', 'approve waiver', 'reverse'] },
  { seed: 3, operations: 400, only: ['register', 'receive', 'ask waiver', 'approve waiver', 'reverse'] },
  { seed: 5, operations: 300, only: ['register', 'submit', 'capture', 'correct ID', 'clear'] },
  {
    seed: 2,
    operations: 150,
    only: ['register', 'receive', 'capture', 'import', 'ask refund', 'approve refund'],
  },
  {
    seed: 2,
    operations: 150,
    only: ['register', 'receive', 'bank_paid', 'ask refund', 'approve refund', 'pay refund', 'bounced'],
  },
  {
    seed: 1,
    operations: 150,
    only: ['register', 'submit', 'capture', 'ask price', 'approve', 'correct ID', 'clear', 'match claims'],
  },
  {
    seed: 5,
    operations: 150,
    only: ['register', 'receive', 'ask refund', 'approve refund', 'pay refund', 'reverse', 'never_came'],
  },
  { seed: 5, operations: 150, only: ['register', 'receive', 'merge', 'approve merge'] },
  { seed: 6, operations: 150, only: ['register', 'receive', 'merge', 'approve merge'] },
  { seed: 2, operations: 80, only: ['register', 'submit', 'ask price', 'approve', 'correct ID'] },
  {
    seed: 5,
    operations: 150,
    only: ['register', 'capture', 'import', 'ask refund', 'approve refund', 'never_came', 'came_after_all'],
  },
  {
    seed: 2,
    operations: 200,
    only: ['register', 'submit', 'capture', 'import', 'take_back', 'never_came', 'came_after_all', 'clear'],
  },
];
const heldBy = async (seed: number, given: Pick<Settings, 'atOnce'> & Partial<Settings>): Promise<Trace> =>
  traceOf(await startApp(TAKES_PROMPTS), { seed, ...given });
const traces: Trace[] = [];
beforeAll(async () => {
  for (const seed of SEEDS) traces.push(await heldBy(seed, SHORT));
  for (const seed of LONG) traces.push(await heldBy(seed, { atOnce: 1 }));
  for (const { seed, ...few } of FEW) traces.push(await heldBy(seed, { ...SHORT, ...few }));
}, TIMEOUT_MS);
afterAll(() => {
  traces.length = 0;
});

test('what the product did one after another is what the model says, from its beginning', () => {
  expect(traces.flatMap((trace) => checkTrace(trace, null))).toEqual([]);
});

test.each(RULES)('a model without the rule that %s is found wrong', (rule) => {
  expect(traces.flatMap((trace) => checkTrace(trace, rule))).not.toEqual([]);
});
