import { test } from 'vitest';
import { startApp } from '../harness.ts';
import { seedsIn } from '../model/random.ts';
import { TAKES_PROMPTS } from '../prompts/harness.ts';
import { TIMEOUT_MS, traceOf } from './trace.ts';

/** `MODEL_AT_ONCE` has other runs in place of these. */
const GIVEN = seedsIn(process.env.MODEL_AT_ONCE);
const SEEDS = GIVEN.length > 0 ? GIVEN : [6, 8];
const SETTINGS = { atOnce: 4, ...(GIVEN.length === 0 && { operations: 400 }) };

test.each(SEEDS)(
  'calls at once come to what they would in some order, and a lost answer to what was told (%i)',
  async (seed) => {
    await traceOf(await startApp(TAKES_PROMPTS), { seed, ...SETTINGS });
  },
  TIMEOUT_MS,
);
