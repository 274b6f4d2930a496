import { useSyncExternalStore } from 'react';

let asked = false;
const listeners = new Set<() => void>();

/** Makes the present page show toasts, even if it has none of its own. */
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
