import { parseSync, Visitor } from 'oxc-parser';

/** Columns given as text under their own name. */
const AS_TEXT = /(?<![\w.])(?:\w+\.)?(\w+)::text(?= FROM|,|\s*\n)/g;

/** Without all in brackets, where a name is that of a table's column. */
const outermost = (statement: string): string => {
  const shorter = statement.replaceAll(/\([^()]*\)/g, '');
  return shorter === statement ? statement : outermost(shorter);
};

const isOrderedBy = (statement: string, column: string): boolean =>
  new RegExp(`ORDER BY (?:[\\w.?, ]*, )?${column}\\b`).test(statement);

type Node = { type: string; start: number };
type Template = Node & { quasis: readonly { value: { raw: string } }[]; expressions: readonly Node[] };
type Templates = ReadonlyMap<string, Template>;

/** The template that an expression is, also tagged or as the answer of an arrow function. */
const templateOf = (node: Node | null): Template | null => {
  if (node === null) return null;
  if (node.type === 'TemplateLiteral') return node as Template;
  if ('quasi' in node) return node.quasi as Template;
  return node.type === 'ArrowFunctionExpression' && 'body' in node ? templateOf(node.body as Node) : null;
};

/** A statement's text with the parts that the file has by name; `?` stands for all others. */
const statementOf = ({ quasis, expressions }: Template, named: Templates): string =>
  quasis
    .map(({ value }, index) => {
      const expression = expressions[index];
      return expression === undefined ? value.raw : `${value.raw}${partOf(expression, named)}`;
    })
    .join('');

const partOf = (expression: Node, named: Templates): string => {
  const called = 'callee' in expression ? (expression.callee as Node) : expression;
  const name = 'name' in called ? String(called.name) : '';
  const template = templateOf(expression) ?? named.get(name);
  // Without its own name, so that one that names itself comes to an end.
  const others = new Map([...named].filter(([other]) => other !== name));
  return template ? statementOf(template, others) : '?';
};

/**
 * Statements of the product, as `path:line`, that order by a number which they give as text. In
 * ORDER BY a name without its table is that of the result, so `10` comes before `9`. Columns that
 * the file has as a constant are read where the statement names them.
 */
export const textOrdersIn = (path: string, text: string): string[] => {
  if (!path.startsWith('server/src/') || path.endsWith('.test.ts') || !text.includes('ORDER BY')) return [];
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const named = new Map<string, Template>();
  const templates: Template[] = [];
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      const template = templateOf(init);
      if (template && id.type === 'Identifier') named.set(id.name, template);
    },
    TemplateLiteral: (node) => void templates.push(node),
  }).visit(program);
  return templates.flatMap((template) => {
    const statement = outermost(statementOf(template, named));
    const columns = [...statement.matchAll(AS_TEXT)].map(([, column = '']) => column);
    const line = text.slice(0, template.start).split('\n').length;
    return columns.some((column) => isOrderedBy(statement, column)) ? [`${path}:${line}`] : [];
  });
};
