/** The bounds of a new password, in characters. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 24;

/**
 * A password in the form that is checked and hashed: keyboards write `é` as one character or as
 * two. NFKC rather than NFKD, both of which NIST SP 800-63B allows, since it counts a letter with
 * its accent once.
 */
export const normalizePassword = (text: string): string => text.normalize('NFKC');

/**
 * Letters of any alphabet, so that a Twi word will do; digits, and the five special characters.
 * Some letters and marks show nothing, as Hangul's fillers: nobody could type them again.
 */
const DISALLOWED = /[^\p{L}\p{M}0-9!@#$%]|\p{Default_Ignorable_Code_Point}/u;

const rule = (label: string, isKept: (password: string) => boolean) => ({
  label,
  test: (text: string): boolean => isKept(normalizePassword(text)),
});

/** Each rule of a new password, for live ticks and crosses and for the server's check. */
export const PASSWORD_RULES = [
  rule('8 to 24 characters', (p) => p.length >= PASSWORD_MIN && p.length <= PASSWORD_MAX),
  rule('A lowercase letter', (p) => /[a-z]/.test(p)),
  rule('An uppercase letter', (p) => /[A-Z]/.test(p)),
  rule('A number', (p) => /[0-9]/.test(p)),
  rule('A special character: ! @ # $ %', (p) => /[!@#$%]/.test(p)),
  rule('No spaces and no other special characters', (p) => p !== '' && !DISALLOWED.test(p)),
] as const;

export const isValidPassword = (password: string): boolean => PASSWORD_RULES.every((rule) => rule.test(password));
