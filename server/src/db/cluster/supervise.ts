import type { Postmaster } from './postmaster.ts';

/** So many deaths within a minute are no accident. */
const MAX_DEATHS = 5;
const MINUTE = 60_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export type Supervised = {
  /** Ends PostgreSQL, and starts it no more. */
  stop: () => Promise<void>;
};

type Judgement = {
  /** True while something outside keeps PostgreSQL from running, such as a full disk: then it is tried without end. */
  isBlocked: () => boolean;
  /** Is told when PostgreSQL died too often, with why its last start failed, if it did. */
  giveUp: (why: string | null) => void;
};

/**
 * Starts PostgreSQL by `start`, which a stop interrupts, again whenever it ends, each time after twice as long a pause as before: 0.1 to 5 seconds,
 * counted anew after a minute. With the fifth death within a minute it gives up.
 */
export const supervise = (
  first: Postmaster,
  start: (signal: AbortSignal) => Promise<Postmaster>,
  { isBlocked, giveUp }: Judgement,
): Supervised => {
  const stopped = new AbortController();
  let current: Postmaster | null = first;
  let deaths: number[] = [];
  let reviving = Promise.resolve();

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (deaths.length - 1)));
      stopped.signal.addEventListener('abort', () => resolve(), { once: true });
    });

  const revive = async (): Promise<void> => {
    let why: string | null = null;
    while (!stopped.signal.aborted) {
      const now = performance.now();
      deaths = [...deaths.filter((death) => now - death < MINUTE), now];
      if (deaths.length >= MAX_DEATHS && !isBlocked()) return giveUp(why);
      await pause();
      if (stopped.signal.aborted) return;
      try {
        return watch(await start(stopped.signal));
      } catch (error) {
        why = error instanceof Error ? error.message : String(error);
      }
    }
  };
  const watch = (postmaster: Postmaster): void => {
    current = postmaster;
    postmaster.ended.then(() => {
      current = null;
      reviving = revive();
    });
  };
  watch(first);

  return {
    stop: async () => {
      stopped.abort();
      await reviving;
      await current?.stop();
    },
  };
};
