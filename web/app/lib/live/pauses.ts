/** Milliseconds for which a page that is not seen any more still listens: people look away and back. */
const UNSEEN_MS = 20_000;

const isSeen = (): boolean => document.visibilityState !== 'hidden';

/** Resolves after the time, at once when the line comes back or the page is looked at again, or when the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => end(), ms);
    const look = () => isSeen() && end();
    const end = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', end);
      resolve();
    };
    window.addEventListener('online', end);
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });

/** Resolves once the page is seen, or the signal aborts. */
export const untilSeen = async (signal: AbortSignal): Promise<void> => {
  while (!isSeen() && !signal.aborted) await pause(UNSEEN_MS, signal);
};

/**
 * A signal that aborts with the given one, by `end`, or a while after the page is not seen any more. Browsers keep six connections
 * to a server for all tabs together: unseen ones would keep those that people look at from loading.
 */
export const whileSeen = (given: AbortSignal): { signal: AbortSignal; end: () => void } => {
  const own = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    if (!isSeen()) timer = setTimeout(end, UNSEEN_MS);
  };
  const end = (): void => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    given.removeEventListener('abort', end);
    own.abort();
  };
  document.addEventListener('visibilitychange', look);
  given.addEventListener('abort', end);
  if (given.aborted) end();
  return { signal: own.signal, end };
};
