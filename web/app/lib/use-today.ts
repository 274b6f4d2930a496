import { today } from '@banbo/contract';
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Today in Ghana; undefined in the page as built, since the build had another today. */
export const useToday = (): string | undefined =>
  useSyncExternalStore(
    never,
    () => today(),
    () => undefined,
  );
