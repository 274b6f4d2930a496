import { today } from '@banbo/contract';
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Today in Ghana; undefined in the page as it was written at build time, whose today is another. */
export const useToday = (): string | undefined =>
  useSyncExternalStore(
    never,
    () => today(),
    () => undefined,
  );

/** False in the page as it was written at build time and while the browser takes it over, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
