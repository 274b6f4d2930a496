import { type RefObject, useEffect, useRef } from 'react';
import { askForToasts } from './toasts-asked.ts';

/**
 * Fetches the code for filling in and sending a form at its first touch: visitors who only look do
 * not load it, and those who lose the network have it. A failed load is retried when needed.
 */
export const useCodeAhead = (
  load: () => Promise<unknown>,
): { ref: RefObject<HTMLFormElement | null>; onFocus: () => void } => {
  const ref = useRef<HTMLFormElement>(null);
  const isAsked = useRef(false);
  const onFocus = (): void => {
    if (isAsked.current) return;
    isAsked.current = true;
    askForToasts();
    load().catch(() => undefined);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus may precede the scripts
  useEffect(() => {
    if (ref.current?.contains(document.activeElement)) onFocus();
  }, []);

  return { ref, onFocus };
};
