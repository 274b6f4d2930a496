import { formatPhone, MAX_PHONE_LENGTH, normalizePhone, phoneAnywhere } from '@banbo/contract';
import type { FocusEvent } from 'react';
import type { FieldProps } from './form-frame.tsx';
import { FormLine } from './form-line.tsx';

/**
 * The whole number behind a fixed `+233`: `+233241234567` for `24 123 4567` and `024 123 4567`
 * alike. Other text is returned as it is, for the contract's `Phone` to refuse.
 */
export const wholeNumber = (input: string): string =>
  phoneAnywhere(input) ?? normalizePhone(`0${input.trim()}`) ?? input.trim();

/** A number as it shows behind a fixed `+233`: `24 123 4567`. Other text is returned as it is. */
export const behindTheCode = (input: string): string => {
  const whole = normalizePhone(wholeNumber(input));
  return whole ? formatPhone(whole).slice(1) : input;
};

/** True as soon as a code is typed that cannot become +233. */
export const isAbroad = (typed: string): boolean => /^\s*(?:\+|00)[\s(]*(?!2$|23$|233)[1-9]/.test(typed);

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
 * A phone number of Ghana behind a fixed country code. Typing that code or a leading 0 makes no
 * difference; a number abroad has the code of its country.
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
      maxLength={MAX_PHONE_LENGTH}
      before={isAbroad(field.value) ? 'Abroad' : CODE}
      onBlur={leave}
    />
  );
}
