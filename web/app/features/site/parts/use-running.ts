import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the built page, true once scripts run: what needs them stays switched off until then. */
export const useRunning = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
