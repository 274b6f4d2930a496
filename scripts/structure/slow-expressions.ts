import { parseSync, Visitor } from 'oxc-parser';

export type Expression = { source: string; flags: string; line: number };

/** The regular expressions written out in one TypeScript file. Throws when it does not parse. */
export const expressionsIn = (path: string, text: string): Expression[] => {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const found: Expression[] = [];
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const line = text.slice(0, node.start).split('\n').length;
      found.push({ source: node.regex.pattern, flags: node.regex.flags, line });
    },
  }).visit(program);
  return found;
};
