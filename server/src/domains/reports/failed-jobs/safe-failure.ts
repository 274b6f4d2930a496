/** Letters, digits and signs in a row that no word has; with a digit among them they may be a key. */
const MIN_KEY = 24;

const hidden = (word: string): string => {
  if (word.includes('://')) return '(an address)';
  if (word.includes('@')) return '(an e-mail address)';
  if (word.length >= MIN_KEY && /\d/.test(word)) return '(a key)';
  return /\d{6}/.test(word) ? '(a number)' : word;
};

/**
 * The words of a failure as a page may show them: without addresses, which may carry keys, without people's numbers, and without
 * the values that PostgreSQL quotes. The server's log has them whole.
 */
export const safeFailure = (failure: string): string =>
  failure
    .replace(/: "[^"]*"/g, ': (a value)')
    .split(/\s+/)
    .map(hidden)
    .join(' ');
