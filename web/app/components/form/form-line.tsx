import { parseMoney } from '@banbo/contract';
import { type FocusEvent, type InputHTMLAttributes, type ReactNode, type Ref, use } from 'react';
import { type FieldProps, FormFrame, inputProps } from './form-frame.tsx';
import { FormSkinContext } from './form-skin.tsx';

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
  const { Line } = use(FormSkinContext);
  const field = { name, label, value, onChange, error, hint, required: required ?? false };
  const left = { ...(onBlur && { onBlur }), ...(autoComplete && { autoComplete }) };
  return (
    <FormFrame {...field}>
      <Line
        {...own}
        {...inputProps({ ...field, ...left })}
        before={before}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FormFrame>
  );
}

/** An e-mail address, shown and sent exactly as entered. */
export function FormEmail(field: FieldProps) {
  return <FormLine autoComplete="email" {...field} type="email" inputMode="email" maxLength={254} spellCheck={false} />;
}

type FormAreaProps = FieldProps & { rows?: number; maxLength?: number };

/** A text of several lines. */
export function FormArea({ rows = 6, maxLength, ...field }: FormAreaProps) {
  const { Area } = use(FormSkinContext);
  return (
    <FormFrame {...field}>
      <Area
        {...inputProps(field)}
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
