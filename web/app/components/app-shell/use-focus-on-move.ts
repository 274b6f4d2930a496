import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The key of a page that was opened by its address. */
const FIRST = 'default';

/**
 * The page's frame, which gets the focus after a move from another page, such as the sign-in: the keyboard and the screen
 * reader go on from its beginning. A field that took the focus itself keeps it.
 */
export const useFocusOnMove = () => {
  const { pathname, key } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(key === FIRST ? pathname : null);
  useEffect(() => {
    const isMoved = shown.current !== pathname;
    if (isMoved && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);
  return main;
};
