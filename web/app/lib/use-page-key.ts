import { useEffect, useRef } from 'react';

const TYPING = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="combobox"]';
const ABOVE_PAGE = '[role="dialog"], [role="menu"], [role="listbox"]';

/** True while typing, and while something lies above the page. */
const belongsElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`${TYPING}, ${ABOVE_PAGE}`) !== null;

/**
 * Runs `act` when a page key is pressed, without modifiers and not while typing. `act` returns
 * false to leave the key to another listener.
 */
export const usePageKey = (keys: readonly string[], act: (key: string) => undefined | boolean): void => {
  const latest = useRef({ keys, act });
  latest.current = { keys, act };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      if (!latest.current.keys.includes(event.key) || belongsElsewhere(event.target)) return;
      if (latest.current.act(event.key) !== false) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};
