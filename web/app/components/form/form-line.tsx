import { parseMoney } from '@banbo/contract';
import type { FocusEvent, InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useToday } from '~/lib/use-today.ts';
import styles from './form-field.module.css';
import { type FieldProps, FormFrame, inputProps } from './form-frame.tsx';

type Own = keyof FieldProps | 'before' | 'ref' | 'className' | 'children';
type Props = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, Own> & { before?: ReactNode; ref?: Ref<HTMLInputElement> };

/** A line of text. It takes an input's own attributes, too. */
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

/** A past day or today, by the device's own calendar; the value is `YYYY-MM-DD`. */
export function FormDay(field: FieldProps) {
  return <FormLine {...field} type="date" min="1900-01-01" max={useToday()} />;
}

/** An e-mail address, shown and sent exactly as entered. */
export function FormEmail(field: FieldProps) {
  return <FormLine autoComplete="email" {...field} type="email" inputMode="email" maxLength={254} spellCheck={false} />;
}

type FormAreaProps = FieldProps & { rows?: number; maxLength?: number };

/** A text of several lines. */
export function FormArea({ rows = 6, maxLength, ...field }: FormAreaProps) {
  return (
    <FormFrame {...field}>
      <textarea
        {...inputProps(field)}
        className={styles.input}
        rows={rows}
        maxLength={maxLength}
        onChange={(event) => field.onChange(event.currentTarget.value)}
      />
    </FormFrame>
  );
}

/** An amount in cedis. Leaving the field turns `1,500` into `1500.00`, and keeps other text. */
export function FormMoney(field: FieldProps) {
  const leave = (event: FocusEvent) => {
    const parsed = parseMoney(field.value);
    if (parsed && parsed !== field.value) field.onChange(parsed);
    field.onBlur?.(event);
  };
  return <FormLine {...field} inputMode="decimal" maxLength={20} before="GHS" onBlur={leave} />;
}
