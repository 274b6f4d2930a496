import type { FocusEvent } from 'react';
import { behindTheCode } from '~/lib/phone-field.ts';
import type { FieldProps } from './form-field.ts';
import { FormLine } from './form-line.tsx';

const CODE = (
  <>
    <svg viewBox="0 0 18 12" width="20" height="14" aria-hidden="true">
      <path fill="#ce1126" d="M0 0h18v4H0z" />
      <path fill="#fcd116" d="M0 4h18v4H0z" />
      <path fill="#006b3f" d="M0 8h18v4H0z" />
      <path d="m9 3.9.5 1.5h1.6l-1.3.9.5 1.6-1.3-1-1.3 1 .5-1.6-1.3-.9h1.6z" />
    </svg>
    <span>+233</span>
  </>
);

/**
 * A phone number of Ghana. The country code stands before the field and cannot be edited; a number entered with it, or
 * with the leading 0, is the same number.
 */
export function FormPhone(field: FieldProps) {
  const leave = (event: FocusEvent) => {
    const shown = behindTheCode(field.value);
    if (shown !== field.value) field.onChange(shown);
    field.onBlur?.(event);
  };
  return (
    <FormLine
      autoComplete="tel-national"
      {...field}
      type="tel"
      inputMode="tel"
      maxLength={20}
      before={CODE}
      onBlur={leave}
    />
  );
}
