import type { Postmaster } from './postmaster.ts';

/** This many deaths within a minute are no accident. */
const MAX_DEATHS = 5;
const MINUTE = 60_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export type Supervised = {
  stop: () => Promise<void>;
};

type SuperviseOptions = {
  /** True while an outside cause, such as a full disk, stops PostgreSQL: retries then go on. */
  isBlocked: () => boolean;
  /** Called when PostgreSQL died too often, with the reason of the last failed start, if any. */
  giveUp: (why: string | null) => void;
};

/**
 * Starts PostgreSQL by `start` again whenever it ends, after pauses that double from 0.1 to 5
 * seconds with the deaths of the last minute. `stop` interrupts a start. With the fifth death
 * within a minute it gives up.
 */
export const supervise = (
  first: Postmaster,
  start: (signal: AbortSignal) => Promise<Postmaster>,
  { isBlocked, giveUp }: SuperviseOptions,
): Supervised => {
  const stopped = new AbortController();
  let current: Postmaster | null = first;
  let deaths: number[] = [];
  let reviving = Promise.resolve();

  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        stopped.signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      stopped.signal.addEventListener('abort', end);
    });

  const revive = async (): Promise<void> => {
    let why: string | null = null;
    while (!stopped.signal.aborted) {
      const now = performance.now();
      deaths = [...deaths.filter((death) => now - death < MINUTE), now];
      if (deaths.length >= MAX_DEATHS && !isBlocked()) return giveUp(why);
      const milliseconds = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (deaths.length - 1));
      console.warn(`PostgreSQL has ended, and is started again in ${milliseconds / 1000} seconds.`);
      await pause(milliseconds);
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
