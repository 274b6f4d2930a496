const LONGEST_CHUNK_MS = 1_000;

/**
 * Milliseconds to rest after a chunk, so that all the jobs in chunks of this server leave at least half of the time to the
 * people who wait for answers: alone a job rests as long as its chunk took, beside others so much longer.
 */
export const restAfter = (tookMs: number, jobsBeside: number): number =>
  Math.min(tookMs, LONGEST_CHUNK_MS) * (2 * jobsBeside + 1);
