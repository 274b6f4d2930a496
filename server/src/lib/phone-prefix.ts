import { normalizePhone } from '@banbo/contract';

/**
 * The beginning of stored numbers that was typed in any spelling: `024 1`, `24 1`, `00233 24 1` and
 * `+233 (0)241` all begin +233241; null without a digit.
 */
export const phonePrefix = (typed: string): string | null => {
  const whole = normalizePhone(typed);
  if (whole !== null) return whole;
  const digits = typed.normalize('NFKC').replace(/\D/g, '');
  if (digits === '') return null;
  const code = /^(?:00)?2330?/.exec(digits)?.[0];
  if (code !== undefined) return `+233${digits.slice(code.length)}`;
  if (/^00./.test(digits)) return `+${digits.slice(2)}`;
  return typed.trim().startsWith('+') ? `+${digits}` : `+233${digits.replace(/^0/, '')}`;
};

/** True for digits with what people write between them, which may begin a number. */
export const isPhoneLike = (text: string): boolean => /^[\d\s+()./\p{Cf}\p{Pd}\u2212]+$/u.test(text) && /\d/.test(text);
