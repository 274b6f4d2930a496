/** The one file that names the codes of payment types, and finds a type's row by its code. */
const CODES = 'contract/src/prices/price.ts';

const LITERAL = /(['"`])(?:RF|SS|DP)\1|\b(?:RF|SS|DP):/;
const NAME = /\b(?:REGISTRATION_FEE|SUBSCRIPTION|DEVICE_PAYMENT)\b/;

const isProduct = (path: string): boolean =>
  /^(?:contract\/src|server\/src|web\/app|web\/sw)\//.test(path) && !/\.test\.tsx?$/.test(path);

/**
 * Lines, as `path:line`, that name a payment type by its code, or in the server by its code's name.
 * A type's rules are in its row; a rule for one code could not be changed there.
 */
export const typeCodesIn = (path: string, text: string): string[] => {
  if (!isProduct(path) || path === CODES) return [];
  // An example of a body shows a code and decides nothing.
  const isNamed = (line: string) =>
    (LITERAL.test(line) && !/^\s*example: /.test(line)) || (path.startsWith('server/') && NAME.test(line));
  return text.split('\n').flatMap((line, index) => (isNamed(line) ? [`${path}:${index + 1}`] : []));
};
