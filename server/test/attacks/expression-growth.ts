import { checkSync } from 'recheck';

/** No clock takes part, so that a busy machine finds the same: the limits are those of the work done. */
const BY_WORK_ALONE = { timeout: null, attackTimeout: null, incubationTimeout: null } as const;

/**
 * Says how the work of a regular expression grows with its text where it grows faster than the text: `2nd degree
 * polynomial` or `exponential`; null for one whose work grows with its text at most.
 */
export const growthOf = ({ source, flags }: { source: string; flags: string }): string | null => {
  // The checker's other forms start programs of their own.
  process.env.RECHECK_BACKEND = 'pure';
  const found = checkSync(source, flags, BY_WORK_ALONE);
  if (found.status === 'safe') return null;
  return found.status === 'vulnerable' ? found.complexity.summary : `unknown: ${found.error.kind}`;
};
