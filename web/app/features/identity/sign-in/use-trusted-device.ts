import { useState } from 'react';
import { trustsDevice } from '~/lib/session-memory.ts';
import { useHydrated } from '~/lib/use-hydrated.ts';

/** Whether the session is to outlive the browser: as it was chosen on this device before, until it is chosen anew. */
export const useTrustedDevice = (): [boolean, (trusted: boolean) => void] => {
  const [chosen, choose] = useState<boolean>();
  const isHydrated = useHydrated();
  return [chosen ?? (isHydrated && trustsDevice()), choose];
};
