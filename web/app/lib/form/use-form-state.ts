import { useRef, useState } from 'react';
import type { FieldErrors } from './refusal.ts';

/** A form's values by the names of its fields. */
export type FormValues = Readonly<Record<string, string | boolean>>;

const isSame = (a: FormValues, b: FormValues): boolean => Object.keys(a).every((name) => a[name] === b[name]);

/** The values and errors of a form. `getValues` also gives what was set since the last render. */
export const useFormState = <V extends FormValues>(initial: V) => {
  const [values, showValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const latest = useRef(initial);
  const start = useRef(initial);
  const isEmptied = useRef(false);

  const setValues = (change: Partial<V>): void => {
    isEmptied.current = false;
    latest.current = { ...latest.current, ...change };
    showValues(latest.current);
  };
  const setFieldError = (name: keyof V & string, message: string): void =>
    setErrors((before) => ({ ...before, [name]: message }));
  const clearFieldError = (name: keyof V & string): void =>
    setErrors(({ [name]: gone, ...others }) => (gone === undefined ? { ...others } : others));

  return {
    values,
    errors,
    getValues: (): V => latest.current,
    setValues,
    setFieldValue: <K extends keyof V & string>(name: K, value: V[K]): void => {
      clearFieldError(name);
      setValues({ [name]: value } as unknown as Partial<V>);
    },
    setErrors,
    setFieldError,
    clearFieldError,
    clearErrors: (): void => setErrors({}),
    /** Puts the form back to its first values, or to others that then count as the first. */
    reset: (first: V = start.current): void => {
      start.current = first;
      setValues(first);
      setErrors({});
      isEmptied.current = true;
    },
    /** True from a reset until a value is set. */
    isEmptied: (): boolean => isEmptied.current,
    isDirty: !isSame(values, start.current),
    /** The same at once, before what was set or reset is drawn. */
    isDirtyNow: (): boolean => !isSame(latest.current, start.current),
  };
};
