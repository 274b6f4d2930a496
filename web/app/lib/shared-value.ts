import { useSyncExternalStore } from 'react';

/** A value outside React, for components by `useShared` and for other code by `follow`. */
type SharedValue<T> = {
  initial: T;
  get: () => T;
  set: (next: T) => void;
  /** Calls the listener after each `set`; returns the way to stop that. */
  follow: (listener: () => void) => () => void;
};

export const sharedValue = <T>(initial: T): SharedValue<T> => {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    get: () => value,
    set: (next) => {
      value = next;
      for (const tell of listeners) tell();
    },
    follow: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** The value as it is now. The built page, and its hydration, have the initial one. */
export const useShared = <T>({ initial, get, follow }: SharedValue<T>): T =>
  useSyncExternalStore(follow, get, () => initial);
