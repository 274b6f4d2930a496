import { useState } from 'react';
import { bestEffort } from './browser-storage.ts';

const kept = (key: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
};

/**
 * A choice about how the office looks, such as the columns of a table, which this device keeps under `key` as JSON. `read`
 * makes a valid choice of what was kept, which anybody at the device may have changed, or of null.
 */
export const useKept = <T>(key: string, read: (value: unknown) => T): readonly [T, (value: T) => void] => {
  const [held, setHeld] = useState(() => ({ key, value: read(kept(key)) }));
  const current = held.key === key ? held : { key, value: read(kept(key)) };
  // One component may go from one screen to the next.
  if (current !== held) setHeld(current);
  const keep = (value: T) => {
    setHeld({ key, value });
    bestEffort(() => localStorage.setItem(key, JSON.stringify(value)));
  };
  return [current.value, keep];
};
