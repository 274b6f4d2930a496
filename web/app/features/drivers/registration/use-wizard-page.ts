import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { LAST_PAGE } from './wizard-pages.ts';

/** How long going back in the history may take; a browser that no longer has the entry says nothing. */
const LONGEST_MS = 1000;

type State = { page?: number } | null;

/**
 * The page of the wizard, kept in the browser's history: every page after the first has an entry of its own, so that the
 * browser's Back goes one page back, and a reload stays. `furthest` bounds what an old entry may open; it is null until the
 * draft is back, and the first page is shown meanwhile.
 */
export const useWizardPage = (furthest: number | null) => {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const kept = (state as State)?.page ?? 0;
  const page = Math.min(Math.max(kept, 0), furthest ?? 0, LAST_PAGE);
  const at = useRef(page);
  at.current = page;
  const entry = useRef(kept);
  entry.current = kept;

  useEffect(() => {
    if (furthest !== null && kept !== page) void navigate({ search }, { replace: true, state: { page } });
  }, [furthest, kept, page, search, navigate]);

  /** Goes there page by page, so that Back passes them all again; backward through the entries that are there. */
  const goTo = async (target: number): Promise<void> => {
    if (target < at.current) return navigate(target - at.current);
    for (let next = at.current + 1; next <= target; next += 1) {
      await navigate({ search }, { state: { page: next } });
    }
  };

  /** Goes back to the first page's entry, so that replacing it leaves none of the wizard's behind. */
  const goToFirst = async (): Promise<void> => {
    if (entry.current === 0) return;
    const arrived = new Promise<void>((resolve) => {
      window.addEventListener('popstate', () => resolve(), { once: true });
      setTimeout(resolve, LONGEST_MS);
    });
    await navigate(-entry.current);
    await arrived;
  };

  return { page, goTo, goToFirst };
};
