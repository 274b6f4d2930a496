import { type RefObject, useEffect } from 'react';

const close = (header: HTMLElement) => {
  for (const open of header.querySelectorAll<HTMLDetailsElement>('details[open]')) open.open = false;
};

/**
 * The script side of a header whose menus are `<details>` and hover: they close when the page changes, at a press
 * outside them, and at Escape, which returns the focus to the menu's opener and hides hover menus until the pointer
 * leaves.
 */
export const useMenuClosing = (header: RefObject<HTMLElement | null>, pathname: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was open closes when the page has changed
  useEffect(() => {
    if (header.current) close(header.current);
  }, [pathname]);

  useEffect(() => {
    const element = header.current;
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !element.contains(target)) close(element);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      const openers = [...element.querySelectorAll<HTMLElement>('details[open] > summary')];
      close(element);
      // A group's opener is hidden with the drawer around it.
      openers.find((opener) => opener.getClientRects().length > 0)?.focus();
      element.dataset.dismissed = '';
    };
    document.addEventListener('pointerdown', onPress, { signal });
    document.addEventListener('keydown', onKey, { signal });
    element.addEventListener('pointerleave', () => delete element.dataset.dismissed, { signal });
    return () => listening.abort();
  }, [header]);
};
