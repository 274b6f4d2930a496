/** Runs the work when a place is free; null when the line is full of work that it may not displace. */
export type Queue = <T>(work: () => Promise<T>, rank?: number) => Promise<T> | null;

/** Thrown for work that lost its place in a full line to work of a better rank. */
export class Displaced extends Error {}

type Waiting = { begin: () => void; displace: (reason: Displaced) => void };

/**
 * Runs at most `places` pieces of work at once, with `waiting` more in line. Work of a better rank, the lowest number
 * (0 unless given), goes first; within a rank, the first comer does. In a full line, work displaces the last comer of
 * the worst rank below its own.
 */
export const createQueue = (places: number, waiting: number, ranks = 1): Queue => {
  const lines = Array.from({ length: ranks }, (): Waiting[] => []);
  let free = places;
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } finally {
      const next = lines.find((line) => line.length > 0)?.shift();
      if (next) next.begin();
      else free += 1;
    }
  };
  /** True when there is room in the line for work of this rank. */
  const makeRoom = (rank: number): boolean => {
    if (lines.reduce((count, line) => count + line.length, 0) < waiting) return true;
    const last = lines.findLast((line, at) => at > rank && line.length > 0)?.pop();
    last?.displace(new Displaced('Displaced from a full line'));
    return last !== undefined;
  };
  return (work, rank = 0) => {
    if (free > 0) {
      free -= 1;
      return run(work);
    }
    if (!makeRoom(rank)) return null;
    const turn = Promise.withResolvers<void>();
    lines[rank]?.push({ begin: turn.resolve, displace: turn.reject });
    return turn.promise.then(() => run(work));
  };
};
