import type { FieldProps } from './form-field.ts';
import { FormLine } from './form-line.tsx';

/** An e-mail address, shown and sent exactly as entered. */
export function FormEmail(field: FieldProps) {
  return <FormLine autoComplete="email" {...field} type="email" inputMode="email" maxLength={254} spellCheck={false} />;
}
