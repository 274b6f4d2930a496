import { test } from 'vitest';
import { startApp } from '../harness.ts';
import { TAKES_PROMPTS } from '../prompts/harness.ts';
import { TIMEOUT_MS, traceOf } from './trace.ts';

/** One seed or several, with commas between them. */
const { MODEL_SEED } = process.env;

// Not without a seed: the model does not know every order of calls at once yet.
test.skipIf(MODEL_SEED === undefined).each(MODEL_SEED?.split(',').map(Number) ?? [0])(
  'calls at once come to what they would in some order, and a lost answer to what was told (%i)',
  async (seed) => {
    await traceOf(await startApp(TAKES_PROMPTS), { seed, atOnce: 4 });
  },
  TIMEOUT_MS,
);
