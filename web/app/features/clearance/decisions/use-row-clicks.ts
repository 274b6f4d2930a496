import { type RefObject, useEffect } from 'react';

/** Marks the links that open cases. */
export const CASE_LINK = 'data-case-link';

/** In a box with a list of cases, a click anywhere in a row opens its case. */
export const useRowClicks = (box: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = box.current;
    const click = (event: MouseEvent): void => {
      if (!(event.target instanceof HTMLElement) || event.target.closest('a, button')) return;
      event.target.closest('tbody tr')?.querySelector<HTMLElement>(`a[${CASE_LINK}]`)?.click();
    };
    element?.addEventListener('click', click);
    return () => element?.removeEventListener('click', click);
  }, [box]);
};
