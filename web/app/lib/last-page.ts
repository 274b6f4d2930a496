import { useEffect } from 'react';
import { useLocation } from 'react-router';

let last: string | null = null;

/** The path of the previous page, read in an effect of the new one; null on the first page. */
export const lastPage = (): string | null => last;

/** Records the page that is shown. Call it above all pages, whose effects run before this one. */
export const useNotePage = (): void => {
  const { pathname } = useLocation();
  useEffect(() => {
    last = pathname;
  }, [pathname]);
};
