import type { KeyboardEvent } from 'react';

/** Ctrl and Enter send the form from any of its fields. */
export const sendByKey = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.closest('form')?.requestSubmit();
};
