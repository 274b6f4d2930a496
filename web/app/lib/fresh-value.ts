/** A value that a page shows at once as it was built, and afresh when the server has answered. */
export type Fresh<T> = { current: T; asked: boolean; listeners: Set<() => void>; ask: () => Promise<T> };

export const fresh = <T>(builtIn: T, ask: () => Promise<T>): Fresh<T> => ({
  current: builtIn,
  asked: false,
  listeners: new Set(),
  ask,
});

/** Asks once a visit. Without an answer the page keeps what it was built with, so nobody has to be told. */
export const refresh = async <T>(value: Fresh<T>): Promise<void> => {
  if (value.asked) return;
  value.asked = true;
  try {
    value.current = await value.ask();
    for (const listener of value.listeners) listener();
  } catch {
    value.asked = false;
  }
};
