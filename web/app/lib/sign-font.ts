import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { bestEffort } from './browser-storage.ts';

/** Says on this device that the font is in the browser's cache. The script in `root.tsx` reads it before the first paint. */
export const FONT_NAME = 'banbo-font';

/** True where the page was written to do without the headings' font at first: a form, which must be usable soon. */
const isWithout = (): boolean => document.documentElement.dataset.font === 'later';

let isFetched = false;

/** Fetches the headings' font on a page that does without it, for the pages after it. */
export const fetchSignFont = async (): Promise<void> => {
  if (!isWithout()) return;
  const faces = await document.fonts.load('800 1rem "Banbo Sign"').catch(() => []);
  isFetched = faces.length > 0;
  if (isFetched) bestEffort(() => localStorage.setItem(FONT_NAME, '1'));
};

/** Shows the font from the next page on: in the one that is open, nothing shall move. */
export const useSignFont = (): void => {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useLayoutEffect(() => {
    if (isFetched && pathname !== first.current) delete document.documentElement.dataset.font;
  }, [pathname]);
};
