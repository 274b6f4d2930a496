import { useEffect, useSyncExternalStore } from 'react';
import { ApiError } from './api.ts';

const FRESH_MS = 5 * 60_000;
const RETRIES = 3;
const LONGEST_WAIT_MS = 30_000;

/** The state of a list that a public form reads. `error` is the reason of a failure. */
export type ReadState<T> = { data: T | undefined; status: 'pending' | 'error' | 'success'; error: Error | null };

export type PublicRead<T> = {
  state: () => ReadState<T>;
  /** Returns the value, asking if there is none or it is five minutes old. Rejects on failure. */
  ensure: () => Promise<T>;
  /** Asks anew and returns the answer; the old value stays until then. Rejects on failure. */
  renew: () => Promise<T>;
  listen: (listener: () => void) => () => void;
};

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Waits twice as long after each failure, and until there is network. */
const waitToRetry = async (failures: number): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, Math.min(1000 * 2 ** failures, LONGEST_WAIT_MS)));
  if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
};

const askUntilAnswered = async <T>(ask: () => Promise<T>, failures = 0): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (failures === RETRIES || isRefused(error)) throw error;
    await waitToRetry(failures);
    return askUntilAnswered(ask, failures + 1);
  }
};

/**
 * A public list that all forms of a page share: read when a form opens, also without network, since
 * the service worker may have it. The office's query library would weigh more than all fields.
 */
export const publicRead = <T>(ask: () => Promise<T>): PublicRead<T> => {
  let current: ReadState<T> = { data: undefined, status: 'pending', error: null };
  let running: Promise<T> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  const listeners = new Set<() => void>();
  const become = (next: ReadState<T>): void => {
    current = next;
    for (const listener of listeners) listener();
  };
  const read = async (): Promise<T> => {
    if (current.status === 'error') become({ ...current, status: 'pending', error: null });
    try {
      const data = await askUntilAnswered(ask);
      readAt = Date.now();
      become({ data, status: 'success', error: null });
      return data;
    } catch (error) {
      if (current.data === undefined) become({ data: undefined, status: 'error', error: error as Error });
      throw error;
    }
  };
  const renew = (): Promise<T> => {
    running ??= read().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    state: () => current,
    ensure: () =>
      current.data !== undefined && Date.now() - readAt < FRESH_MS ? Promise.resolve(current.data) : renew(),
    renew,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** The list's state. It is read when the form opens, to show the office's changes. */
export const usePublicRead = <T>({ state, renew, listen }: PublicRead<T>) => {
  const { data, status, error } = useSyncExternalStore(listen, state, state);
  const ask = () => void renew().catch(() => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is there
  useEffect(ask, []);
  return { data, status, trouble: error?.message, onRetry: ask };
};
