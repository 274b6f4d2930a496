/** A value with a built-in first version, replaced when the server has answered. */
export type Fresh<T> = { current: T; asked: boolean; listeners: Set<() => void>; ask: () => Promise<T> };

export const fresh = <T>(builtIn: T, ask: () => Promise<T>): Fresh<T> => ({
  current: builtIn,
  asked: false,
  listeners: new Set(),
  ask,
});

/** Asks once a visit. Without an answer the page keeps its built-in value, so no message is needed. */
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
