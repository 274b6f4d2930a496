/** Runs the work in so many places, one by default; null when the queue is full. */
export type Queue = <T>(work: () => Promise<T>, rank?: number, wanted?: number) => Promise<T> | null;

/** Thrown for work that lost its place in a full line to work of a better rank. */
export class Displaced extends Error {}

type Waiting = { places: number; begin: () => void; displace: (reason: Displaced) => void };

/**
 * Runs at most `places` pieces of work at once, with `waiting` more in the queue. Work may want
 * several places, at most all. The first in the queue is never passed, so that large work has its
 * turn. A better rank, the lowest number (default 0), goes first; within a rank, the first comer.
 * In a full queue, work displaces the last comer of the worst rank below its own.
 */
export const createQueue = (places: number, waiting: number, ranks = 1): Queue => {
  const lines = Array.from({ length: ranks }, (): Waiting[] => []);
  let free = places;
  const firstLine = (): Waiting[] | undefined => lines.find((line) => line.length > 0);
  const beginNext = (): void => {
    for (let line = firstLine(); line?.[0] && line[0].places <= free; line = firstLine()) {
      free -= line[0].places;
      line.shift()?.begin();
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
  /** True when there is room in the line for work of this rank. */
  const makeRoom = (rank: number): boolean => {
    if (lines.reduce((count, line) => count + line.length, 0) < waiting) return true;
    const last = lines.findLast((line, at) => at > rank && line.length > 0)?.pop();
    last?.displace(new Displaced('Displaced from a full line'));
    return last !== undefined;
  };
  return (work, rank = 0, wanted = 1) => {
    const taken = Math.min(wanted, places);
    if (taken <= free && !firstLine()) {
      free -= taken;
      return run(work, taken);
    }
    if (!makeRoom(rank)) return null;
    const turn = Promise.withResolvers<void>();
    lines[rank]?.push({ places: taken, begin: turn.resolve, displace: turn.reject });
    return turn.promise.then(() => run(work, taken));
  };
};
