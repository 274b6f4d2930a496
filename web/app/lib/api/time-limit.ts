/** Milliseconds that a call with its answer may take. */
export const CALL_MS = 30_000;
/** The same for a form that may carry a photo over a slow line. */
export const UPLOAD_MS = 90_000;

/** Milliseconds that a call waits for optional preparations, such as a renewed token. */
const SOON_MS = 5000;

/** Thrown when work took longer than its limit. */
export class TimeoutError extends Error {}

/**
 * Runs `work` with a signal that aborts after `ms`, or with `given`. Throws `TimeoutError` after
 * `ms`. Visitors' phones lack `AbortSignal.any` and `.timeout`.
 */
export const withTimeout = async <T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  given?: AbortSignal,
): Promise<T> => {
  const limit = new AbortController();
  let isLate = false;
  const abort = () => limit.abort();
  const timer = setTimeout(() => {
    isLate = true;
    abort();
  }, ms);
  given?.addEventListener('abort', abort);
  if (given?.aborted) abort();
  try {
    return await work(limit.signal);
  } catch (error) {
    throw isLate ? new TimeoutError() : error;
  } finally {
    clearTimeout(timer);
    given?.removeEventListener('abort', abort);
  }
};

/** The result of `work`, or null when it fails or takes over five seconds; it goes on by itself. */
export const soon = <T>(work: Promise<T>): Promise<T | null> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), SOON_MS);
    work.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer));
  });
