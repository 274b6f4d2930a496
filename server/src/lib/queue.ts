/** Runs the work when a place is free; null when too much waits already. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T> | null;

/** At most `places` pieces of work run at once and `waiting` more wait their turn, first come first served. */
export const createQueue = (places: number, waiting: number): Queue => {
  const line: (() => void)[] = [];
  let free = places;
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else free += 1;
    }
  };
  return (work) => {
    if (free > 0) {
      free -= 1;
      return run(work);
    }
    if (line.length >= waiting) return null;
    return new Promise<void>((resolve) => line.push(resolve)).then(() => run(work));
  };
};
