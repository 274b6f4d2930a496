import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { LAST_PAGE } from './wizard-pages.ts';

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

  return { page, goTo };
};
