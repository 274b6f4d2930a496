import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Work that a page begins as it opens: save its list, choose a file, open the next, answer it. */
export type AskedWork = 'save' | 'choose' | 'next' | 'answer';

/** Asks the page that opens to begin this; kept out of the address, so that no link can ask it. */
export const askedFor = (work: AskedWork) => ({ state: { work } });

/** Begins the work that the page was asked for, once it can: at `begin` being given. */
export const useAskedWork = (work: AskedWork, begin: (() => void) | undefined): void => {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isAsked = begin !== undefined && Object(state).work === work;
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    if (!isAsked) return;
    // A reload, or Back, does not begin it again.
    void navigate(pathname + search, { replace: true, preventScrollReset: true });
    latest.current?.();
  }, [isAsked, navigate, pathname, search]);
};
