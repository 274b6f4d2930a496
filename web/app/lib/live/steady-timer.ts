type Waits = (work: () => void, ms: number) => () => void;

const byPage: Waits = (work, ms) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

let waits: Waits = byPage;

/** Waits in a worker: browsers hold up the timers of a hidden page for as much as a minute. */
const byWorker = (worker: Worker): Waits => {
  const waiting = new Map<number, { work: () => void; ms: number }>();
  let last = 0;
  const end = (wait: number): void => {
    const ended = waiting.get(wait);
    waiting.delete(wait);
    ended?.work();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<number>) => end(data));
  // Without its code there is no worker, and the page waits by itself.
  worker.addEventListener('error', () => {
    waits = byPage;
    for (const [wait, { ms }] of waiting) byPage(() => end(wait), ms);
  });
  return (work, ms) => {
    last += 1;
    const wait = last;
    waiting.set(wait, { work, ms });
    worker.postMessage({ wait, ms });
    return () => {
      if (waiting.delete(wait)) worker.postMessage({ leave: wait });
    };
  };
};

/** From now on the waits of this page end on time while it is hidden, too. */
export const keepTimeWhileHidden = (): void => {
  if (waits !== byPage || typeof Worker === 'undefined') return;
  waits = byWorker(new Worker(new URL('./tick-worker.ts', import.meta.url), { type: 'module' }));
};

/** Runs `work` after a time; a page that called `keepTimeWhileHidden` does so while hidden, too. */
export const steadyTimeout: Waits = (work, ms) => waits(work, ms);

/** Runs `work` again and again. */
export const steadyInterval: Waits = (work, ms) => {
  let leave = (): void => undefined;
  const next = (): void => {
    leave = steadyTimeout(() => {
      next();
      work();
    }, ms);
  };
  next();
  return () => leave();
};
