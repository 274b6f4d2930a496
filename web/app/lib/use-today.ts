import { today } from '@banbo/contract';
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Today in Ghana; undefined in the built page, since the build ran on another day. */
export const useToday = (): string | undefined =>
  useSyncExternalStore(
    never,
    () => today(),
    () => undefined,
  );
