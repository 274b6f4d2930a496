import { type RefObject, useEffect, useRef } from 'react';

const FIRST_FIELD = 'input:not([type=file]):not([readonly]):not(:disabled), select:not(:disabled)';

/**
 * On each change of page scrolls to the top and focuses the first field, or the page's heading where there is none (SPEC
 * §2.2). Not when the wizard has just been opened: a phone would raise its keyboard over it.
 */
export const usePageFocus = (page: number, isReady: boolean, form: RefObject<HTMLFormElement | null>): void => {
  const shown = useRef<number | null>(null);
  useEffect(() => {
    if (!isReady) return;
    const isFirst = shown.current === null;
    if (shown.current === page) return;
    shown.current = page;
    if (isFirst) return;
    const heading = form.current?.querySelector<HTMLElement>('h2');
    const first = form.current?.querySelector<HTMLElement>(FIRST_FIELD) ?? heading;
    first?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [page, isReady, form]);
};
