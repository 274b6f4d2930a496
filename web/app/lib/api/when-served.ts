import { ApiError } from './api.ts';

/** Milliseconds between two questions whether the server serves again. */
const ASK_MS = 3_000;

/** True of a call that no server took, as while the database or the network is away. */
export const isUnserved = (error: unknown): boolean =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status);

const isServing = async (): Promise<boolean> => {
  // A network that takes the question and gives no answer must not end the asking.
  const signal = AbortSignal.timeout(ASK_MS);
  return fetch('/api/readyz', { cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  );
};

/**
 * Runs `work` once the server serves, and says whether it was away: a call that is refused by one
 * that serves, such as one that takes too long, must not be made again and again. Gives the way to
 * stop.
 */
export const whenServed = (work: (wasAway: boolean) => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const ask = async (isFirst: boolean): Promise<void> => {
    // A page that nobody looks at waits, and costs its phone nothing.
    const serves = (isFirst || !document.hidden) && (await isServing());
    if (isStopped) return;
    if (serves) work(!isFirst);
    else timer = setTimeout(() => void ask(false), ASK_MS);
  };
  void ask(true);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
};
