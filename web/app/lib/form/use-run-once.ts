import { useRef, useState } from 'react';

/** Does one piece of work at a time: `runOnce` gives null where another is under way, as at a second press of a button. */
export const useRunOnce = () => {
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const runOnce = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (busy.current) return null;
    busy.current = true;
    setBusy(true);
    try {
      return await work();
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  return { isBusy, runOnce };
};
