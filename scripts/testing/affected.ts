import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ROOT } from '../lib/paths.js';
import { readTree } from '../structure/read-tree.ts';
import { resolveImport } from '../structure/resolve.ts';

type Use = { path: string; name: string | null };
/** A file's imports; `passed` are re-exported names, `whole` the files that it re-exports whole. */
type Module = { uses: Use[]; own: Set<string>; passed: Map<string, Use>; whole: string[] };

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Paths that differ from the branch point of `main`, or from `ref`; uncommitted ones too. */
export const changedPaths = (ref = 'main'): string[] => {
  const [base = 'HEAD'] = git('merge-base', 'HEAD', ref);
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
};

/** The names that a text takes from a namespace: `contract.submitPayment`. */
const membersOf = (text: string, namespace: string): string[] => [
  ...new Set([...text.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, 'g'))].map(([, name = '']) => name)),
];

/** The file that `import('…')` names in a text, if its name is written out. */
const importedLater = (text: string, { start, end }: { start: number; end: number }): string | null =>
  /^['"`]([^'"`$]+)['"`]$/.exec(text.slice(start, end))?.[1] ?? null;

const readModule = (path: string, text: string, followsLater: boolean): Module => {
  const { module } = parseSync(path, text);
  const found: Module = { uses: [], own: new Set(), passed: new Map(), whole: [] };
  const fileOf = (specifier: string): string | null => {
    const target = resolveImport(path, specifier);
    return 'path' in target ? target.path : null;
  };
  for (const { moduleRequest } of followsLater ? module.dynamicImports : []) {
    const name = importedLater(text, moduleRequest);
    const file = name && fileOf(name);
    if (file) found.uses.push({ path: file, name: null });
  }
  for (const { moduleRequest, entries } of module.staticImports) {
    const file = fileOf(moduleRequest.value);
    if (file === null) continue;
    if (entries.length === 0) found.uses.push({ path: file, name: null });
    for (const { isType, importName, localName } of entries) {
      // The compiler checks types.
      if (isType) continue;
      const names = importName.kind === 'NamespaceObject' ? membersOf(text, localName.value) : [importName.name];
      for (const name of names) found.uses.push({ path: file, name });
    }
  }
  for (const { moduleRequest, isType, importName, exportName } of module.staticExports.flatMap((one) => one.entries)) {
    const file = moduleRequest && fileOf(moduleRequest.value);
    if (isType) continue;
    if (!file) found.own.add(exportName.name ?? 'default');
    else if (exportName.name === null) found.whole.push(file);
    else found.passed.set(exportName.name, { path: file, name: importName.name });
  }
  return found;
};

/** The file that declares a name which others may re-export; the given file if none is found. */
const home = (modules: Map<string, Module>, { path, name }: Use): string => {
  const from = modules.get(path);
  if (!from || name === null || from.own.has(name)) return path;
  const passed = from.passed.get(name);
  if (passed) return home(modules, passed);
  for (const file of from.whole) {
    const found = home(modules, { path: file, name });
    if (modules.get(found)?.own.has(name)) return found;
  }
  return path;
};

/** Starts the whole app: a test behind it asks its own domain by calls, and not all of them. */
const HARNESS = 'server/test/harness.ts';

/** It has the list of all endpoints, which stands behind every call. */
const EVERYTHING = 'contract/src/index.ts';

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
/** Reads the expressions of the whole product, and stands outside the rooms. */
const EVERY_EXPRESSION = 'scripts/structure/every-expression.test.ts';
/** Tests that start the product as it ships, or read all of it: any of its files may break them. */
const isOfProduct = (path: string): boolean =>
  path === EVERY_EXPRESSION || /^server\/test\/(crash|older-server|ops)\//.test(path);
/** Tests that walk through all domains by helpers that import none of them. */
const OF_ALL_DOMAINS = /^server\/test\/(walk|held-to-model|city|attacks|generated-client)\//;
/** The files that ship, and those of an installation. */
const SHIPPED =
  /^(contract\/src|server\/(src|seeds|migrations)|ops)\/(?!.*\.test\.tsx?$)|^(docs\/running\.md|\.dockerignore|\.nvmrc)$/;

/** A helper of tests makes its records by the product, but the product's own tests prove that. */
const isAside = (from: string, to: string): boolean =>
  (/^server\/test\//.test(from) && !isTest(from) && !/^server\/test\//.test(to)) ||
  (to === EVERYTHING && !isTest(from));

const ownFolder = (path: string): string =>
  /^server\/src\/domains\/[^/]+\//.exec(path)?.[0] ?? `${posix.dirname(path)}/`;

/** Tests that look at the database's tables, which a migration changes for all domains. */
const OF_MIGRATIONS = /^server\/(src\/db|test\/walk)\//;

/** Tests that look at the built web, which `npm test -- changed` does not build. */
const OF_BUILD = ['server/src/http/web/name-page.test.ts', 'scripts/lib/page-weights.test.ts'];

/**
 * The test files that changed paths can break, by imports that run: of an `index.ts` only the files
 * of the names taken. A test of the app depends on its own domain, not on the whole app; one below
 * `server/test` on what it imports. Excludes journeys. Only `inDeep` has tests that start the
 * product, walk through all domains or look at the built web, and follows what is imported later.
 */
const affectedTests = (changed: readonly string[], inDeep: boolean): string[] => {
  const files = readTree(ROOT);
  const modules = new Map([...files].map(([path, text]) => [path, readModule(path, text, inDeep)]));
  const next = new Map(
    [...modules].map(([path, { uses, passed, whole }]) => {
      const handed = path.endsWith('/index.ts')
        ? []
        : [...passed.values(), ...whole.map((path) => ({ path, name: null }))];
      return [path, [...uses, ...handed].map((use) => home(modules, use)).filter((one) => !isAside(path, one))];
    }),
  );
  const reached = (test: string): Set<string> => {
    const found = new Set([test]);
    const follow = () => {
      for (const path of found) for (const one of next.get(path) ?? []) found.add(one);
    };
    follow();
    if (!found.has(HARNESS) || test.startsWith('server/test/')) return found;
    const folder = ownFolder(test);
    for (const path of files.keys()) if (path.startsWith(folder) && !isTest(path)) found.add(path);
    follow();
    return found;
  };
  const differs = new Set(changed);
  const migrates = changed.some((path) => path.startsWith('server/migrations/'));
  const differsShipped = changed.some((path) => SHIPPED.test(path));
  const canBreak = (test: string) =>
    ((isOfProduct(test) || (inDeep && OF_ALL_DOMAINS.test(test))) && differsShipped) ||
    (migrates && OF_MIGRATIONS.test(test)) ||
    [...reached(test)].some((one) => differs.has(one));
  return [...files.keys(), EVERY_EXPRESSION].filter(
    (path) =>
      isTest(path) &&
      !path.startsWith('e2e/') &&
      (inDeep || !(isOfProduct(path) || OF_BUILD.includes(path))) &&
      canBreak(path),
  );
};

if (import.meta.main) {
  const [ref, circle] = process.argv.slice(2);
  const changed = changedPaths(ref);
  console.log(JSON.stringify({ changed, tests: affectedTests(changed, circle === 'deep') }));
}
