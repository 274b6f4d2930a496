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
