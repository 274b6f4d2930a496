type Waiting<Key, Value> = { key: Key; resolve: (value: Value) => void; reject: (reason: unknown) => void };

/** Keys that are asked for together at most, where nothing else is said. */
const MOST_KEYS = 100;

/**
 * Answers many questions by few: while `inFlight` of them are on their way, keys that come are
 * gathered, and asked for together as soon as one is answered. Each question begins after its keys
 * came, so that no answer is older than who asked for it. `ask` gives a value for each key, in
 * their order; if it fails, it fails for all of its keys. It gets at most `most` of them.
 */
export const gathered = <Key, Value>(
  ask: (keys: readonly Key[]) => Promise<readonly Value[]>,
  inFlight: number,
  most = MOST_KEYS,
): ((key: Key) => Promise<Value>) => {
  const waiting: Waiting<Key, Value>[] = [];
  let free = inFlight;
  const answer = async (asked: readonly Waiting<Key, Value>[]): Promise<void> => {
    try {
      const values = await ask(asked.map(({ key }) => key));
      if (values.length !== asked.length) throw new Error(`${values.length} answers to ${asked.length} keys`);
      asked.forEach(({ resolve }, place) => {
        resolve(values[place] as Value);
      });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      free += 1;
      next();
    }
  };
  const next = (): void => {
    if (free === 0 || waiting.length === 0) return;
    free -= 1;
    void answer(waiting.splice(0, most));
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      next();
    });
};

/** Makes something once while the key stays the same. After a failure the next call tries again. */
export const keepLast = <T>(): ((key: string, make: () => Promise<T>) => Promise<T>) => {
  let last: { key: string; made: Promise<T> } | null = null;
  return (key, make) => {
    if (last?.key === key) return last.made;
    const mine = { key, made: make() };
    last = mine;
    mine.made.catch(() => {
      if (last === mine) last = null;
    });
    return mine.made;
  };
};

/**
 * Lets work that has begun be awaited after something else was: where it is refused before, the
 * process goes on, and the later `await` gets the error. Without this, Node takes a refusal that
 * nothing awaits yet for a fault and ends the process.
 */
export const awaitLater = <Work extends PromiseLike<unknown>>(work: Work): Work => {
  work.then(undefined, () => {});
  return work;
};
