import { useEffect } from 'react';
import { fieldId } from './form/check-by.ts';

/** Focuses the field that a page is for; not on phones, whose keyboard would cover the page. */
export const useFocusOnOpening = (name: string, isWanted = true): void =>
  useEffect(() => {
    if (isWanted && matchMedia('(pointer: fine)').matches)
      document.getElementById(fieldId(name))?.focus({ preventScroll: true });
  }, [name, isWanted]);
