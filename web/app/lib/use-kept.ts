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
 * A choice about the office's look that this device keeps under `key`. `read` makes a valid choice
 * of the kept value, which anybody at the device may have changed, or of null.
 */
export const useKept = <T>(key: string, read: (value: unknown) => T): readonly [T, (value: T) => void] => {
  const [held, setHeld] = useState(() => ({ key, value: read(kept(key)) }));
  const current = held.key === key ? held : { key, value: read(kept(key)) };
  // React may reuse one component for another screen.
  if (current !== held) setHeld(current);
  const keep = (value: T) => {
    setHeld({ key, value });
    bestEffort(() => localStorage.setItem(key, JSON.stringify(value)));
  };
  return [current.value, keep];
};
