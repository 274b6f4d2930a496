import { checkSync } from 'recheck';

/** Limits by the work done, without a clock, so that a busy machine finds the same. */
const BY_WORK_ALONE = { timeout: null, attackTimeout: null, incubationTimeout: null } as const;

/**
 * Classifies the growth of a regular expression's work if it grows faster than its text: `2nd degree polynomial` or
 * `exponential`; null if it grows at most as the text.
 */
export const growthOf = ({ source, flags }: { source: string; flags: string }): string | null => {
  // The checker's other backends start programs of their own.
  process.env.RECHECK_BACKEND = 'pure';
  const found = checkSync(source, flags, BY_WORK_ALONE);
  if (found.status === 'safe') return null;
  return found.status === 'vulnerable' ? found.complexity.summary : `unknown: ${found.error.kind}`;
};
