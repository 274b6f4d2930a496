import { useSyncExternalStore } from 'react';

let asked = false;
const listeners = new Set<() => void>();

/** Has the toasts shown on whatever page this is, also one that has none of its own. */
export const askForToasts = (): void => {
  asked = true;
  for (const listener of listeners) listener();
};

/** True once a toast was asked for on any page. */
export const useToastsAsked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
    () => false,
  );
