/** Remembers how to take changes back, so that an order of calls can be tried and given up. */
export const openJournal = () => {
  const steps: { undo: () => void; row: unknown }[] = [];
  return {
    mark: (): number => steps.length,
    note: (undo: () => void, row: unknown): void => {
      steps.push({ undo, row });
    },
    backTo: (mark: number): void => {
      while (steps.length > mark) steps.pop()?.undo();
    },
    changedSince: (mark: number): unknown[] => steps.slice(mark).map(({ row }) => row),
    /** All that happened so far stands. */
    keep: (): void => {
      steps.length = 0;
    },
  };
};
type Journal = ReturnType<typeof openJournal>;

/**
 * Rows by their keys, never changed in place, and found by the texts that `finders` make of them.
 */
export const openTable = <Row>(journal: Journal, finders: Readonly<Record<string, (row: Row) => string>> = {}) => {
  const rows = new Map<string, Row>();
  const found = new Map<string, Set<string>>();
  const placesOf = (row: Row): string[] => Object.entries(finders).map(([name, find]) => `${name} ${find(row)}`);

  const store = (key: string, row: Row | undefined): void => {
    const old = rows.get(key);
    if (old !== undefined) for (const place of placesOf(old)) found.get(place)?.delete(key);
    if (row === undefined) {
      rows.delete(key);
      return;
    }
    rows.set(key, row);
    for (const place of placesOf(row)) found.set(place, (found.get(place) ?? new Set()).add(key));
  };

  const get = (key: string): Row => {
    const row = rows.get(key);
    if (row === undefined) throw new Error(`The model has no ${key}`);
    return row;
  };
  const put = (key: string, row: Row): void => {
    const old = rows.get(key);
    journal.note(() => store(key, old), row);
    store(key, row);
  };
  return {
    get,
    find: (key: string): Row | undefined => rows.get(key),
    put,
    change: (key: string, given: Partial<Row>): void => put(key, { ...get(key), ...given }),
    all: (): Row[] => [...rows.values()],
    by: (name: string, text: string): Row[] => [...(found.get(`${name} ${text}`) ?? [])].map(get),
  };
};
