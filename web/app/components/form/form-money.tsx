import { parseMoney } from '@banbo/contract';
import type { FocusEvent } from 'react';
import type { FieldProps } from './form-field.ts';
import { FormLine } from './form-line.tsx';

/**
 * An amount in cedis. `1,500` becomes `1500.00` on leaving the field; a text that is no amount stays, for its error.
 */
export function FormMoney(field: FieldProps) {
  const leave = (event: FocusEvent) => {
    const parsed = parseMoney(field.value);
    if (parsed && parsed !== field.value) field.onChange(parsed);
    field.onBlur?.(event);
  };
  return <FormLine {...field} inputMode="decimal" maxLength={20} before="GHS" onBlur={leave} />;
}
