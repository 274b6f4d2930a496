const BOUND = /\.where\('[\w.]+', '(?:=|<>)', (?:'|true\b|false\b|\d)/;

/**
 * Lines of the product's SQL, as `path:line`, that bind a constant of a condition. PostgreSQL keeps
 * no plan of such a statement where an index holds only rows with the constant: a plan for every
 * value could not use it, so each call is planned anew. `sql.lit` writes the constant out.
 */
export const boundConstantsIn = (path: string, text: string): string[] => {
  if (!path.startsWith('server/src/') || path.endsWith('.test.ts')) return [];
  return text.split('\n').flatMap((line, index) => (BOUND.test(line) ? [`${path}:${index + 1}`] : []));
};
