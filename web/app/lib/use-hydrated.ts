import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the page as built and while React hydrates it, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
