const MINUTE = 60_000;

/** Minutes to wait after the first, second… attempt that failed; after all later ones as after the last of these. */
const RETRY_MINUTES = [1, 2, 5, 15, 30, 60];

/** When something may be tried again whose attempt of this number, from 1, failed. */
export const retryAfter = (attempts: number, now: Date): Date => {
  const minutes = RETRY_MINUTES[Math.min(attempts, RETRY_MINUTES.length) - 1] ?? RETRY_MINUTES[0] ?? 1;
  return new Date(now.getTime() + minutes * MINUTE);
};
