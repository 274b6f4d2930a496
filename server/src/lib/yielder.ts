import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Milliseconds of long work between two turns of the event loop. A call takes some four turns, one
 * for each answer of the database, so it waits for a few times as long.
 */
const SLICE_MS = 2;

/** Gives the event loop a turn after some milliseconds; long work calls it at each piece. */
export const createYielder = (): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await nextTurn();
    since = performance.now();
  };
};

/** Maps as an array does, and yields between two items. */
export const mapYielding = async <Item, Result>(
  items: Iterable<Item>,
  map: (item: Item) => Result,
): Promise<Result[]> => {
  const yieldIfDue = createYielder();
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    await yieldIfDue();
  }
  return results;
};
