import type { ToastOptions } from 'react-hot-toast';
import { askForToasts } from './toasts-asked.ts';

type Kind = 'success' | 'error' | 'blank';
type Options = Pick<ToastOptions, 'duration' | 'id'>;

/** The code of toasts comes with the first one, or once a form is at rest: a page that says nothing does without it. */
const library = () => import('react-hot-toast').then((module) => module.default);

/**
 * Says something on whatever page the person is; the duration is in ms, and a toast takes the place of one with its id. Answers
 * whether it could be shown: without its code nothing can be; forms say at the field what matters.
 */
export const showToast = async (kind: Kind, message: string, options?: Options): Promise<boolean> => {
  askForToasts();
  const shown = await library().catch(() => null);
  if (kind === 'blank') shown?.(message, options);
  else shown?.[kind](message, options);
  return shown !== null;
};

/** Shows a toast, for callers who need not know whether it could be shown. */
export const toast = {
  success: (message: string, options?: Options): void => void showToast('success', message, options),
  error: (message: string, options?: Options): void => void showToast('error', message, options),
  blank: (message: string, options?: Options): void => void showToast('blank', message, options),
};
