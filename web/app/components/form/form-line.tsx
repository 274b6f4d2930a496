import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './form-field.module.css';
import { type FieldProps, inputProps } from './form-field.ts';
import { FormFrame } from './form-frame.tsx';

type Own = keyof FieldProps | 'before' | 'ref' | 'className' | 'children';
type Props = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, Own> & { before?: ReactNode; ref?: Ref<HTMLInputElement> };

/** A line of text as it is typed. It takes an input's own attributes, too. */
export function FormLine({
  name,
  label,
  value,
  onChange,
  onBlur,
  error,
  hint,
  required,
  autoComplete,
  before,
  ...own
}: Props) {
  const field = { name, label, value, onChange, error, hint, required: required ?? false };
  const left = { ...(onBlur && { onBlur }), ...(autoComplete && { autoComplete }) };
  return (
    <FormFrame {...field} before={before}>
      <input
        {...own}
        {...inputProps({ ...field, ...left })}
        className={styles.input}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FormFrame>
  );
}
