import { useState } from 'react';
import { bestEffort } from './browser-storage.ts';

/** The JSON value of a text in the browser's storage; null if it has none, or forbids reading. */
const readJson = (read: () => string | null): unknown => {
  try {
    return JSON.parse(read() ?? 'null');
  } catch {
    return null;
  }
};

/** A JSON value that this tab keeps over a reload; null if there is none. */
export const inTab = (name: string) => ({
  read: () => readJson(() => sessionStorage.getItem(name)),
  write: (value: object): void => bestEffort(() => sessionStorage.setItem(name, JSON.stringify(value))),
  drop: (): void => bestEffort(() => sessionStorage.removeItem(name)),
});

/**
 * A choice about the office's look that this device keeps under `key`. `read` makes a valid choice
 * of the kept value, which anybody at the device may have changed, or of null.
 */
export const useKept = <T>(key: string, read: (value: unknown) => T): readonly [T, (value: T) => void] => {
  const [held, setHeld] = useState(() => ({ key, value: read(readJson(() => localStorage.getItem(key))) }));
  const current = held.key === key ? held : { key, value: read(readJson(() => localStorage.getItem(key))) };
  // One component may go from one screen to the next.
  if (current !== held) setHeld(current);
  const keep = (value: T) => {
    setHeld({ key, value });
    bestEffort(() => localStorage.setItem(key, JSON.stringify(value)));
  };
  return [current.value, keep];
};
