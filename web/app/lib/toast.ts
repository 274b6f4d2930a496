import { askForToasts } from './toasts-asked.ts';

type Options = { duration?: number };

/** The code of toasts comes with the first one, or once a form is at rest: a page that says nothing does without it. */
const library = () => import('react-hot-toast').then((module) => module.default);

const show = async (kind: 'success' | 'error', message: string, options?: Options): Promise<void> => {
  askForToasts();
  // Without its code nothing can be shown; forms say at the field what matters.
  const shown = await library().catch(() => null);
  shown?.[kind](message, options);
};

/** Says something on whatever page the person is; the duration is in ms. */
export const toast = {
  success: (message: string, options?: Options): void => void show('success', message, options),
  error: (message: string, options?: Options): void => void show('error', message, options),
};
