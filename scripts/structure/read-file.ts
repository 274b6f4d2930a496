import { parseSync, Visitor } from 'oxc-parser';

export type Import = { specifier: string; typeOnly: boolean; line: number };
/** A table named in code: `selectFrom('drivers')`, a join, a raw `FROM drivers`. */
export type Mention = { table: string; line: number };

export type FileFacts = {
  imports: Import[];
  /** Lines of imports whose name is computed, which no check can follow. */
  computedImports: number[];
  /** Lines of queries: a builder's call or raw SQL. */
  queries: number[];
  mentions: Mention[];
  /** Lines of queries whose table is a value. */
  computedTables: number[];
  /** Texts that types of the file allow; the value of a computed table must be among them. */
  typeTexts: Mention[];
};

const STARTS_QUERY = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
const NAMES_TABLE = new Set([
  ...STARTS_QUERY,
  ...['innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin', 'innerJoinLateral', 'leftJoinLateral', 'using'],
]);
const RAW_TABLE = /\b(?:from|join|into|update|truncate|table|only)\s+"?([a-z_][a-z0-9_]*)/gi;

type Node = { type: string; start: number };
type Text = Node & { type: 'Literal'; value: string };

const isText = (node: Node): node is Text =>
  node.type === 'Literal' && 'value' in node && typeof node.value === 'string';

/** `drivers as d` names drivers. */
const bare = (text: string): string => text.split(/\s+as\s+/i)[0]?.trim() ?? '';

/** Reads a TypeScript file's imports and the tables that it names. Throws if it does not parse. */
export const readFacts = (path: string, text: string): FileFacts => {
  const { program, module, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  const facts: FileFacts = {
    imports: [],
    computedImports: [],
    queries: [],
    mentions: [],
    computedTables: [],
    typeTexts: [],
  };
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every((entry) => entry.isType);
    facts.imports.push({ specifier: moduleRequest.value, typeOnly, line: lineAt(start) });
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType, start } of entries) {
      if (moduleRequest) facts.imports.push({ specifier: moduleRequest.value, typeOnly: isType, line: lineAt(start) });
    }
  }
  const nameTable = (node: Node): void => {
    const line = lineAt(node.start);
    if (isText(node)) facts.mentions.push({ table: bare(node.value), line });
    else if ('elements' in node && Array.isArray(node.elements)) node.elements.forEach(nameTable);
    // A subquery names its tables itself.
    else if (node.type === 'Identifier' || node.type === 'TemplateLiteral') facts.computedTables.push(line);
  };
  new Visitor({
    ImportExpression: ({ source, start }) => {
      if (isText(source)) facts.imports.push({ specifier: source.value, typeOnly: false, line: lineAt(start) });
      else facts.computedImports.push(lineAt(start));
    },
    TSImportType: ({ source, start }) => {
      facts.imports.push({ specifier: source.value, typeOnly: true, line: lineAt(start) });
    },
    TSLiteralType: ({ literal, start }) => {
      if (isText(literal)) facts.typeTexts.push({ table: literal.value, line: lineAt(start) });
    },
    CallExpression: ({ callee, arguments: args, start }) => {
      if (callee.type === 'Identifier' && callee.name === 'require' && args[0] && isText(args[0])) {
        facts.imports.push({ specifier: args[0].value, typeOnly: false, line: lineAt(start) });
      }
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (STARTS_QUERY.has(callee.property.name)) facts.queries.push(lineAt(start));
      if (NAMES_TABLE.has(callee.property.name) && args[0]) nameTable(args[0]);
    },
    TaggedTemplateExpression: ({ tag, quasi, start }) => {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return;
      facts.queries.push(lineAt(start));
      for (const { value } of quasi.quasis) {
        for (const [, table = ''] of value.raw.matchAll(RAW_TABLE)) {
          facts.mentions.push({ table: table.toLowerCase(), line: lineAt(start) });
        }
      }
    },
  }).visit(program);
  return facts;
};
