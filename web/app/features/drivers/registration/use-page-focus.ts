import { type RefObject, useEffect, useRef } from 'react';
import { fieldId } from '~/lib/form/field-id.ts';
import type { PHOTO, TextName } from './registration-values.ts';

const FIRST_FIELD = 'input:not([type=file]):not([readonly]):not(:disabled), select:not(:disabled)';

/** A field to be focused as soon as its page is shown; another object each time. */
export type Wanted = { name: TextName | typeof PHOTO };

/**
 * On each change of page scrolls to the top and focuses the first field, or the page's heading where there is none. Not
 * when the wizard has just been opened: a phone would raise its keyboard over it. A field that is `wanted`, since it
 * was refused, goes before the first. Where the focus `isElsewhere`, on a form just kept, a change of page leaves it
 * there.
 */
export const usePageFocus = (
  page: number,
  isReady: boolean,
  form: RefObject<HTMLFormElement | null>,
  wanted: Wanted | null,
  isElsewhere: boolean,
): void => {
  const shown = useRef<number | null>(null);
  const met = useRef<Wanted | null>(null);
  useEffect(() => {
    if (!isReady) return;
    const isFirst = shown.current === null;
    const hasTurned = shown.current !== page;
    shown.current = page;
    const field = wanted && wanted !== met.current ? document.getElementById(fieldId(wanted.name)) : null;
    if (field) {
      met.current = wanted;
      field.focus();
      return;
    }
    if (isFirst || !hasTurned || isElsewhere) return;
    const heading = form.current?.querySelector<HTMLElement>('h2');
    const first = form.current?.querySelector<HTMLElement>(FIRST_FIELD) ?? heading;
    first?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [page, isReady, form, wanted, isElsewhere]);
};
