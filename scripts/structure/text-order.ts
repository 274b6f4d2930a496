const TEMPLATE = /`[^`]*`/g;
/** Columns given as text under their own name. */
const AS_TEXT = /(?<![\w.])(?:\w+\.)?(\w+)::text(?= FROM|,|\s*\n)/g;

/** Without all in brackets, where a name is that of a table's column. */
const outermost = (statement: string): string => {
  const shorter = statement.replaceAll(/\([^()]*\)/g, '');
  return shorter === statement ? statement : outermost(shorter);
};

const isOrderedBy = (statement: string, column: string): boolean =>
  new RegExp(`ORDER BY (?:[\\w., ]*, )?${column}\\b(?! FOR)`).test(statement);

/**
 * Statements of the product, as `path:line`, that order by a number which they give as text. In
 * ORDER BY a name without its table is that of the result, so `10` comes before `9`.
 */
export const textOrdersIn = (path: string, text: string): string[] => {
  if (!path.startsWith('server/src/') || path.endsWith('.test.ts')) return [];
  return [...text.matchAll(TEMPLATE)].flatMap(({ 0: template, index }) => {
    const statement = outermost(template);
    const columns = [...statement.matchAll(AS_TEXT)].map(([, column = '']) => column);
    const line = text.slice(0, index).split('\n').length;
    return columns.some((column) => isOrderedBy(statement, column)) ? [`${path}:${line}`] : [];
  });
};
