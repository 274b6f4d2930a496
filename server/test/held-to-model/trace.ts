import type { TestApp } from '../harness.ts';
import { hold } from '../model/hold.ts';
import { run, type Settings, type Trace } from '../model/run.ts';
import { productOf } from './product.ts';

/** `npm run model` does many more. */
const OPERATIONS = Number(process.env.MODEL_OPERATIONS ?? 400);
/** Ten times as long as it takes on a busy machine. */
export const TIMEOUT_MS = Math.max(600_000, 1_000 * OPERATIONS);

const settings: Omit<Settings, 'seed' | 'atOnce'> = {
  operations: OPERATIONS,
  firstMonth: '2026-11',
  totalsEvery: Math.max(50, OPERATIONS / 20),
  monthEvery: Math.max(100, OPERATIONS / 12),
};

/** Runs on an app, and closes it; a difference fails with the seed and what led to it. */
export const traceOf = async (
  it: TestApp,
  given: Pick<Settings, 'seed' | 'atOnce'> & Partial<Settings>,
): Promise<Trace> => {
  try {
    const asked = { ...settings, ...given };
    const found = await run(await productOf(it), asked);
    hold(found, asked);
    return found.trace;
  } finally {
    await it.close();
  }
};
