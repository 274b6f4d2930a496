/**
 * Does `work` for each item, for `count` of them at once. None is begun once one has failed. Ends
 * when all that were begun have ended, and throws what failed first.
 */
export const severalAtOnce = async <Item>(
  items: Iterable<Item>,
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  // Shared by all, so that each takes the next.
  const next = [...items].values();
  const failures: unknown[] = [];
  const workOn = async (): Promise<void> => {
    for (const item of next) {
      if (failures.length > 0) return;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: count }, workOn));
  if (failures.length > 0) throw failures[0];
};
