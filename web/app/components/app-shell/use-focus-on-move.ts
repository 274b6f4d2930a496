import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { lastPage } from '~/lib/last-page.ts';

/**
 * The page's frame, which gets the focus after a move from another page, such as the sign-in: keyboard and screen
 * reader go on from its beginning. A field that took the focus itself keeps it, and a page that is opened by its
 * address or reloaded leaves it to the browser.
 */
export const useFocusOnMove = () => {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = lastPage();
    const isMoved = before !== null && before !== pathname;
    if (isMoved && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
};
