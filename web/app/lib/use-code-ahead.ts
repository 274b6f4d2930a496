import { useEffect } from 'react';
import { whenIdle } from './when-idle.ts';

/** Fetches code that the person will need later, once the page is at rest. Without it now it is fetched when it is needed. */
export const useCodeAhead = (...loads: readonly (() => Promise<unknown>)[]): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is there
  useEffect(() => {
    whenIdle(() => {
      for (const load of loads) load().catch(() => undefined);
    });
  }, []);
};
