/** Reads what belongs to each key once, and gives that same answer again. */
export const readOnce = <T>(): ((key: string, read: () => Promise<T>) => Promise<T>) => {
  const known = new Map<string, Promise<T>>();
  return (key, read) => {
    const answer = known.get(key) ?? read();
    known.set(key, answer);
    return answer;
  };
};
