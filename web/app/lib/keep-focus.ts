import { useLayoutEffect } from 'react';

/** Focuses the element, or the page's frame where it is gone, if nothing has the focus. */
const focusAgain = (element: Element | null): void => {
  if (document.activeElement !== document.body) return;
  const page = document.querySelector<HTMLElement>('main');
  (element instanceof HTMLElement && element.isConnected ? element : page)?.focus({ preventScroll: true });
};

/**
 * Gives the focus back after work: browsers take it from a button that is disabled while it works,
 * and keyboards would begin at the page's top again.
 */
export const useKeptFocus = (isBusy: boolean): void => {
  useLayoutEffect(() => {
    if (!isBusy) return;
    const before = document.activeElement;
    // Once React has enabled the button again, or removed it.
    return () => queueMicrotask(() => focusAgain(before));
  }, [isBusy]);
};

/** After a question is closed whose button is gone by now: the page's frame takes the focus. */
export const focusPageIfLost = (): void => focusAgain(null);
