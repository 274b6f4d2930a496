import { useEffect } from 'react';
import { useLocation } from 'react-router';

let last: string | null = null;

/** The path of the page that was shown before, read in an effect of the page that is new; null where this one is the first. */
export const lastPage = (): string | null => last;

/** Notes which page is shown. Called above all pages, whose effects run before this one. */
export const useNotePage = (): void => {
  const { pathname } = useLocation();
  useEffect(() => {
    last = pathname;
  }, [pathname]);
};
