import { useEffect, useState } from 'react';
import { useShared } from '~/lib/shared-value.ts';
import { createCallLine } from './call-line.ts';

type Deps = Parameters<typeof createCallLine>[0];

/** The call of this phone while the page is open; tries at once when network or person is back. */
export const useCallLine = (deps: Deps) => {
  const [line] = useState(() => createCallLine(deps));
  const view = useShared(line.view);
  useEffect(() => {
    const seen = () => document.visibilityState === 'visible' && line.look();
    void line.resume();
    window.addEventListener('online', line.wake);
    document.addEventListener('visibilitychange', seen);
    return () => {
      window.removeEventListener('online', line.wake);
      document.removeEventListener('visibilitychange', seen);
      line.close();
    };
  }, [line]);
  return { line, view };
};
