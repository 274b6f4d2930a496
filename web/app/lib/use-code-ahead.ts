import { type RefObject, useEffect, useRef } from 'react';
import { askForToasts } from './toasts-asked.ts';

/**
 * Fetches the code that filling a form in and sending it needs, its messages among it, with the first touch of the form: a
 * person who only looks at it is spared it, and one whose network goes meanwhile has it. A load that fails now is tried
 * again when it is needed.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a focus from before the page's scripts is looked for as they start
  useEffect(() => {
    if (ref.current?.contains(document.activeElement)) onFocus();
  }, []);

  return { ref, onFocus };
};
