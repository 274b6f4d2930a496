import type { ToastOptions } from 'react-hot-toast';
import { askForToasts } from './toasts-asked.ts';

type Kind = 'success' | 'error' | 'blank';
type Options = Pick<ToastOptions, 'duration' | 'id'>;

/** Loaded with the first toast, or when a form is at rest. */
const library = () => import('react-hot-toast').then((module) => module.default);

/**
 * Shows a toast, for `duration` ms, in place of one with the same id. Returns false if the code did
 * not load; forms show important messages at the field.
 */
export const showToast = async (kind: Kind, message: string, options?: Options): Promise<boolean> => {
  askForToasts();
  const shown = await library().catch(() => null);
  if (kind === 'blank') shown?.(message, options);
  else shown?.[kind](message, options);
  return shown !== null;
};

/** Shows a toast, for callers that need not know whether it was shown. */
export const toast = {
  success: (message: string, options?: Options): void => void showToast('success', message, options),
  error: (message: string, options?: Options): void => void showToast('error', message, options),
  blank: (message: string, options?: Options): void => void showToast('blank', message, options),
};
