import { useRef } from 'react';

/**
 * Fetches code that filling a form in needs, with the first touch of the form: a person who only looks at it is spared it. A
 * load that fails now is tried again when it is needed.
 */
export const useCodeAhead = (load: () => Promise<unknown>): { onFocus: () => void } => {
  const isAsked = useRef(false);
  const onFocus = (): void => {
    if (isAsked.current) return;
    isAsked.current = true;
    load().catch(() => undefined);
  };
  return { onFocus };
};
