import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the built page, true once scripts run; elements that need scripts stay disabled until then. */
export const useRunning = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
