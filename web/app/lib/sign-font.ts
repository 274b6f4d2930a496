import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { bestEffort } from './browser-storage.ts';

/** Marks the font as cached. The script in `root.tsx` reads it before the first paint. */
export const FONT_NAME = 'banbo-font';

/** True on pages built to start without the headings' font: forms, which must be usable soon. */
const isWithout = (): boolean => document.documentElement.dataset.font === 'later';

let isFetched = false;

/** Fetches the headings' font on a page that started without it, for the next pages. */
export const fetchSignFont = async (): Promise<void> => {
  if (!isWithout()) return;
  const faces = await document.fonts.load('800 1rem "Banbo Sign"').catch(() => []);
  isFetched = faces.length > 0;
  if (isFetched) bestEffort(() => localStorage.setItem(FONT_NAME, '1'));
};

/** Shows the font from the next page on, so that nothing moves on the open one. */
export const useSignFont = (): void => {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useLayoutEffect(() => {
    if (isFetched && pathname !== first.current) delete document.documentElement.dataset.font;
  }, [pathname]);
};
