import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Offence } from './offences.ts';
import { pathsBelow } from './read-tree.ts';

export const ATTACHED_AT_ONCE =
  'A promise that is started is awaited, or handed to what awaits it, before anything else is awaited: refused in between, it ends the process or fails a test that has passed.';

const FOLDERS = ['contract', 'server', 'web', 'e2e', 'bench', 'scripts'];
const SOURCE = /\.(?:ts|tsx|js|mjs)$/;

type Node = { type: string; start: number; end: number; [field: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const isFunction = ({ type }: Node): boolean =>
  ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(type);

const field = (node: Node | null, name: string): Node | null => {
  const value = node?.[name];
  return isNode(value) ? value : null;
};
const list = (node: Node, name: string): Node[] => [node[name]].flat().filter(isNode);
const nameOf = (node: Node | null): string => (typeof node?.name === 'string' ? node.name : '');

/** The callee of a call in words: `Promise.all`, `expect`, `.catch` of whatever it is called on. */
const calleeOf = (call: Node): string => {
  const callee = field(call, 'callee');
  if (callee?.type !== 'MemberExpression') return nameOf(callee);
  return `${nameOf(field(callee, 'object'))}.${nameOf(field(callee, 'property'))}`;
};

const WRAPPERS = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression'];

/** True for an expression whose promise may reject: a call, a new promise or an array of these. */
const mayBeRefused = (node: Node): boolean => {
  if (WRAPPERS.includes(node.type)) return list(node, 'expression').some(mayBeRefused);
  if (node.type === 'ArrayExpression') return list(node, 'elements').some(mayBeRefused);
  // A promise whose executor takes no second parameter is only ever fulfilled.
  if (node.type === 'NewExpression') {
    const [executor] = list(node, 'arguments');
    return nameOf(field(node, 'callee')) === 'Promise' && !!executor && list(executor, 'params').length > 1;
  }
  if (node.type !== 'CallExpression') return false;
  const callee = calleeOf(node);
  const [on] = list(field(node, 'callee') ?? node, 'object');
  if (/\.finally$/.test(callee) && on) return mayBeRefused(on);
  if (/^(?:awaitLater|Promise\.allSettled|Promise\.resolve)$|\.catch$/.test(callee)) return false;
  return !(/\.then$/.test(callee) && list(node, 'arguments').length > 1);
};

type Started = { name: string; at: Node };
type Mention = { name: string; at: Node; attaches: boolean };
type Facts = { started: Started[]; awaits: Node[]; mentions: Mention[] };

const startedBy = (declarator: Node): Started[] => {
  const [id, init] = [field(declarator, 'id'), field(declarator, 'init')];
  if (!id || !init) return [];
  if (id.type === 'Identifier') return mayBeRefused(init) ? [{ name: nameOf(id), at: declarator }] : [];
  if (id.type !== 'ArrayPattern' || init.type !== 'ArrayExpression') return [];
  const values = list(init, 'elements');
  return list(id, 'elements').flatMap((one, index) => {
    const value = values[index];
    return value && mayBeRefused(value) ? [{ name: nameOf(one), at: declarator }] : [];
  });
};

/** True if a promise below these nodes (the nearest last) is awaited, or passed to an awaiter. */
const attaches = (node: Node, above: readonly Node[]): boolean => {
  const parent = above.at(-1);
  if (!parent) return false;
  if (['ArrayExpression', 'SpreadElement', ...WRAPPERS].includes(parent.type))
    return attaches(parent, above.slice(0, -1));
  if (parent.type === 'AwaitExpression') return true;
  if (parent.type === 'CallExpression') {
    const callee = calleeOf(parent);
    return (
      /^Promise\./.test(callee) ||
      (callee === 'expect' && /^(?:rejects|resolves)$/.test(nameOf(field(above.at(-2) ?? null, 'property'))))
    );
  }
  const called = parent.type === 'MemberExpression' && parent.object === node ? nameOf(field(parent, 'property')) : '';
  return ['then', 'catch', 'finally'].includes(called);
};

/** Reads one function, apart from those within it, which are read by themselves into `all`. */
const factsOf = (root: Node, all: Facts[]): Facts => {
  const facts: Facts = { started: [], awaits: [], mentions: [] };
  all.push(facts);
  const walk = (node: Node, above: readonly Node[]): void => {
    if (node.type === 'Identifier') {
      facts.mentions.push({ name: nameOf(node), at: node, attaches: attaches(node, above) });
      return;
    }
    if (node.type === 'VariableDeclarator') facts.started.push(...startedBy(node));
    if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await)) facts.awaits.push(node);
    for (const child of childrenOf(node)) {
      if (isFunction(child)) {
        // A function that is made here may do anything with the promise.
        for (const { name, at } of factsOf(child, all).mentions) facts.mentions.push({ name, at, attaches: false });
      } else walk(child, [...above, node]);
    }
  };
  for (const child of childrenOf(root)) isFunction(child) ? factsOf(child, all) : walk(child, [root]);
  return facts;
};

/**
 * Finds the promises that nothing handles yet when something else is awaited, by name and line: a
 * variable that is set to a call and next used by its own `await`, with another one in between.
 */
export const lateAwaitsIn = (path: string, text: string): { name: string; line: number }[] => {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const all: Facts[] = [];
  factsOf(program as unknown as Node, all);
  return all.flatMap(({ started, awaits, mentions }) =>
    started
      .filter(({ name, at }) => {
        const later = mentions.filter((one) => one.name === name && one.at.start >= at.end);
        const first = later.toSorted((one, other) => one.at.start - other.at.start)[0];
        if (!first?.attaches) return false;
        return awaits.some(({ start, end }) => start >= at.end && end <= first.at.start);
      })
      .map(({ name, at }) => ({ name, line: text.slice(0, at.start).split('\n').length })),
  );
};

/** Finds promises that are awaited too late in the product, its tests and its tools. */
export const lateAwaitOffences = (root: string): Offence[] =>
  FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => pathsBelow(root, folder))
    .filter((path) => SOURCE.test(path) && !path.endsWith('.d.ts'))
    .flatMap((path) =>
      lateAwaitsIn(path, readFileSync(join(root, path), 'utf8')).map(({ name, line }) => ({
        at: `${path}:${line}`,
        rule: ATTACHED_AT_ONCE,
        detail: name,
      })),
    );
