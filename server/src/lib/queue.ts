/** Runs the work in so many places, one by default; null when the queue is full. */
export type Queue = <T>(work: () => Promise<T>, rank?: number, wanted?: number) => Promise<T> | null;

/** Thrown for work that lost its place in a full queue to work of a better rank. */
export class Displaced extends Error {}

type Waiting = { places: number; begin: () => void; displace: (reason: Displaced) => void };

/**
 * Runs at most `places` pieces of work at once, with `waiting` more in the queue. Work may want
 * several places, at most all. The first in the queue is never passed, so that large work has its
 * turn. A better rank, the lowest number (default 0), goes first; within a rank, the first comer.
 * In a full queue, work displaces the last comer of the worst rank below its own.
 */
export const createQueue = (places: number, waiting: number, ranks = 1): Queue => {
  const queues = Array.from({ length: ranks }, (): Waiting[] => []);
  let free = places;
  const firstQueue = (): Waiting[] | undefined => queues.find((queue) => queue.length > 0);
  const beginNext = (): void => {
    for (let queue = firstQueue(); queue?.[0] && queue[0].places <= free; queue = firstQueue()) {
      free -= queue[0].places;
      queue.shift()?.begin();
    }
  };
  const run = async <T>(work: () => Promise<T>, taken: number): Promise<T> => {
    try {
      return await work();
    } finally {
      free += taken;
      beginNext();
    }
  };
  /** True when there is room in the queue for work of this rank. */
  const makeRoom = (rank: number): boolean => {
    if (queues.reduce((count, queue) => count + queue.length, 0) < waiting) return true;
    const last = queues.findLast((queue, at) => at > rank && queue.length > 0)?.pop();
    last?.displace(new Displaced('Displaced from a full queue'));
    return last !== undefined;
  };
  return (work, rank = 0, wanted = 1) => {
    const taken = Math.min(wanted, places);
    if (taken <= free && !firstQueue()) {
      free -= taken;
      return run(work, taken);
    }
    if (!makeRoom(rank)) return null;
    const turn = Promise.withResolvers<void>();
    queues[rank]?.push({ places: taken, begin: turn.resolve, displace: turn.reject });
    return turn.promise.then(() => run(work, taken));
  };
};
