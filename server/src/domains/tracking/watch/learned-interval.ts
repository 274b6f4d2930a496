import { LEARNED_GAPS, LEAST_GAPS } from '@banbo/contract';

/** The gaps with a further one, in seconds, without those that are too old. */
export const withGap = (gaps: readonly number[], seconds: number): number[] =>
  [...gaps, Math.max(1, Math.round(seconds))].slice(-LEARNED_GAPS);

/** The usual interval in seconds: the median; null while there are too few. */
export const learnedInterval = (gaps: readonly number[]): number | null => {
  if (gaps.length < LEAST_GAPS) return null;
  return [...gaps].sort((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? null;
};
