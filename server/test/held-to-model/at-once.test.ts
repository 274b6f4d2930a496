import { test } from 'vitest';
import { startApp } from '../harness.ts';
import { seedsIn } from '../model/random.ts';
import { TAKES_PROMPTS } from '../prompts/harness.ts';
import { TIMEOUT_MS, traceOf } from './trace.ts';

const SEEDS = seedsIn(process.env.MODEL_SEED);

// Not without a seed: the model does not know every order of calls at once yet.
test.skipIf(SEEDS.length === 0).each(SEEDS.length > 0 ? SEEDS : [0])(
  'calls at once come to what they would in some order, and a lost answer to what was told (%i)',
  async (seed) => {
    await traceOf(await startApp(TAKES_PROMPTS), { seed, atOnce: 4 });
  },
  TIMEOUT_MS,
);
