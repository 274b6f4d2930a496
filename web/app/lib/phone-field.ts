import { formatPhone, normalizePhone } from '@banbo/contract';

/**
 * The whole number of what was typed behind a fixed `+233`: `+233241234567` for `24 123 4567`, `024 123 4567` and
 * `+233 24 123 4567` alike. What is no number stays as typed, for the contract's `Phone` to refuse.
 */
export const wholeNumber = (typed: string): string =>
  normalizePhone(typed) ?? normalizePhone(`0${typed.trim()}`) ?? typed.trim();

/** How a number is shown behind a fixed `+233`: `24 123 4567`. What is no number stays as typed. */
export const behindTheCode = (typed: string): string => {
  const whole = normalizePhone(wholeNumber(typed));
  return whole ? formatPhone(whole).slice(1) : typed;
};
