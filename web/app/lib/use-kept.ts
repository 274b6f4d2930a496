import { useState } from 'react';
import { bestEffort } from './best-effort.ts';

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
  const [value, setValue] = useState(() => read(kept(key)));
  const keep = (next: T) => {
    setValue(next);
    bestEffort(() => localStorage.setItem(key, JSON.stringify(next)));
  };
  return [value, keep];
};
