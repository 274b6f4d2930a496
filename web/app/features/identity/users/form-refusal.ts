import type { UseFormReturnType } from '@mantine/form';
import toast from 'react-hot-toast';
import { ApiError } from '~/lib/api.ts';

/** Shows the server's refusal of a form: at the fields that it names, or as a toast if it names none. */
export const showRefusal = <Values>(form: UseFormReturnType<Values>, error: unknown): void => {
  const fields = error instanceof ApiError ? error.fields : {};
  form.setErrors(fields);
  if (Object.keys(fields).length > 0) return;
  toast.error(error instanceof Error ? error.message : 'That did not work. Please try again.');
};
