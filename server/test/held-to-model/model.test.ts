import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../harness.ts';
import { RULES } from '../model/rules.ts';
import { checkTrace, type Trace } from '../model/run.ts';
import { TIMEOUT_MS, traceOf } from './trace.ts';

/** Seeds whose runs come by nearly every rule. */
const SEEDS = [81, 82, 83];
/** Rules that these runs do not come by; longer ones do. */
const RARE: ReadonlySet<string> = new Set(['a hand in the price counts', 'credit is never below zero']);
const traces: Trace[] = [];
beforeAll(async () => {
  for (const seed of SEEDS) traces.push(await traceOf(await startApp(), { seed, atOnce: 1 }));
}, TIMEOUT_MS);
afterAll(() => {
  traces.length = 0;
});

test('what the product did one after another is what the model says, from its beginning', () => {
  expect(traces.flatMap((trace) => checkTrace(trace, null))).toEqual([]);
});

test.each(RULES.filter((rule) => !RARE.has(rule)))('a model without the rule that %s is found wrong', (rule) => {
  expect(traces.flatMap((trace) => checkTrace(trace, rule))).not.toEqual([]);
});
