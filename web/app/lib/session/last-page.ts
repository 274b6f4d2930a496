import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

let last: string | null = null;

/** The path of the previous page, for an effect of the new one; null on the first page. */
export const lastPage = (): string | null => last;

/** Records the shown page. Call it above all pages, whose effects run first. */
export const useNotePage = (): void => {
  const { pathname } = useLocation();
  useEffect(() => {
    last = pathname;
  }, [pathname]);
};

/** Goes back a page, or to `otherwise` if the history holds none. */
export const useBack = (otherwise: string) => {
  const navigate = useNavigate();
  return (): void => {
    const isWithin = (window.history.state?.idx ?? 0) > 0;
    void (isWithin ? navigate(-1) : navigate(otherwise));
  };
};
