/** Makes something once for as long as the key stays the same. A failure is not kept: the next call tries again. */
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
