import type { UseFormReturnType } from '@mantine/form';
import toast from 'react-hot-toast';
import { ApiError } from '~/lib/api.ts';

/** Shows why the server refused a form: at the fields it named, and as a toast when it named none. */
export const showRefusal = <Values>(form: UseFormReturnType<Values>, error: unknown): void => {
  const fields = error instanceof ApiError ? error.fields : {};
  form.setErrors(fields);
  if (Object.keys(fields).length > 0) return;
  toast.error(error instanceof Error ? error.message : 'That did not work. Please try again.');
};
