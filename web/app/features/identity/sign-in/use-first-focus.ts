import { useEffect } from 'react';
import { fieldId } from '~/lib/form/field-id.ts';

/** Puts the focus into a form's first field once it takes input, unless the person has put it elsewhere. */
export const useFirstFocus = (name: string, isReady: boolean): void => {
  useEffect(() => {
    if (isReady && document.activeElement === document.body) document.getElementById(fieldId(name))?.focus();
  }, [name, isReady]);
};
