import { useLayoutEffect } from 'react';

let lastFocused: EventTarget | null = null;
// Pages that are written at build time have no document.
globalThis.document?.addEventListener('focusin', ({ target }) => {
  lastFocused = target;
});

/** The focused element, or the button that lost the focus as work disabled it. */
const focusedBefore = (): Element | null => {
  if (document.activeElement !== document.body) return document.activeElement;
  return lastFocused instanceof HTMLElement && lastFocused.matches(':disabled') ? lastFocused : null;
};

/** Focuses the element, or the page's frame where it is gone, if nothing has the focus. */
const focusAgain = (element: Element | null): void => {
  if (document.activeElement !== document.body) return;
  const page = document.querySelector<HTMLElement>('main');
  (element instanceof HTMLElement && element.isConnected ? element : page)?.focus({ preventScroll: true });
};

/**
 * Focuses the page's frame once the focused element is removed, as a button is whose record is read
 * anew after the answer. Ends when the focus moves on.
 */
const watchRemoval = (element: Element): void => {
  const observer = new MutationObserver(() => {
    if (element.isConnected) return;
    observer.disconnect();
    focusAgain(null);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  // Browsers may tell of a removal by this event, too.
  const leave = (): void => queueMicrotask(() => element.isConnected && observer.disconnect());
  element.addEventListener('blur', leave, { once: true });
};

/**
 * Gives the focus back after work: browsers take it from a button that is disabled while it works,
 * and keyboards would begin at the page's top again. A press elsewhere meanwhile moves it on.
 */
export const useKeptFocus = (isBusy: boolean): void => {
  useLayoutEffect(() => {
    if (!isBusy) return;
    const before = focusedBefore();
    let hasMovedOn = false;
    const moveOn = ({ target }: Event): void => {
      if (!(target instanceof Node && before?.contains(target))) hasMovedOn = true;
    };
    document.addEventListener('pointerdown', moveOn);
    // Once React has enabled the button again, or removed it.
    return () => {
      document.removeEventListener('pointerdown', moveOn);
      queueMicrotask(() => {
        if (hasMovedOn) return;
        focusAgain(before);
        if (before && before === document.activeElement) watchRemoval(before);
      });
    };
  }, [isBusy]);
};

/** After a question is closed whose button is gone by now: the page's frame takes the focus. */
export const focusPageIfLost = (): void => focusAgain(null);
