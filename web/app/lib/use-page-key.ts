import { useEffect, useRef } from 'react';
import { sharedValue, useShared } from './shared-value.ts';

const TYPING = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="combobox"]';
/** Parts that lie above a page and have keys of their own. */
export const ABOVE_PAGE = '[role="dialog"], [role="menu"], [role="listbox"]';

/** True while typing, and while something lies above the page. */
export const belongsElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`${TYPING}, ${ABOVE_PAGE}`) !== null;

export type SaidKey = { keys: readonly string[]; says: string };

/** The keys of the open page that have words, in the order in which they were registered. */
const said = sharedValue<readonly SaidKey[]>([]);

/** The keys that the open page registered with words, for the list that `?` opens. */
export const useSaidKeys = (): readonly SaidKey[] => useShared(said);

/**
 * Runs `act` when a page key is pressed, without modifiers and not while typing. `act` returns
 * false to leave the key to another listener. A key with words is listed by `?` while its page is
 * open.
 */
export const usePageKey = (keys: readonly string[], act: (key: string) => undefined | boolean, says?: string): void => {
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
  const listed = keys.join('\n');
  useEffect(() => {
    if (says === undefined) return;
    const own: SaidKey = { keys: listed.split('\n'), says };
    said.set([...said.get(), own]);
    return () => said.set(said.get().filter((one) => one !== own));
  }, [listed, says]);
};
