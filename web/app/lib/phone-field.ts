import { formatPhone, normalizePhone } from '@banbo/contract';

/**
 * The whole number of an input behind a fixed `+233`: `+233241234567` for `24 123 4567`, `024 123 4567` and `+233 24
 * 123 4567` alike. A text that is no number stays, for the contract's `Phone` to refuse.
 */
export const wholeNumber = (input: string): string =>
  normalizePhone(input) ?? normalizePhone(`0${input.trim()}`) ?? input.trim();

/** The form in which a number shows behind a fixed `+233`: `24 123 4567`. A text that is no number stays. */
export const behindTheCode = (input: string): string => {
  const whole = normalizePhone(wholeNumber(input));
  return whole ? formatPhone(whole).slice(1) : input;
};
